import type { JsonValue } from '@pf/core'
import { isRecord, walkJson } from '@pf/core/internal'

/** A copy of a value as JSON, or the reason why there is none. */
export type JsonCopy = { ok: true; value: JsonValue } | { ok: false; reason: 'not_json' | 'too_large' | 'too_deep' }

/** Copies a value as JSON if that loses nothing: no binary data, dates, functions, cycles or numbers that JSON does not have. */
export function jsonCopy(value: unknown, maxBytes = Number.POSITIVE_INFINITY): JsonCopy {
  try {
    for (const { value: part, key } of walkJson(value, { maxDepth: 150 })) if (!isPlain(part) || key === '__proto__') return { ok: false, reason: 'not_json' }
    const text = JSON.stringify(value)
    if (text.length > maxBytes) return { ok: false, reason: 'too_large' }
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch {
    return { ok: false, reason: 'too_deep' }
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value) || value === null || value === undefined) return true
  if (!isRecord(value)) return typeof value === 'string' || typeof value === 'boolean'
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
