import { useContext, useId, useMemo } from 'react'
import { FigureContext, type TextMark } from '../../context/figure-context.ts'
import { TEXT_BUDGET_MS, useReservedMs, useTextBudget } from '../../context/text-budget.ts'
import { useMessages } from '../../context/use-messages.ts'
import { markdownMessages } from '../../messages/markdown.ts'
import { withoutBidi } from '../../text/plain-text.ts'
import { useThrottled } from '../shared/use-throttled.ts'
import { completeMarkdown } from './complete-markdown.ts'
import { MarkdownBlockView } from './markdown-block.tsx'
import { MarkdownContext } from './markdown-context.ts'
import { estimateCost, isCostly, PLAIN_MS_PER_CHAR } from './parse-cost.ts'
import { findLinkDefinitions, type LinkDefinitions, type MarkdownBlock, splitBlocks, withLinkDefinitions } from './split-blocks.ts'

const LIMIT = 400_000
const LONG_BLOCK = 4_000
const SLOW_MS = 100
/** Maximum number of blocks; the rest of the text is shown as plain text. */
const MAX_BLOCKS = 1_500

/** Props of MarkdownView. */
export interface MarkdownViewProps {
  text: string
  /** True while the text is streaming. */
  streaming?: boolean
  /** True if the text was cut off. Open marks are closed. */
  cut?: boolean
  /** Highlights fenced code. Default true. */
  highlight?: boolean
  /** Draws formulas. Default true. */
  math?: boolean
  /** Parses raw HTML and sanitizes it. Only used if the page's policy allows it. Default false. */
  html?: boolean
}

/** Renders Markdown block by block as React elements. It never inserts HTML strings. */
export function MarkdownView({ text, streaming = false, cut = false, highlight = true, math = true, html = false }: MarkdownViewProps) {
  const messages = useMessages('markdown', markdownMessages)
  const scope = useId().replace(/\W/g, '')
  const clean = withoutBidi(text.slice(0, LIMIT).toWellFormed())
  const long = streaming && clean.length - clean.lastIndexOf('\n\n') > LONG_BLOCK
  const shown = useThrottled(clean, long ? SLOW_MS : 0)
  const definitions = useMemo(() => findLinkDefinitions(shown), [shown])
  const measured = useMemo(() => measureBlocks(splitBlocks(shown, { html }), definitions), [shown, html, definitions])
  const budget = useTextBudget()
  const ms = useReservedMs(
    budget,
    measured.reduce((sum, block) => sum + block.ms, 0),
  )
  const { blocks, rest } = useMemo(() => withinLimits(measured, ms, shown), [measured, ms, shown])
  const figures = useContext(FigureContext)
  const marks = useMemo(
    () => (streaming || !figures ? noMarks : blockMarks(blocks, shownMarks(figures.inText(text), text, clean))),
    [blocks, figures, text, clean, streaming],
  )
  const contextValue = useMemo(() => ({ highlight, formulas: budget.formulas }), [highlight, budget])
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
              plain={block.costly}
              marks={marks[index]}
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

const noMarks: readonly (readonly TextMark[] | undefined)[] = []

/** Returns marks with their offsets in the text without the characters that are not shown. */
function shownMarks(marks: readonly TextMark[], text: string, clean: string): readonly TextMark[] {
  const moved = clean.length === Math.min(text.length, LIMIT) ? marks : marks.map((mark) => ({ ...mark, ...movedOffsets(mark, text) }))
  return moved.filter((mark) => clean.slice(mark.start, mark.end) === mark.text)
}

const movedOffsets = ({ start, end }: TextMark, text: string) => ({
  start: withoutBidi(text.slice(0, start)).length,
  end: withoutBidi(text.slice(0, end)).length,
})

/** Returns the marks of each block, with offsets from its start. A mark across the border of blocks is left out. */
function blockMarks(blocks: readonly MarkdownBlock[], marks: readonly TextMark[]): readonly (readonly TextMark[] | undefined)[] {
  if (marks.length === 0) return noMarks
  return blocks.map(({ at, text }) => {
    const inside = marks.filter(({ start, end }) => start >= at && end <= at + text.length)
    return inside.length === 0 ? undefined : inside.map((mark) => ({ ...mark, start: mark.start - at, end: mark.end - at }))
  })
}

interface MeasuredBlock extends MarkdownBlock {
  /** True for a block that is shown as plain text. */
  costly: boolean
  /** Estimated time in milliseconds, including that for the definitions which are parsed with the block. */
  ms: number
}

/** Estimates the cost of blocks until the time is used up. */
function measureBlocks(blocks: readonly MarkdownBlock[], definitions: LinkDefinitions): MeasuredBlock[] {
  const measured: MeasuredBlock[] = []
  let total = 0
  for (const block of blocks) {
    const text = withLinkDefinitions(block.text, definitions)
    const cost = estimateCost(text)
    const costly = isCostly(text, cost)
    const ms = costly ? text.length * PLAIN_MS_PER_CHAR : cost.ms
    measured.push({ ...block, costly, ms })
    total += ms
    if (total > TEXT_BUDGET_MS || measured.length > MAX_BLOCKS) break
  }
  return measured
}

/** Returns the blocks that fit into the available time, and the rest of the text. */
function withinLimits(measured: readonly MeasuredBlock[], maxMs: number, text: string): { blocks: readonly MeasuredBlock[]; rest: string } {
  let ms = 0
  const end = measured.findIndex((block, index) => {
    ms += block.ms
    return index >= MAX_BLOCKS || ms > maxMs
  })
  return end < 0 ? { blocks: measured, rest: '' } : { blocks: measured.slice(0, end), rest: text.slice(measured[end]?.at ?? 0) }
}
