/** How much room a chart has: it is laid out anew in each, not scaled. */
export type ChartSize = 'narrow' | 'middle' | 'wide'

export const sizeOf = (width: number): ChartSize => (width < 420 ? 'narrow' : width < 640 ? 'middle' : 'wide')

const LENGTH = /^(\d{1,4}(?:\.\d{1,2})?)(px|rem|em|vh|vw|%)$/
const LOW = 120
const HIGH = 1_200

/** A height out of props in pixels where it says pixels, else as CSS, within bounds; `otherwise` for anything else. */
export function heightOf(value: unknown, otherwise: number): string {
  const match = typeof value === 'string' ? LENGTH.exec(value) : null
  const amount = Number(match?.[1])
  const unit = match?.[2]
  if (!match || !Number.isFinite(amount) || unit === '%' || unit === 'vw') return `${otherwise}px`
  return unit === 'px' ? `${Math.min(HIGH, Math.max(LOW, amount))}px` : `clamp(${LOW}px, ${amount}${unit}, ${HIGH}px)`
}

/** A width out of props, never wider than the box it stands in. */
export function widthOf(value: unknown): string {
  const match = typeof value === 'string' ? LENGTH.exec(value) : null
  if (!match || match[2] === 'vh') return '100%'
  return `min(100%, max(200px, ${match[1]}${match[2]}))`
}
