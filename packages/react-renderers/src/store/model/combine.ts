import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { object } from './read.ts'

/** RFC 7396 with a bound on depth: deeper than JSON of ours may be, a patch replaces. */
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

/** Puts a chunk of an artifact stream to what came before, by its mode; an unknown mode replaces. */
export function combine(base: JsonValue | undefined, chunk: JsonValue, mode: unknown): JsonValue {
  if (mode === 'append') return append(base, chunk)
  if (mode === 'merge') return merge(base, chunk)
  return chunk
}
