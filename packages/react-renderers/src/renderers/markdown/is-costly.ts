import { weigh } from './weigh.ts'

const MAX_LENGTH = 100_000
/** Lists and headings underlined by `=` cost the parser more than their length. */
const MAX_LINES = 2_000
const MAX_MARKS = 3_000
const MAX_DEEP = 40
const MAX_NESTED = 4_000
const MAX_CELLS = 8_000
const MAX_RUN = 400

/** Longest run of brackets: they nest, and nesting costs more than its length. */
const BRACKETS = /[[(]{2,}/g

/**
 * True for a block that would keep the parser busy for longer than a reader waits: too long, too many delimiters, too deep, a table too wide.
 * Such a block is shown as the plain text that it is.
 */
export function isCostly(text: string): boolean {
  if (text.length > MAX_LENGTH) return true
  const { lines, marks, nested, deepest, cells } = weigh(text)
  if (lines > MAX_LINES || marks > MAX_MARKS || nested > MAX_NESTED || deepest > MAX_DEEP || cells > MAX_CELLS) return true
  return longest(text, BRACKETS) > MAX_RUN || indented(text)
}

const longest = (text: string, pattern: RegExp) => Math.max(0, ...Array.from(text.matchAll(pattern), ([run]) => run.length).slice(0, 10_000))

/** Lists nest by indentation. */
const indented = (text: string) => /^[ \t>]{200,}(?:[-*+]|\d{1,9}[.)])/m.test(text)

const MAX_TAGS = 1_000
const MAX_LOOKS = 60
const TAGS = /<\/?[a-z][^>]*/gi
const LOOKS = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b/gi

/** True for raw HTML that would become a tree much larger than its text: elements that stay open are opened again in all that follow. */
export function isCostlyHtml(text: string): boolean {
  let open = 0
  let most = 0
  for (const [, close] of text.matchAll(LOOKS)) {
    open = Math.max(0, open + (close === '/' ? -1 : 1))
    most = Math.max(most, open)
  }
  return most > MAX_LOOKS || (text.match(TAGS)?.length ?? 0) > MAX_TAGS
}
