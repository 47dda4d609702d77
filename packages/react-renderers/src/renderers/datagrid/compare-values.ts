import { parseTime, type ValueFormat } from '../../format/value-formatter.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Longer tables compare by code units: locale order costs ten times as much. */
const LOCALE_ROWS = 20_000

export type CompareValues = (a: unknown, b: unknown) => number

/** Order of a column's values: numbers by size, dates by time, text by the reader's alphabet, other kinds behind. */
export function valueOrder(format: ValueFormat, rows: number): CompareValues {
  const text: CompareValues = rows > LOCALE_ROWS ? byCodeUnits : (a, b) => collator.compare(String(a), String(b))
  const time = format === 'date' || format === 'datetime'
  return (a, b) => {
    const left = keyOf(a, time)
    const right = keyOf(b, time)
    if (typeof left === 'number' && typeof right === 'number') return left - right
    if (typeof left === 'string' && typeof right === 'string') return text(left, right)
    return typeof left === 'number' ? -1 : 1
  }
}

/** Nothing to sort by: such rows stay behind in either direction. */
export const isBlank = (value: unknown) => value === null || value === undefined || value === '' || Number.isNaN(value)

function keyOf(value: unknown, time: boolean): number | string {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (time) return parseTime(value) ?? String(value)
  if (typeof value === 'number') return value
  return typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : String(value)
}

function byCodeUnits(a: unknown, b: unknown): number {
  const left = String(a).toLowerCase()
  const right = String(b).toLowerCase()
  return left < right ? -1 : left > right ? 1 : 0
}
