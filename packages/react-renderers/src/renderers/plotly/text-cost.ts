import { isRecord } from '@pf/core/internal'

type Fields = Record<string, unknown>

/** Cost of a text, which is measured, and of each of its characters, in milliseconds. */
const TEXT_MS = 0.35
const CHARACTER_MS = 0.001
/** Cost of a tag or a line of a text, each of which becomes an element that is measured. */
const PART_MS = 0.1
/** Names of categories that an axis shows. */
const MAX_NAMES = 60

/** Returns the cost of the texts beside the points of a trace, and of the names of categories, in milliseconds. */
export function textsMs(trace: Fields, count: number): number {
  const own = [trace.text, trace.texttemplate].reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length * count : charactersOf(text, 0)), 0)
  const names = [trace.x, trace.y, trace.labels, trace.name].reduce<number>((sum, list) => sum + longest(list) * MAX_NAMES, 0)
  return count * TEXT_MS + (count > 0 ? own * CHARACTER_MS : 0) + names * CHARACTER_MS
}

/** Returns the cost of the tags and lines of all texts in a value, in milliseconds. */
export const textPartsMs = (value: unknown): number => countParts(value, 0) * PART_MS

/** Returns the cost of the characters of all texts in a value, in milliseconds. */
export const charactersMs = (value: unknown): number => charactersOf(value, 0) * CHARACTER_MS

function countParts(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.includes('<') ? value.split('<').length - 1 : 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + (typeof item === 'number' ? 0 : countParts(item, depth + 1)), 0)
  return isRecord(value) && depth < 16 ? Object.values(value).reduce<number>((sum, inner) => sum + countParts(inner, depth + 1), 0) : 0
}

function charactersOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + (typeof item === 'number' ? 0 : charactersOf(item, depth + 1)), 0)
  return isRecord(value) && depth < 16 ? Object.values(value).reduce<number>((sum, inner) => sum + charactersOf(inner, depth + 1), 0) : 0
}

const longest = (list: unknown): number =>
  typeof list === 'string'
    ? list.length
    : Array.isArray(list)
      ? list.reduce<number>((max, item) => (typeof item === 'string' && item.length > max ? item.length : max), 0)
      : 0
