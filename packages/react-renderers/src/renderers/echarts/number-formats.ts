import { isRecord } from '@pf/core/internal'
import { isYear, namesYears } from '../../format/figures.ts'
import { valueFormatter } from '../../format/value-formatter.ts'
import { listOf } from './option-values.ts'

type ValueFormat = (value: unknown) => string

/** Creates the number format for tooltips and labels. With `years`, the first of several values is a year. */
export function createValueFormat(locale: string | undefined, { years = false }: { years?: boolean } = {}): ValueFormat {
  const plain = valueFormatter('number', { locale })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  return (value) => {
    if (Array.isArray(value))
      return value.map((item, index) => (typeof item === 'number' && !(years && index === 0) ? plain(item) : String(item ?? '–'))).join(', ')
    if (typeof value !== 'number') return value === null || value === undefined ? '–' : String(value)
    return Math.abs(value) >= 1e9 ? compact.format(value) : plain(value)
  }
}

/** Creates the number format of an axis, which is compact when the largest value is long. */
export function createAxisFormat(locale: string | undefined, largest: number): ValueFormat {
  const style: Intl.NumberFormatOptions = largest >= 1e5 ? { notation: 'compact', maximumFractionDigits: 2 } : { maximumFractionDigits: 6 }
  const format = new Intl.NumberFormat(locale, style)
  return (value) => (typeof value === 'number' ? format.format(value) : String(value))
}

const SAMPLE = 20_000

/** The range of values that count as years without a matching name. */
const YEARS = { from: 1_800, to: 2_100 }

/**
 * True for a value axis of years, which have no separators: an axis whose name indicates years, or a horizontal axis whose values and
 * limits are all integers such as 2019.
 */
export function isYearAxis(axis: Readonly<Record<string, unknown>>, side: 'x' | 'y', series: readonly Readonly<Record<string, unknown>>[]): boolean {
  const values = [
    axis.min,
    axis.max,
    ...series.flatMap((one) =>
      listOf(one.data)
        .slice(0, SAMPLE)
        .map((item) => coordinate(item, side)),
    ),
  ]
  const numbers = values.filter((value) => typeof value === 'number')
  if (!numbers.every(isYear)) return false
  if (typeof axis.name === 'string' && namesYears(axis.name)) return true
  return side === 'x' && numbers.length > 0 && numbers.every((value) => value >= YEARS.from && value <= YEARS.to)
}

function coordinate(item: unknown, side: 'x' | 'y'): unknown {
  const value = isRecord(item) ? item.value : item
  if (Array.isArray(value)) return value[side === 'x' ? 0 : 1]
  return side === 'y' ? value : undefined
}

/** Estimates the largest absolute value of some series, including stacks. */
export function maxAbsoluteValue(series: readonly Record<string, unknown>[]): number {
  let largest = 0
  for (const one of series)
    for (const item of listOf(one.data).slice(0, SAMPLE)) {
      const value = isRecord(item) ? item.value : item
      for (const part of Array.isArray(value) ? value.slice(1) : [value]) if (typeof part === 'number') largest = Math.max(largest, Math.abs(part))
    }
  const stacked = series.filter((one) => typeof one.stack === 'string').length
  return largest * Math.max(1, stacked)
}
