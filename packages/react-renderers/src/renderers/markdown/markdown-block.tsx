import { lazy, memo, Suspense } from 'react'
import type { TextMark } from '../../context/figure-context.ts'
import { joinFormulas } from './join-formulas.ts'
import { OpenEndContext } from './markdown-context.ts'
import { isCostlyHtml } from './parse-cost.ts'
import { ParsedBlock } from './parsed-block.tsx'

const HtmlBlock = /* @__PURE__ */ lazy(() => import('./html-block.tsx').then((module) => ({ default: module.HtmlBlock })))

/** Matches white space and marks that close open formatting at the end. */
const CLOSERS = /[\s*_~]*$/

interface MarkdownBlockViewProps {
  text: string
  /** Prefix of footnote ids, which keeps the footnotes of different texts apart. */
  scope: string
  math: boolean
  html: boolean
  /** True while the block is incomplete. */
  open: boolean
  /** True for a block that is too expensive to parse. */
  plain: boolean
  /** The figures of the block. Stable while they do not change. */
  marks?: readonly TextMark[] | undefined
}

/** Renders one block, and parses it again only if its text changes. Blocks that are too expensive to parse stay plain text. */
export const MarkdownBlockView = /* @__PURE__ */ memo(function MarkdownBlockView({ html, open, plain, marks, ...block }: MarkdownBlockViewProps) {
  const text = block.math && !plain ? joinFormulas(block.text) : block.text
  const parsed = { ...block, text }
  const plainText = <div className="pf-md-plain">{text}</div>
  if (plain) return plainText
  const raw = html && /<[a-z!/?]/i.test(text)
  if (raw && isCostlyHtml(text)) return plainText
  return (
    <OpenEndContext.Provider value={open ? text.replace(CLOSERS, '').length : undefined}>
      {raw ? (
        <Suspense fallback={plainText}>
          <HtmlBlock {...parsed} />
        </Suspense>
      ) : (
        // In a text that was changed before it is parsed, the offsets are those of another text.
        <ParsedBlock {...parsed} marks={text === block.text ? marks : undefined} />
      )}
    </OpenEndContext.Provider>
  )
})
