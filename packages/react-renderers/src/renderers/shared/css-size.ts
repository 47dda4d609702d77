const LENGTH = /^(\d{1,4}(?:\.\d{1,2})?)(px|rem|em|vw|vh|%)$/

/** Returns a CSS length; undefined for any other value, including `auto` and zero. */
export function cssLength(value: unknown): string | undefined {
  const match = typeof value === 'string' ? LENGTH.exec(value) : null
  return match?.[1] && Number(match[1]) > 0 ? match[0] : undefined
}

const SIZE = /^(\d{1,4}(?:\.\d{1,2})?)(px|rem|em|vh|vw|%)$/
const MIN_HEIGHT = 120
const MAX_HEIGHT = 1_200

/** Returns a CSS height within bounds, or `fallback` in pixels for invalid values. */
export function cssHeight(value: unknown, fallback: number): string {
  const match = typeof value === 'string' ? SIZE.exec(value) : null
  const amount = Number(match?.[1])
  const unit = match?.[2]
  if (!match || !Number.isFinite(amount) || unit === '%' || unit === 'vw') return `${fallback}px`
  return unit === 'px' ? `${Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, amount))}px` : `clamp(${MIN_HEIGHT}px, ${amount}${unit}, ${MAX_HEIGHT}px)`
}

/** Returns a CSS width that does not exceed the container. */
export function widthOf(value: unknown): string {
  const match = typeof value === 'string' ? SIZE.exec(value) : null
  if (!match || match[2] === 'vh') return '100%'
  return `min(100%, max(200px, ${match[1]}${match[2]}))`
}
