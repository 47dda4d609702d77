const MAX_LENGTH = 100_000
/** Lists and setext headings take more time to parse than their length suggests. */
const MAX_LINES = 2_000
const MAX_MARKS = 3_000
const MAX_DEPTH = 40
const MAX_NESTED = 4_000
const MAX_CELLS = 8_000
const MAX_RUN = 400

/** Runs of brackets, which are nested and therefore take more time to parse. */
const BRACKETS = /[[(]{2,}/g

/**
 * True for a block that takes too long to parse: too long, too many delimiters, nested too deeply, or with too many table cells. Such a
 * block is shown as plain text.
 */
export function isCostly(text: string): boolean {
  if (text.length > MAX_LENGTH) return true
  const { lines, marks, nested, maxDepth, cells } = estimateCost(text)
  if (lines > MAX_LINES || marks > MAX_MARKS || nested > MAX_NESTED || maxDepth > MAX_DEPTH || cells > MAX_CELLS) return true
  return maxRun(text, BRACKETS) > MAX_RUN || hasDeepIndent(text)
}

const maxRun = (text: string, pattern: RegExp) => Math.max(0, ...Array.from(text.matchAll(pattern), ([run]) => run.length).slice(0, 10_000))

/** True for deeply indented list items. */
const hasDeepIndent = (text: string) => /^[ \t>]{200,}(?:[-*+]|\d{1,9}[.)])/m.test(text)

const MAX_TAGS = 1_000
const MAX_OPEN_ELEMENTS = 60
const TAGS = /<\/?[a-z][^>]*/gi
const FORMATTING_TAGS = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b/gi

/** True for raw HTML that would become a much larger tree: unclosed formatting elements are reopened in every following element. */
export function isCostlyHtml(text: string): boolean {
  let open = 0
  let maxOpen = 0
  for (const [, close] of text.matchAll(FORMATTING_TAGS)) {
    open = Math.max(0, open + (close === '/' ? -1 : 1))
    maxOpen = Math.max(maxOpen, open)
  }
  return maxOpen > MAX_OPEN_ELEMENTS || (text.match(TAGS)?.length ?? 0) > MAX_TAGS
}

/** An estimate of the cost of parsing a text. */
export interface ParseCost {
  lines: number
  /** Number of delimiter characters. */
  marks: number
  /** Total number of nested quotes and list items at the start of lines. */
  nested: number
  /** Maximum number of them on one line. */
  maxDepth: number
  /** Number of table cells; every row has as many cells as the header. */
  cells: number
}

/** * _ [ ] < ` ~ & \ $ */
const MARKS = new Set([42, 95, 91, 93, 60, 96, 126, 38, 92, 36])
const CONTAINERS = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*)+/
/** The delimiter row of a table. */
const TABLE_DELIMITER_ROW = /^[ \t>|:-]+$/

/** Estimates the cost of parsing a text in a single pass. */
export function estimateCost(text: string): ParseCost {
  const cost: ParseCost = { lines: 0, marks: 0, nested: 0, maxDepth: 0, cells: 0 }
  for (let index = 0; index < text.length; index++) if (MARKS.has(text.charCodeAt(index))) cost.marks++
  let columns = 0
  for (const line of text.split('\n')) {
    cost.lines++
    const depth = (CONTAINERS.exec(line)?.[0] ?? '').replace(/[ \t\d]/g, '').length
    cost.nested += depth
    cost.maxDepth = Math.max(cost.maxDepth, depth)
    if (line.trim() === '') columns = 0
    else if (line.includes('|') && TABLE_DELIMITER_ROW.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0)
    cost.cells += columns
  }
  return cost
}
