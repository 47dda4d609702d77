import type { PlannerAction } from '../../contracts/action.ts'
import type { ActionSettings } from '../shape/action-options.ts'
import { canonicalAction } from './canonical-action.ts'
import { mayRepeatKeys } from './repeated-keys.ts'

/** What the direct path gives: the action where nothing of it needs a look, else the parsed value, or the news that it nests too deep. */
export type ParsedDirectly = { kind: 'action'; action: PlannerAction } | { kind: 'value'; value: unknown } | { kind: 'deep' }

/**
 * Parses clean output with JSON.parse; undefined sends the text to the tolerant way. That is also the way of every text in which
 * next_node, args, answer or raw_answer may stand twice in one object, which JSON.parse would decide differently, and of those in
 * which it may be wrong or gives what is no JSON.
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
