import { useId, useMemo, useRef } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { markdownMessages } from '../../messages/markdown.ts'
import { withoutBidi } from '../../text/plain-text.ts'
import { useThrottled } from '../shared/use-throttled.ts'
import { completeMarkdown } from './complete-markdown.ts'
import { MarkdownBlockView } from './markdown-block.tsx'
import { MarkdownContext } from './markdown-context.ts'
import { estimateCost } from './parse-cost.ts'
import { findLinkDefinitions, type MarkdownBlock, splitBlocks, withLinkDefinitions } from './split-blocks.ts'

const LIMIT = 400_000
const LONG_BLOCK = 4_000
const SLOW_MS = 100
/** Maximum number of blocks and maximum total cost of parsing them; the rest of the text is shown as plain text. */
const MAX_BLOCKS = 1_500
const MAX_COST = 12_000

/** Props of MarkdownView. */
export interface MarkdownViewProps {
  text: string
  /** True while the text is streaming. */
  streaming?: boolean
  /** True when the text was cut off; open marks are closed. */
  cut?: boolean
  /** Colours fenced code; default true. */
  highlight?: boolean
  /** Draws formulas between dollars; default true. */
  math?: boolean
  /** Reads raw HTML, cleaned; only where the page's policy allows it. Default false. */
  html?: boolean
}

/** Renders Markdown block by block as React elements. It never inserts HTML strings. */
export function MarkdownView({ text, streaming = false, cut = false, highlight = true, math = true, html = false }: MarkdownViewProps) {
  const messages = useMessages('markdown', markdownMessages)
  const scope = useId().replace(/\W/g, '')
  const clean = withoutBidi(text.slice(0, LIMIT).toWellFormed())
  const long = streaming && clean.length - clean.lastIndexOf('\n\n') > LONG_BLOCK
  const shown = useThrottled(clean, long ? SLOW_MS : 0)
  const { blocks, rest } = useMemo(() => withinLimits(splitBlocks(shown, { html }), shown), [shown, html])
  const definitions = useMemo(() => findLinkDefinitions(shown), [shown])
  const spent = useRef({ formulas: 0 }).current
  const contextValue = useMemo(() => ({ highlight, spent }), [highlight, spent])
  const last = (index: number) => index === blocks.length - 1 && rest === ''
  return (
    <MarkdownContext.Provider value={contextValue}>
      <div className="pf-md" data-streaming={streaming || undefined}>
        {blocks.map((block, index) => (
          <div className="pf-md-block" key={block.at}>
            <MarkdownBlockView
              scope={scope}
              math={math}
              html={html}
              open={streaming && last(index)}
              text={withLinkDefinitions((streaming || cut) && last(index) ? completeMarkdown(block.text, { math }) : block.text, definitions)}
            />
          </div>
        ))}
        {rest !== '' && <div className="pf-md-plain">{rest}</div>}
        {text.length > LIMIT && <p className="pf-note">{messages.more(text.length - LIMIT)}</p>}
      </div>
    </MarkdownContext.Provider>
  )
}

function withinLimits(all: readonly MarkdownBlock[], text: string): { blocks: readonly MarkdownBlock[]; rest: string } {
  let cost = 0
  const end = all.findIndex((block, index) => {
    const { lines, marks, nested, cells } = estimateCost(block.text)
    cost += lines + marks + nested + cells / 2
    return index >= MAX_BLOCKS || (cost > MAX_COST && index > 0)
  })
  return end < 0 ? { blocks: all, rest: '' } : { blocks: all.slice(0, end), rest: text.slice(all[end]?.at ?? 0) }
}
