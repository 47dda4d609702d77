import type { JsonValue } from '@pf/core'

/** Returns the approximate number of characters of a value as JSON. Counting stops above `maxChars`. */
export function charsOf(root: unknown, maxChars: number): number {
  const open: unknown[] = [root]
  let chars = 0
  while (open.length > 0 && chars <= maxChars) {
    const value = open.pop()
    if (typeof value === 'string') chars += value.length + 2
    else if (Array.isArray(value)) {
      chars += 2 + value.length
      for (const item of value) open.push(item)
    } else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) {
        chars += key.length + 4
        open.push(item)
      }
    else chars += 6
  }
  return chars
}

/** A shortened value. `clamped` is true if something was omitted. */
export interface Clamped {
  value: JsonValue
  clamped: boolean
}

interface Level {
  string: number
  items: number
  keys: number
  depth: number
}

/** Levels of shortening from weak to strong. The first level whose text fits is used. */
const levels: readonly Level[] = [
  { string: 8_000, items: 200, keys: 200, depth: 12 },
  { string: 2_000, items: 50, keys: 100, depth: 8 },
  { string: 500, items: 20, keys: 50, depth: 6 },
  { string: 120, items: 5, keys: 30, depth: 4 },
]

/** Shortens a JSON value so that its text has at most `maxChars` characters. The result is valid JSON and marks the omitted parts. */
export function clampJson(value: JsonValue, maxChars: number): Clamped {
  if (fits(value, maxChars)) return { value, clamped: false }
  for (const level of levels) {
    const cut = cutValue(value, level, 0)
    if (JSON.stringify(cut).length <= maxChars) return { value: cut, clamped: true }
  }
  const text = JSON.stringify(cutValue(value, { string: 120, items: 5, keys: 30, depth: 4 }, 0))
  return { value: `${text.slice(0, Math.max(0, Math.floor(maxChars / 2) - 40))}… (cut)`.toWellFormed(), clamped: true }
}

/**
 * True if the JSON text of a value has at most `maxChars` characters. The characters are counted exactly, but without building the text,
 * and counting stops above the limit, because the value may be very large.
 */
function fits(root: JsonValue, maxChars: number): boolean {
  const textLength = (text: string) => (text.length > maxChars ? text.length : JSON.stringify(text).length)
  const stack: JsonValue[] = [root]
  let size = 0
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value === 'string') size += textLength(value)
    else if (typeof value !== 'object' || value === null) size += String(value).length
    else {
      const members = Object.entries(value)
      // Two brackets, and a comma between members.
      size += 2 + Math.max(0, members.length - 1)
      for (const [key, member] of members) {
        if (size > maxChars) return false
        if (!Array.isArray(value)) size += textLength(key) + 1
        stack.push(member)
      }
    }
    if (size > maxChars) return false
  }
  return true
}

function cutValue(value: JsonValue, level: Level, depth: number): JsonValue {
  if (typeof value === 'string') return cutString(value, level.string)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= level.depth) return Array.isArray(value) ? `… (list of ${value.length})` : `… (object with ${Object.keys(value).length} keys)`
  return Array.isArray(value) ? cutList(value, level, depth) : cutObject(value, level, depth)
}

function cutString(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}… (${text.length - max} more characters)`
}

function cutList(list: JsonValue[], level: Level, depth: number): JsonValue {
  const kept = list.slice(0, level.items).map((item) => cutValue(item, level, depth + 1))
  return list.length <= level.items ? kept : [...kept, `… (${list.length - level.items} more items)`]
}

function cutObject(object: { [key: string]: JsonValue }, level: Level, depth: number): JsonValue {
  const entries = Object.entries(object)
  const kept = entries.slice(0, level.keys).map(([key, member]): [string, JsonValue] => [cutString(key, 200), cutValue(member, level, depth + 1)])
  if (entries.length > level.keys) kept.push(['…', `${entries.length - level.keys} more keys`])
  return Object.fromEntries(kept)
}
