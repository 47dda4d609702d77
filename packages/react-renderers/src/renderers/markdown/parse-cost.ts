const MAX_LENGTH = 100_000
/** Lists and headings underlined by `=` cost the parser more than their length. */
const MAX_LINES = 2_000
const MAX_MARKS = 3_000
const MAX_DEPTH = 40
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
  const { lines, marks, nested, maxDepth, cells } = estimateCost(text)
  if (lines > MAX_LINES || marks > MAX_MARKS || nested > MAX_NESTED || maxDepth > MAX_DEPTH || cells > MAX_CELLS) return true
  return maxRun(text, BRACKETS) > MAX_RUN || hasDeepIndent(text)
}

const maxRun = (text: string, pattern: RegExp) => Math.max(0, ...Array.from(text.matchAll(pattern), ([run]) => run.length).slice(0, 10_000))

/** Lists nest by indentation. */
const hasDeepIndent = (text: string) => /^[ \t>]{200,}(?:[-*+]|\d{1,9}[.)])/m.test(text)

const MAX_TAGS = 1_000
const MAX_OPEN_ELEMENTS = 60
const TAGS = /<\/?[a-z][^>]*/gi
const FORMATTING_TAGS = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b/gi

/** True for raw HTML that would become a tree much larger than its text: elements that stay open are opened again in all that follow. */
export function isCostlyHtml(text: string): boolean {
  let open = 0
  let maxOpen = 0
  for (const [, close] of text.matchAll(FORMATTING_TAGS)) {
    open = Math.max(0, open + (close === '/' ? -1 : 1))
    maxOpen = Math.max(maxOpen, open)
  }
  return maxOpen > MAX_OPEN_ELEMENTS || (text.match(TAGS)?.length ?? 0) > MAX_TAGS
}

/** What parsing a text costs, roughly. */
export interface ParseCost {
  lines: number
  /** Characters in it that open or close something. */
  marks: number
  /** Quotes and list items that its lines begin, one in another. */
  nested: number
  /** The most of them on one line. */
  maxDepth: number
  /** Cells of its tables: a row has as many as its head, also where it is a few characters long. */
  cells: number
}

/** * _ [ ] < ` ~ & \ $ */
const MARKS = new Set([42, 95, 91, 93, 60, 96, 126, 38, 92, 36])
const CONTAINERS = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*)+/
/** The line under the head of a table. */
const TABLE_DELIMITER_ROW = /^[ \t>|:-]+$/

/** Looks at every character once, so that it costs little itself. */
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
