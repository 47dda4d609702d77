import rehypeRaw from 'rehype-raw'
import { ParsedBlock } from './parsed-block.tsx'

interface HtmlBlockProps {
  text: string
  scope: string
  math: boolean
}

/** A block with raw HTML, which is parsed into a tree and never inserted as a string. */
export const HtmlBlock = (props: HtmlBlockProps) => <ParsedBlock {...props} raw={rehypeRaw} />
