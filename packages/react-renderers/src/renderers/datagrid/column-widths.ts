const SAMPLE = 100
const MAX_WIDTH = 340
/** Horizontal padding of a cell, and the width of the sort mark in a header. */
const PADDING = 26
const SORT_MARK = 16

/** Width of a column in pixels, based on its header and its first rows. */
export function columnWidth({ header, minWidth }: { header: string; minWidth: number }, texts: readonly string[], widthOf: (text: string) => number): number {
  const content = texts.slice(0, SAMPLE).reduce((widest, text) => Math.max(widest, widthOf(text)), 0)
  return Math.ceil(Math.max(minWidth, Math.min(MAX_WIDTH, Math.max(widthOf(header) + SORT_MARK, content) + PADDING)))
}
