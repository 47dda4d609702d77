import { isRecord } from '@pf/core/internal'
import { compactDay, parseCalendarDate } from '../../format/calendar.ts'
import { listOf } from './option-values.ts'

type Fields = Record<string, unknown>

const sides = ['xAxis', 'yAxis'] as const

/**
 * Converts numbers on time axes that stand for days to the names of the days, which every time zone shows alike: `20240115`, which ECharts
 * would read as a time in 1970, and milliseconds if all of them are midnight UTC.
 */
export function withDays(series: Fields, option: Fields): Fields {
  if (!Array.isArray(series.data)) return series
  let data: readonly unknown[] = series.data
  for (const [position, side] of sides.entries()) {
    const index = series[`${side}Index`]
    const axis: unknown = listOf(option[side])[typeof index === 'number' ? index : 0]
    if (isRecord(axis) && axis.type === 'time') data = daysAt(data, position)
  }
  return data === series.data ? series : { ...series, data }
}

/** Converts the columns of a dataset whose rows are lists or objects, if the option has a time axis and all numbers of the column are compact days. */
export function withDayColumns(dataset: Fields, option: Fields): Fields {
  const hasTime = sides.some((side) => listOf(option[side]).some((axis) => isRecord(axis) && axis.type === 'time'))
  const { source } = dataset
  if (!hasTime || !Array.isArray(source)) return dataset
  const rows: unknown[] = source
  const keys = new Set(rows.slice(0, SAMPLE).flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : [])))
  const dated = [...keys].filter((key) => {
    const figures = rows.map((row) => cellOf(row, key)).filter((cell) => typeof cell === 'number')
    return figures.length > 0 && figures.every((cell) => compactDay(cell) !== undefined)
  })
  return dated.length === 0 ? dataset : { ...dataset, source: rows.map((row) => withDayCells(row, dated)) }
}

const SAMPLE = 100
const cellOf = (row: unknown, key: string): unknown => (typeof row === 'object' && row !== null && Object.hasOwn(row, key) ? Reflect.get(row, key) : undefined)

function withDayCells(row: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(row)) return row.map((cell, index) => (keys.includes(String(index)) ? dayName(cell) : cell))
  return isRecord(row) ? Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, keys.includes(key) ? dayName(cell) : cell])) : row
}

function daysAt(items: readonly unknown[], position: number): readonly unknown[] {
  const valueIn = (item: unknown) => (isRecord(item) ? item.value : item)
  const times = items.flatMap((item) => {
    const value = valueIn(item)
    return Array.isArray(value) && typeof value[position] === 'number' ? [value[position]] : []
  })
  if (times.length === 0 || !times.every((time) => parseCalendarDate(time, { midnight: true }))) return items
  const changed = (value: unknown) => (Array.isArray(value) ? value.map((one, index) => (index === position ? dayName(one) : one)) : value)
  return items.map((item) => (isRecord(item) ? { ...item, value: changed(item.value) } : changed(item)))
}

function dayName(value: unknown): unknown {
  const date = typeof value === 'number' ? parseCalendarDate(value, { midnight: true }) : undefined
  return date ? new Date(date.time).toISOString().slice(0, 10) : value
}
