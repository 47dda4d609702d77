import { parseTime, type ValueFormat } from '../../format/value-formatter.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Longer tables are ordered by code units: the reader's alphabet costs ten times as much. */
const LOCALE_ROWS = 20_000

/** Nothing to sort by: such rows stay behind in either direction. */
export const isBlank = (value: unknown) => value === null || value === undefined || value === '' || Number.isNaN(value)

interface SortRows<T> {
  rows: readonly T[]
  value: (row: T) => unknown
  format: ValueFormat
  desc: boolean
}

/** Rows by a column: numbers by size, dates by time, text by the reader's alphabet, mixed kinds apart, blanks last; equal ones keep their order. */
export function sortRows<T>({ rows, value, format, desc }: SortRows<T>): T[] {
  const time = format === 'date' || format === 'datetime'
  const large = rows.length > LOCALE_ROWS
  // Keys are made once: making them while comparing would cost them log n times.
  const keyed = rows.map((row, index) => ({ row, index, key: keyOf(value(row), time, large) }))
  const order = desc ? -1 : 1
  keyed.sort((a, b) => compare(a.key, b.key, { large, order }) || a.index - b.index)
  return keyed.map(({ row }) => row)
}

type Key = number | string | undefined

function compare(a: Key, b: Key, { large, order }: { large: boolean; order: number }): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return order * (a - b)
  if (typeof a === 'string' && typeof b === 'string') return order * (large ? (a < b ? -1 : a > b ? 1 : 0) : collator.compare(a, b))
  return typeof a === 'number' ? -order : order
}

function keyOf(value: unknown, time: boolean, large: boolean): Key {
  if (isBlank(value)) return undefined
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : String(value)
  if (time) return parseTime(value) ?? text
  return large ? text.toLowerCase() : text
}
