import { formatPointer, type JsonObject, type JsonValue } from '@pf/core'
import { equalJson, getOwn, isRecord } from '@pf/core/internal'

type Path = readonly (string | number)[]

/**
 * Returns an RFC 6902 patch that changes `before` to `after`; empty if they are equal. It has the operations add, remove and replace. Lists
 * are compared by position; items that were added or removed at the end are operations of their own.
 */
export function diffJson(before: JsonValue, after: JsonValue): JsonObject[] {
  return diffAt([], before, after)
}

function diffAt(path: Path, before: JsonValue, after: JsonValue): JsonObject[] {
  if (before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(path, before, after)
  if (isRecord(before) && isRecord(after)) return diffObjects(path, before, after)
  return equalJson(before, after) ? [] : [{ op: 'replace', path: formatPointer(path), value: after }]
}

function diffObjects(path: Path, before: JsonObject, after: JsonObject): JsonObject[] {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const changed = Object.entries(after).flatMap(([key, value]): JsonObject[] => {
    const old = getOwn(before, key) as JsonValue | undefined
    return old === undefined ? [{ op: 'add', path: formatPointer([...path, key]), value }] : diffAt([...path, key], old, value)
  })
  return [...removed.map((key) => ({ op: 'remove', path: formatPointer([...path, key]) })), ...changed]
}

function diffLists(path: Path, before: JsonValue[], after: JsonValue[]): JsonObject[] {
  const common = Math.min(before.length, after.length)
  const changed = after.slice(0, common).flatMap((value, index) => diffAt([...path, index], before[index] ?? null, value))
  const added = after.slice(common).map((value) => ({ op: 'add', path: formatPointer([...path, '-']), value }))
  const removed = before.slice(common).map((_, index) => ({ op: 'remove', path: formatPointer([...path, before.length - 1 - index]) }))
  return [...changed, ...added, ...removed]
}
