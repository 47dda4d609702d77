import { isRecord } from '@pf/core/internal'

type Numbers = Record<'plain' | 'percent' | 'compact', Intl.NumberFormat>

/** Made when first used: bundlers keep what runs while a module loads. */
let numbers: Numbers | undefined
const format = (style: keyof Numbers, value: number) => {
  numbers ??= {
    plain: new Intl.NumberFormat('en', { maximumFractionDigits: 6 }),
    percent: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }),
    compact: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
  }
  return numbers[style].format(value)
}

/** A cell or figure as text; whatever is no scalar comes out as its size. Never throws. */
export function cellText(value: unknown, style?: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return format(style === 'percent' || style === 'compact' ? style : 'plain', value)
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return `[${value.length}]`
  return typeof value === 'object' ? '{…}' : String(value)
}

/** A change as a signed percentage. */
export const changeText = (change: number) => `${change > 0 ? '+' : ''}${format('percent', change)}`

/** The string at a key; "" when it is missing or no string. */
export function textAt(record: unknown, key: string): string {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** The list at a key; empty when it is missing or no list. */
export function listAt(record: unknown, key: string): readonly unknown[] {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return Array.isArray(value) ? dense(value) : []
}

const maxItems = 1_000_000

/** No list of JSON has holes, or is longer than any limit lets it be: others are filled and cut, so that every loop over them ends. */
const dense = (list: readonly unknown[]): readonly unknown[] =>
  list.length > maxItems || list.includes(undefined) ? Array.from(list.slice(0, maxItems)) : list

/** What stands at a key, looked up as an own property. */
export const valueAt = (record: unknown, key: string): unknown => (isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined)

/** A value that may be one thing or a list of them, as a list. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? dense(value) : value === undefined || value === null ? [] : [value])

/** `3 rows`, `1 row`. */
export const count = (amount: number, one: string) => `${format('plain', amount)} ${one}${amount === 1 ? '' : 's'}`
