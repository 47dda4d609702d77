const SAMPLE = 100
const MOST = 340
/** Room left and right of a cell's text, and for the mark beside a heading. */
const PADDING = 26
const MARK = 16
const FONT = '13px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif'

let ruler: CanvasRenderingContext2D | null | undefined

/** Width of a text in pixels, measured on a canvas: asking the page would force a layout for every cell. */
export function textWidth(text: string): number {
  ruler ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!ruler) return roughWidth(text)
  ruler.font = FONT
  return ruler.measureText(shortened(text)).width
}

/** About how wide a text is, where nothing can be measured. */
export const roughWidth = (text: string): number => shortened(text).length * 8

const shortened = (text: string) => text.slice(0, 80)

/** Pixels for a column: room for its header with the sort mark, and for what its first rows hold. */
export function columnWidth({ header, minWidth }: { header: string; minWidth: number }, texts: readonly string[], widthOf: (text: string) => number): number {
  const content = texts.slice(0, SAMPLE).reduce((widest, text) => Math.max(widest, widthOf(text)), 0)
  return Math.ceil(Math.max(minWidth, Math.min(MOST, Math.max(widthOf(header) + MARK, content) + PADDING)))
}
