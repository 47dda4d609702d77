const SAMPLE = 100
const MAX_WIDTH = 340
/** Room left and right of a cell's text, and for the mark beside a heading. */
const PADDING = 26
const SORT_MARK = 16

/** Pixels for a column: room for its header with the sort mark, and for what its first rows hold. */
export function columnWidth({ header, minWidth }: { header: string; minWidth: number }, texts: readonly string[], widthOf: (text: string) => number): number {
  const content = texts.slice(0, SAMPLE).reduce((widest, text) => Math.max(widest, widthOf(text)), 0)
  return Math.ceil(Math.max(minWidth, Math.min(MAX_WIDTH, Math.max(widthOf(header) + SORT_MARK, content) + PADDING)))
}
