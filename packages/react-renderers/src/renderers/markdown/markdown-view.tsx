import { useId } from 'react'
import { withoutBidi } from '../../text/plain-text.ts'
import { closeMarks } from './close-marks.ts'
import { MarkdownBlockView } from './markdown-block.tsx'
import { splitBlocks } from './split-blocks.ts'
import { useSteady } from './use-steady.ts'

const LIMIT = 400_000
const LONG_BLOCK = 4_000
const SLOW_MS = 100

interface MarkdownViewProps {
  text: string
  streaming?: boolean
}

/** Markdown as React elements, block by block; never raw HTML, never a fetch without a click. */
export function MarkdownView({ text, streaming = false }: MarkdownViewProps) {
  const scope = useId().replace(/\W/g, '')
  const clean = withoutBidi(text.slice(0, LIMIT).toWellFormed())
  const long = streaming && clean.length - clean.lastIndexOf('\n\n') > LONG_BLOCK
  const shown = useSteady(clean, long ? SLOW_MS : 0)
  const blocks = splitBlocks(shown)
  return (
    <div className="pf-md" data-streaming={streaming || undefined}>
      {blocks.map((block, index) => (
        <div className="pf-md-block" key={block.at}>
          <MarkdownBlockView scope={scope} text={streaming && index === blocks.length - 1 ? closeMarks(block.text) : block.text} />
        </div>
      ))}
      {text.length > LIMIT && <p className="pf-note">The text goes on for {text.length - LIMIT} more characters, which are not shown.</p>}
    </div>
  )
}
