import { formatPointer } from '@pf/core'
import { equalJson, isRecord } from '@pf/core/internal'

/** A location at which two requests differ. `recorded` and `sent` are excerpts of at most 80 characters as JSON, absent if there is no value. */
export interface RequestDifference {
  pointer: string
  /** For two strings: the offset of the first character that differs, in UTF-16 units. The excerpts begin at most 20 characters before it. */
  offset?: number
  recorded?: string
  sent?: string
}

/** Returns the first locations at which two JSON values differ, in the order of their members. `max` limits their number; default 10. */
export function compareRequests(recorded: unknown, sent: unknown, max = 10): RequestDifference[] {
  const found: RequestDifference[] = []
  collect({ recorded, sent }, [], (difference) => found.push(difference) < max)
  return found
}

type Pair = { recorded: unknown; sent: unknown }

/** Reports differences until `report` returns false. Returns false if it did. */
function collect({ recorded, sent }: Pair, path: string[], report: (difference: RequestDifference) => boolean): boolean {
  if (recorded === sent) return true
  const bothArrays = Array.isArray(recorded) && Array.isArray(sent)
  if (!bothArrays && !(isRecord(recorded) && isRecord(sent)))
    return equalJson(recorded, sent) || report({ pointer: formatPointer(path), ...excerpts({ recorded, sent }) })
  const keys = new Set([...Object.keys(recorded as object), ...Object.keys(sent as object)])
  return [...keys].every((key) => collect({ recorded: ownValue(recorded, key), sent: ownValue(sent, key) }, [...path, key], report))
}

const ownValue = (value: unknown, key: string) => (Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined)

function excerpts({ recorded, sent }: Pair): Omit<RequestDifference, 'pointer'> {
  if (typeof recorded !== 'string' || typeof sent !== 'string') return { ...excerpt('recorded', recorded), ...excerpt('sent', sent) }
  const offset = firstDifference(recorded, sent)
  const from = Math.max(0, offset - 20)
  return { offset, ...excerpt('recorded', recorded.slice(from)), ...excerpt('sent', sent.slice(from)) }
}

function excerpt(name: 'recorded' | 'sent', value: unknown): Partial<Record<'recorded' | 'sent', string>> {
  if (value === undefined) return {}
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : JSON.stringify(value)
  return { [name]: text.slice(0, 80) }
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}
