import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { checkDepth } from './measure-json.ts'
import { isRecord, setOwn } from './records.ts'

/**
 * Applies an RFC 7396 merge patch: members are replaced, null removes a member, and any value other than an object replaces the target. The
 * inputs are not modified, except for objects in `made`, which are changed in place; new objects are added to `made`. Throws PfError
 * `too_deep` beyond 1,000 levels, before any change.
 */
export function mergePatch(target: JsonValue, patch: JsonValue, made: WeakSet<object> = new WeakSet()): JsonValue {
  checkDepth(patch)
  return merge(target, patch, made)
}

function merge(target: JsonValue, patch: JsonValue, made: WeakSet<object>): JsonValue {
  if (!isRecord(patch)) return patch
  const merged = ownObject(target, made)
  for (const [key, value] of Object.entries(patch as JsonObject)) {
    if (value === null) delete merged[key]
    else setOwn(merged, key, merge(Object.hasOwn(merged, key) ? (merged[key] ?? null) : null, value, made))
  }
  return merged
}

function ownObject(target: JsonValue, made: WeakSet<object>): JsonObject {
  if (isRecord(target) && made.has(target)) return target as JsonObject
  const copy = isRecord(target) ? { ...(target as JsonObject) } : {}
  made.add(copy)
  return copy
}
