import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isRecord } from './is-record.ts'

/** RFC 7396 merge: members replace, null removes, everything but an object replaces the whole. The inputs stay as they are. */
export function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isRecord(patch)) return patch
  const merged = new Map(isRecord(target) ? Object.entries(target as JsonObject) : [])
  for (const [key, value] of Object.entries(patch as JsonObject)) {
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key) ?? null, value))
  }
  return Object.fromEntries(merged)
}
