import type { PlannerAction } from '../contracts/action.ts'
import type { ActionSettings } from './action-options.ts'
import { canonicalAction } from './canonical-action.ts'
import { parseFault } from './parse-fault.ts'
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
