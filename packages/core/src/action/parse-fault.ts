/** Why what JSON.parse gave is not taken: it nests too deep, or it may differ from what the text says. */
export type ParseFault = 'deep' | 'doubtful' | undefined

const shortLength = 256
/** An escape; or what a number out of range needs in a short text, an exponent of two digits. */
const mayBeWrong = /\\|\d[eE]\+?\d\d/

/**
 * Looks through a parsed value for numbers that are out of range, too many levels, and keys with a backslash: JSON.parse of V8 13.6
 * takes a key written with an escape for one that came before and begins as the source does, and such a key has a backslash.
 */
export function parseFault(text: string, value: object, maxDepth: number): ParseFault {
  const isShort = text.length <= shortLength && text.length <= maxDepth * 2
  return isShort && !mayBeWrong.test(text) ? undefined : faultOf(value, maxDepth, text.includes('\\'))
}

/** Goes no deeper than is allowed itself. */
function faultOf(value: object, levels: number, escaped: boolean): ParseFault {
  if (levels === 0) return 'deep'
  return Array.isArray(value) ? faultOfItems(value, levels - 1, escaped) : faultOfMembers(value as Record<string, unknown>, levels - 1, escaped)
}

function faultOfItems(items: readonly unknown[], levels: number, escaped: boolean): ParseFault {
  for (const item of items) {
    if (isOutOfRange(item)) return 'doubtful'
    const fault = typeof item === 'object' && item !== null ? faultOf(item, levels, escaped) : undefined
    if (fault) return fault
  }
  return undefined
}

function faultOfMembers(members: Record<string, unknown>, levels: number, escaped: boolean): ParseFault {
  for (const key in members) {
    const item = members[key]
    if ((escaped && key.includes('\\')) || isOutOfRange(item)) return 'doubtful'
    const fault = typeof item === 'object' && item !== null ? faultOf(item, levels, escaped) : undefined
    if (fault) return fault
  }
  return undefined
}

function isOutOfRange(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
}
