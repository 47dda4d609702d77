import type { JsonObject, JsonValue } from '@pf/core'
import { getOwn, isRecord, setOwn } from '@pf/core/internal'

/** Adds to lists and objects in place where it made them itself, else to a copy: a chunk belongs to its sender. */
export interface Merger {
  append(list: JsonValue[], chunk: JsonValue): JsonValue[]
  /** RFC 7396, as core's `mergePatch`. */
  merge(target: JsonValue, patch: JsonValue): JsonValue
}

/** One merger a stream. */
export function createMerger(): Merger {
  const made = new WeakSet<object>()
  const own = <Value extends object>(value: Value): Value => {
    made.add(value)
    return value
  }
  const merge = (target: JsonValue, patch: JsonValue): JsonValue => {
    if (!isRecord(patch)) return patch
    const merged = ownObject(target)
    for (const key of Object.keys(patch)) {
      const value = patch[key] as JsonValue
      if (value === null) delete merged[key]
      else setOwn(merged, key, merge((getOwn(merged, key) as JsonValue | undefined) ?? null, value))
    }
    return merged
  }
  const ownObject = (target: JsonValue): JsonObject => {
    if (!isRecord(target)) return own({})
    return made.has(target) ? (target as JsonObject) : own({ ...(target as JsonObject) })
  }
  return {
    append(list, chunk) {
      const mine = made.has(list) ? list : own([...list])
      for (const item of Array.isArray(chunk) ? chunk : [chunk]) mine.push(item)
      return mine
    },
    merge,
  }
}
