import { isRecord } from '@pf/core/internal'
import { listOf } from './option-values.ts'

type ValueFormat = (value: unknown) => string

/** Creates the number format for tooltips and labels. */
export function createValueFormat(locale: string | undefined): ValueFormat {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  return (value) => {
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? plain.format(item) : String(item ?? '–'))).join(', ')
    if (typeof value !== 'number') return value === null || value === undefined ? '–' : String(value)
    return (Math.abs(value) >= 1e9 ? compact : plain).format(value)
  }
}

/** Creates the number format of an axis, which is compact when the largest value is long. */
export function createAxisFormat(locale: string | undefined, largest: number): ValueFormat {
  const style: Intl.NumberFormatOptions = largest >= 1e5 ? { notation: 'compact', maximumFractionDigits: 2 } : { maximumFractionDigits: 6 }
  const format = new Intl.NumberFormat(locale, style)
  return (value) => (typeof value === 'number' ? format.format(value) : String(value))
}

const SAMPLE = 20_000

/** An estimate of the largest absolute value of some series, including stacks. */
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
