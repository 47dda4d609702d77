import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { object } from './read.ts'

/** Applies an RFC 7396 merge with a limited depth. Below the limit, the patch replaces the value. */
function merge(base: JsonValue | undefined, patch: JsonValue, depth = 0): JsonValue {
  if (!isRecord(patch) || depth > 32) return patch
  const result = new Map(Object.entries(object(base)))
  for (const [key, value] of Object.entries(object(patch))) {
    if (value === null) result.delete(key)
    else result.set(key, merge(result.get(key), value, depth + 1))
  }
  return Object.fromEntries(result)
}

function append(base: JsonValue | undefined, chunk: JsonValue): JsonValue {
  if (Array.isArray(base)) return Array.isArray(chunk) ? [...base, ...chunk] : [...base, chunk]
  if (typeof base === 'string' && typeof chunk === 'string') return base + chunk
  return chunk
}

/** Applies a chunk of an artifact stream to the previous value, according to its mode. An unknown mode replaces the value. */
export function combine(base: JsonValue | undefined, chunk: JsonValue, mode: unknown): JsonValue {
  if (mode === 'append') return append(base, chunk)
  if (mode === 'merge') return merge(base, chunk)
  return chunk
}
