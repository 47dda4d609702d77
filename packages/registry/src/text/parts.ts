import { isRecord } from '@pf/core/internal'

type Numbers = Record<'plain' | 'percent' | 'compact', Intl.NumberFormat>

/** Created on first use, because bundlers keep code that runs while a module is loaded. */
let numbers: Numbers | undefined
const format = (style: keyof Numbers, value: number) => {
  numbers ??= {
    plain: new Intl.NumberFormat('en', { maximumFractionDigits: 6 }),
    percent: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }),
    compact: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
  }
  return numbers[style].format(value)
}

/** Returns a cell or figure as text. A value that is not a scalar is represented by its size. Never throws. */
export function cellText(value: unknown, style?: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return format(style === 'percent' || style === 'compact' ? style : 'plain', value)
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return `[${value.length}]`
  return typeof value === 'object' ? '{…}' : String(value)
}

/** Returns a change as a signed percentage. */
export const changeText = (change: number) => `${change > 0 ? '+' : ''}${format('percent', change)}`

/** Returns the string at a key; "" if it is missing or not a string. */
export function textAt(record: unknown, key: string): string {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** Returns the list at a key; an empty list if it is missing or not a list. */
export function listAt(record: unknown, key: string): readonly unknown[] {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return Array.isArray(value) ? dense(value) : []
}

const maxItems = 1_000_000

/** Fills holes and limits the length, so that every loop over the list ends. JSON lists have no holes and are shorter than this limit. */
const dense = (list: readonly unknown[]): readonly unknown[] =>
  list.length > maxItems || list.includes(undefined) ? Array.from(list.slice(0, maxItems)) : list

/** Returns the value of an own property, or undefined. */
export const valueAt = (record: unknown, key: string): unknown => (isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined)

/** Returns a value that may be a single item or a list as a list. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? dense(value) : value === undefined || value === null ? [] : [value])

/** Returns a count with its noun, such as `3 rows` or `1 row`. */
export const count = (amount: number, one: string) => `${format('plain', amount)} ${one}${amount === 1 ? '' : 's'}`
