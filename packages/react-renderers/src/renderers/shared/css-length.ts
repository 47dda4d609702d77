const LENGTH = /^(\d{1,4}(?:\.\d{1,2})?)(px|rem|em|vw|vh|%)$/

/** A CSS length out of foreign text; undefined for anything else, `auto` and zero included. */
export function cssLength(value: unknown): string | undefined {
  const match = typeof value === 'string' ? LENGTH.exec(value) : null
  return match?.[1] && Number(match[1]) > 0 ? match[0] : undefined
}
