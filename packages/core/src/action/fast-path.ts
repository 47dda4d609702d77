import type { PlannerAction } from '../contracts/action.ts'
import type { ActionSettings } from './action-options.ts'
import { canonicalAction } from './canonical-action.ts'
import { mayRepeatKeys } from './repeated-keys.ts'

/** What the direct path gives: the action where nothing of it needs a look, else the parsed value, or the news that it nests too deep. */
export type ParsedDirectly = { kind: 'action'; action: PlannerAction } | { kind: 'value'; value: unknown } | { kind: 'deep' }

/**
 * Parses clean output with JSON.parse; undefined sends the text to the tolerant way. That is also the way of every text in which
 * next_node, args, answer or raw_answer may stand twice in one object, which JSON.parse would decide differently.
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
  if (mayBeDeeper(trimmed, settings.maxDepth) && isDeeper(value, settings.maxDepth)) return { kind: 'deep' }
  const action = canonicalAction(trimmed, value as object, settings)
  if (action) return { kind: 'action', action }
  return mayRepeatKeys(trimmed, value as object) ? undefined : { kind: 'value', value }
}

function isBraced(text: string): boolean {
  return text.charCodeAt(0) === 123 && text.charCodeAt(text.length - 1) === 125
}

/** A level takes two characters at least, so that a short text needs no walk. */
function mayBeDeeper(text: string, levels: number): boolean {
  return text.length > levels * 2
}

/** True when the value has more levels than allowed; goes no deeper than that itself. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (!Array.isArray(value)) return hasDeeper(value as Record<string, unknown>, levels - 1)
  for (const item of value) if (typeof item === 'object' && isDeeper(item, levels - 1)) return true
  return false
}

function hasDeeper(value: Record<string, unknown>, levels: number): boolean {
  for (const key in value) {
    const item = value[key]
    if (typeof item === 'object' && isDeeper(item, levels)) return true
  }
  return false
}
