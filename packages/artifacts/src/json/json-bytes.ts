import type { JsonValue } from '@pf/core'
import { utf8Length } from '@pf/core/internal'

const encoder = new TextEncoder()

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Returns the number of UTF-8 bytes of a value's JSON text. */
export function jsonBytes(value: JsonValue): number {
  return utf8Length(JSON.stringify(value))
}

/** True if a value's JSON text is certainly longer than `limit` characters. Reads no more of the value than that. */
export function isLongerThan(value: unknown, limit: number): boolean {
  let left = limit
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && left >= 0) {
    const next = waiting.pop()
    if (typeof next === 'string') left -= next.length + 2
    else if (Array.isArray(next)) left = queue(next, waiting, left)
    else if (typeof next === 'object' && next !== null) left = queueFields(next as Record<string, unknown>, waiting, left)
    else left -= 2
  }
  return left < 0
}

function queue(items: readonly unknown[], waiting: unknown[], left: number): number {
  const { length } = items
  for (let index = 0; index < length && index <= left; index++) waiting.push(items[index])
  return left - 2 - length
}

function queueFields(source: Record<string, unknown>, waiting: unknown[], left: number): number {
  let rest = left - 2
  for (const key in source) {
    rest -= key.length + 4
    if (rest < 0) break
    waiting.push(source[key])
  }
  return rest
}
