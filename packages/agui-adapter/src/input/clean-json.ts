import type { JsonValue } from '@pf/core'
import { storable } from './storable.ts'

const dropped = new Set(['__proto__', 'constructor', 'prototype'])

/** How deep the deepest value lies, found without recursion; stops counting above `limit`. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item).filter(isContainer) : []))
  }
  return false
}

/** A copy without keys that could reach a prototype, of texts that can be stored. For parsed JSON whose depth has been checked. */
export function cleanJson(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return isPlain(value) ? value : null
  const entries = Object.entries(value).map(([key, item]) => [storable(key), item] as const)
  return Object.fromEntries(entries.flatMap(([key, item]) => (dropped.has(key) ? [] : [[key, cleanJson(item)]])))
}

const isContainer = (value: unknown) => typeof value === 'object' && value !== null

const isPlain = (value: unknown): value is null | boolean | number | string => value === null || ['boolean', 'number', 'string'].includes(typeof value)
