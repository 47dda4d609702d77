import { isRecord } from '@pf/core'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A cell or figure as text; whatever is no scalar comes out as its size. Never throws. */
export function cellText(value: unknown, format?: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value))
    return format === 'percent' ? percent.format(value) : format === 'compact' ? compact.format(value) : number.format(value)
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return `[${value.length}]`
  return typeof value === 'object' ? '{…}' : String(value)
}

/** A change as a signed percentage. */
export const changeText = (change: number) => `${change > 0 ? '+' : ''}${percent.format(change)}`

/** The string at a key; "" when it is missing or no string. */
export function textAt(record: unknown, key: string): string {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** The list at a key; empty when it is missing or no list. */
export function listAt(record: unknown, key: string): readonly unknown[] {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return Array.isArray(value) ? value : []
}

/** What stands at a key, looked up as an own property. */
export const valueAt = (record: unknown, key: string): unknown => (isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined)

/** A value that may be one thing or a list of them, as a list. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

/** `3 rows`, `1 row`. */
export const count = (amount: number, one: string) => `${number.format(amount)} ${one}${amount === 1 ? '' : 's'}`
