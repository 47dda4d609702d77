import type { PlannerAction } from '../../contracts/action.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { canonicalAction } from './canonical-action.ts'
import { mayRepeatKeys } from './repeated-keys.ts'

/** The result of reading with JSON.parse: a complete action, a value that still has to be read as one, or a value that nests too deep. */
export type ParsedDirectly = { kind: 'action'; action: PlannerAction } | { kind: 'value'; value: unknown } | { kind: 'deep' }

/**
 * Parses clean output with JSON.parse. Returns undefined for a text that has to be read by the tolerant scanner: one that is no JSON,
 * one in which `next_node`, `args`, `answer` or `raw_answer` may occur twice in one object, where JSON.parse would keep another value,
 * and one for which the result of JSON.parse may be wrong or no JSON.
 */
export function parseDirectly(text: string, settings: ActionSettings): ParsedDirectly | undefined {
  const trimmed = isBraced(text) ? text : text.trim()
  if (!isBraced(trimmed)) return undefined
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch {
    return undefined
  }
  const fault = parseFault(trimmed, value as object, settings.maxDepth)
  if (fault) return fault === 'deep' ? { kind: 'deep' } : undefined
  const action = canonicalAction(trimmed, value as object, settings)
  if (action) return { kind: 'action', action }
  return mayRepeatKeys(trimmed, value as object) ? undefined : { kind: 'value', value }
}

function isBraced(text: string): boolean {
  return text.charCodeAt(0) === 123 && text.charCodeAt(text.length - 1) === 125
}

/** Why the result of JSON.parse is not used: it nests too deep, or it may differ from the text. */
export type ParseFault = 'deep' | 'doubtful' | undefined

const shortLength = 256
/** An escape, or an exponent of two digits, without which a number in a short text cannot be out of range. */
const mayBeWrong = /\\|\d[eE]\+?\d\d/

/**
 * Searches a parsed value for numbers out of range, too many levels, and keys that contain a backslash. JSON.parse of V8 13.6 may
 * confuse a key that is written with an escape with an earlier key that starts with the same source text; such a key has a backslash.
 */
export function parseFault(text: string, value: object, maxDepth: number): ParseFault {
  const isShort = text.length <= shortLength && text.length <= maxDepth * 2
  return isShort && !mayBeWrong.test(text) ? undefined : faultOf(value, maxDepth, text.includes('\\'))
}

/** The recursion ends at the depth limit. */
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
