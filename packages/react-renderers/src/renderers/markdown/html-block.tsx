import rehypeRaw from 'rehype-raw'
import { ParsedBlock } from './parsed-block.tsx'

interface HtmlBlockProps {
  text: string
  scope: string
  math: boolean
}

/** A block whose raw HTML is read: by a parser that makes a tree of it, never by the page. */
export const HtmlBlock = (props: HtmlBlockProps) => <ParsedBlock {...props} raw={rehypeRaw} />
