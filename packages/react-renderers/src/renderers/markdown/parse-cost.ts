/** Estimated time that one block may take. */
const MAX_BLOCK_MS = 400
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
export function isCostly(text: string, cost: TextCost = estimateCost(text)): boolean {
  if (text.length > MAX_LENGTH) return true
  const { ms, lines, marks, nested, maxDepth, cells } = cost
  if (ms > MAX_BLOCK_MS || lines > MAX_LINES || marks > MAX_MARKS || nested > MAX_NESTED || maxDepth > MAX_DEPTH || cells > MAX_CELLS) return true
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

/** An estimate of the cost of a text. */
export interface TextCost {
  /** Time in milliseconds to parse, render and lay out the text. */
  ms: number
  lines: number
  /** Number of delimiter characters. */
  marks: number
  /** Total number of nested quotes and list items at the start of lines. */
  nested: number
  /** Maximum nesting depth on one line. */
  maxDepth: number
  /** Number of table cells; every row has as many cells as the header. */
  cells: number
}

/** Time to lay out one character of plain text. */
export const PLAIN_MS_PER_CHAR = 0.000_5
/** Microseconds, measured in Chromium with the development build of React on a quiet two-core machine. */
const MICROSECONDS = { char: 1.5, line: 25, earlierLine: 0.2, block: 280, quote: 56, item: 290, cell: 90 }
/** The same for each delimiter character, including the element that it starts or ends. */
const MARKS = new Map(
  Object.entries({ '*': 30, _: 30, '~': 30, '`': 50, '[': 20, ']': 5, '<': 50, '&': 30, '\\': 8, $: 230 }).map(([mark, cost]) => [mark.charCodeAt(0), cost]),
)
/** Links, images and footnotes, and addresses without delimiters. */
const LINKS: readonly (readonly [RegExp, number])[] = [
  [/\][([]|\[\^/g, 190],
  [/:\/\/|www\.|@/g, 65],
]
const CONTAINERS = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*)+/
/** The delimiter row of a table. */
const TABLE_DELIMITER_ROW = /^[ \t>|:-]+$/

/** Estimates the cost of a text in a few passes. */
export function estimateCost(text: string): TextCost {
  const { marks, cost } = countMarks(text)
  const { blocks, quotes, items, earlierLines, ...lines } = countLines(text.split('\n'))
  const links = LINKS.reduce((sum, [pattern, each]) => sum + (text.match(pattern)?.length ?? 0) * each, 0)
  const { char, line, earlierLine, block, quote, item, cell } = MICROSECONDS
  const structure = lines.lines * line + earlierLines * earlierLine + blocks * block + quotes * quote + items * item + lines.cells * cell
  return { ...lines, marks, nested: quotes + items, ms: (text.length * char + cost + links + structure) / 1_000 }
}

function countMarks(text: string): { marks: number; cost: number } {
  const sum = { marks: 0, cost: 0 }
  for (let index = 0; index < text.length; index++) {
    const cost = MARKS.get(text.charCodeAt(index))
    if (cost === undefined) continue
    sum.marks++
    sum.cost += cost
  }
  return sum
}

function countLines(lines: readonly string[]) {
  // A line is compared with the lines before it in its paragraph.
  const count = { lines: lines.length, earlierLines: 0, blocks: 1, quotes: 0, items: 0, maxDepth: 0, cells: 0 }
  let columns = 0
  let paragraphLines = 0
  for (const line of lines) {
    const containers = (CONTAINERS.exec(line)?.[0] ?? '').replace(/[ \t\d]/g, '')
    const quotes = containers.replace(/[^>]/g, '').length
    count.quotes += quotes
    count.items += containers.length - quotes
    count.maxDepth = Math.max(count.maxDepth, containers.length)
    if (line.trim() === '') {
      columns = 0
      paragraphLines = 0
      count.blocks++
    } else if (line.includes('|') && TABLE_DELIMITER_ROW.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0)
    count.cells += columns
    count.earlierLines += paragraphLines++
  }
  return count
}
