const LENGTH = /^(\d{1,4}(?:\.\d{1,2})?)(px|rem|em|vw|vh|%)$/

/** A CSS length out of foreign text; undefined for anything else, `auto` and zero included. */
export function cssLength(value: unknown): string | undefined {
  const match = typeof value === 'string' ? LENGTH.exec(value) : null
  return match?.[1] && Number(match[1]) > 0 ? match[0] : undefined
}

const SIZE = /^(\d{1,4}(?:\.\d{1,2})?)(px|rem|em|vh|vw|%)$/
const MIN_HEIGHT = 120
const MAX_HEIGHT = 1_200

/** A height out of props in pixels where it says pixels, else as CSS, within bounds; `otherwise` for anything else. */
export function cssHeight(value: unknown, fallback: number): string {
  const match = typeof value === 'string' ? SIZE.exec(value) : null
  const amount = Number(match?.[1])
  const unit = match?.[2]
  if (!match || !Number.isFinite(amount) || unit === '%' || unit === 'vw') return `${fallback}px`
  return unit === 'px' ? `${Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, amount))}px` : `clamp(${MIN_HEIGHT}px, ${amount}${unit}, ${MAX_HEIGHT}px)`
}

/** A width out of props, never wider than the box it stands in. */
export function widthOf(value: unknown): string {
  const match = typeof value === 'string' ? SIZE.exec(value) : null
  if (!match || match[2] === 'vh') return '100%'
  return `min(100%, max(200px, ${match[1]}${match[2]}))`
}
