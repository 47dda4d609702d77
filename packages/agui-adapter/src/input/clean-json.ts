import type { JsonValue } from '@pf/core'

const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** True if the value has more than `limit` levels. It is computed without recursion. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item).filter(isContainer) : []))
  }
  return false
}

/** Copies parsed JSON without keys that could change a prototype and with storable texts. The depth must be checked before. */
export function cleanJson(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return isPrimitive(value) ? value : null
  const entries = Object.entries(value).map(([key, item]) => [storable(key), item] as const)
  return Object.fromEntries(entries.flatMap(([key, item]) => (unsafeKeys.has(key) ? [] : [[key, cleanJson(item)]])))
}

/** The keys that `cleanJson` drops, for messages. */
export const unsafeKeyNames = [...unsafeKeys].join(', ')

/** Returns the JSON Pointer of the first key of the value that `cleanJson` drops, or undefined if it drops none. The depth must be checked before. */
export function findUnsafeKey(value: unknown, pointer = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const own = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const found = !Array.isArray(value) && unsafeKeys.has(storable(key)) ? own : findUnsafeKey(item, own)
    if (found !== undefined) return found
  }
  return undefined
}

const isContainer = (value: unknown) => typeof value === 'object' && value !== null

const isPrimitive = (value: unknown): value is null | boolean | number | string => value === null || ['boolean', 'number', 'string'].includes(typeof value)

/** Removes characters that a store or model server may not accept: lone surrogates are replaced and NUL is deleted. Other text is returned unchanged. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Returns an id that is safe in store keys and in other ids: at most `maxLength` characters, well-formed, without control characters. Otherwise undefined. */
export function readId(value: unknown, maxLength: number): string | undefined {
  const valid = typeof value === 'string' && value !== '' && value.length <= maxLength && value.isWellFormed() && !hasControlCharacter(value)
  return valid ? value : undefined
}

const hasControlCharacter = (text: string) => [...text].some((char) => char < ' ' || char === '\u007f')
