const SAMPLE = 100
const CHARACTER = 7.4
const WIDE_CHARACTER = 13.5
const MOST = 340

/** Wide scripts and symbols take about twice the room. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/gu

/** Room that a text takes, estimated: measuring would force a layout for every cell. */
export function textWidth(text: string): number {
  const head = text.slice(0, 80)
  const wide = head.match(WIDE)?.length ?? 0
  return (head.length - wide) * CHARACTER + wide * WIDE_CHARACTER
}

/** Pixels for a column: room for its header with the sort mark, and for what its first rows hold. */
export function columnWidth(header: string, texts: readonly string[], minWidth: number): number {
  const content = texts.slice(0, SAMPLE).reduce((widest, text) => Math.max(widest, textWidth(text)), 0)
  return Math.round(Math.max(minWidth, Math.min(MOST, Math.max(textWidth(header) + 22, content) + 18)))
}
