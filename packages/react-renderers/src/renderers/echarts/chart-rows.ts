import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type ChartTableMessages, chartTableMessages } from '../../messages/chart-table.ts'
import type { ChartTable } from '../chart/table-view.tsx'
import type { CleanOption } from './clean-option.ts'
import { listOf } from './option-values.ts'

type Fields = Record<string, unknown>

const MAX_ROWS = 10_000
const records = (value: unknown): Fields[] => listOf(value).filter(isRecord)
const text = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback)
const json = (value: unknown): JsonValue => (value === undefined || typeof value === 'function' ? null : (value as JsonValue))
const rawOf = (item: unknown): unknown => (isRecord(item) ? item.value : item)
const nameOf = (item: unknown): unknown => (isRecord(item) && item.name !== undefined ? item.name : rawOf(item))

/** Returns the data of a chart as a table; undefined if the chart has no tabular data. */
export function chartRows(option: CleanOption, messages = chartTableMessages): ChartTable | undefined {
  const table = fromDataset(option, messages) ?? fromSeries(option, messages)
  if (!table || table.rows.length === 0 || table.columns.length === 0) return undefined
  return table.rows.length > MAX_ROWS ? { ...table, rows: table.rows.slice(0, MAX_ROWS), total: table.rows.length } : table
}

function fromDataset(option: CleanOption, messages: ChartTableMessages): ChartTable | undefined {
  const source = records(option.dataset).find((dataset) => Array.isArray(dataset.source))?.source
  if (!Array.isArray(source) || source.length === 0) return undefined
  if (isRecord(source[0])) {
    const keys = [...new Set(source.slice(0, MAX_ROWS).filter(isRecord).flatMap(Object.keys))]
    return { columns: keys.map((key) => ({ field: key, header: key })), rows: source.filter(isRecord) as ChartTable['rows'] }
  }
  return fromMatrix(source, messages)
}

function fromMatrix(source: readonly unknown[], messages: ChartTableMessages): ChartTable | undefined {
  const lines = source.filter((line): line is unknown[] => Array.isArray(line))
  const head = lines[0]
  if (!head) return undefined
  const hasHeader = head.every((cell) => typeof cell === 'string')
  const columns = head.map((cell, index) => ({ field: `c${index}`, header: hasHeader ? String(cell) : messages.column(index + 1) }))
  return { columns, rows: lines.slice(hasHeader ? 1 : 0).map((line) => Object.fromEntries(columns.map(({ field }, index) => [field, json(line[index])]))) }
}

function fromSeries(option: CleanOption, messages: ChartTableMessages): ChartTable | undefined {
  const series = records(option.series)
  const type = series[0]?.type
  if (series.some((one) => Array.isArray(one.links) || Array.isArray(one.edges))) return fromLinks(series, messages)
  if (type === 'themeRiver') return fromRiver(option, series, messages)
  if (type === 'radar') return fromRadar(option, series, messages)
  if (type === 'boxplot' || type === 'candlestick') return fromStatistics(option, series[0] ?? {}, messages)
  if (type === 'heatmap') return fromHeatmap(option, series[0] ?? {}, messages)
  const category = categoryOf(option, messages)
  if (category) return fromCategories(category, series, messages)
  return option.xAxis || option.yAxis ? fromPoints(series, messages) : fromNames(series, messages)
}

interface Category {
  header: string
  values: readonly unknown[]
}

function categoryOf(option: CleanOption, messages: ChartTableMessages): Category | undefined {
  const axis = [...records(option.xAxis), ...records(option.yAxis)].find((one) => Array.isArray(one.data))
  return axis && { header: text(axis.name, messages.category), values: listOf(axis.data).map(rawOf) }
}

function fromCategories({ header, values }: Category, series: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const columns = series.map((one, index) => ({
    field: `s${index}`,
    header: text(one.name, series.length === 1 ? messages.value : messages.series(index + 1)),
  }))
  const byCategory = series.map((one) => categoryValues(one, values))
  const rows = values.map((value, at) => ({ c: json(value), ...Object.fromEntries(columns.map(({ field }, index) => [field, json(byCategory[index]?.[at])])) }))
  return { columns: [{ field: 'c', header }, ...columns], rows }
}

/** Returns the values of a series in the order of the categories. Pairs contain their category. */
function categoryValues(one: Fields, values: readonly unknown[]): unknown[] {
  const found: unknown[] = new Array(values.length).fill(null)
  const places = new Map(values.map((value, at) => [value, at] as const).reverse())
  listOf(one.data).forEach((item, index) => {
    const value = rawOf(item)
    if (!Array.isArray(value)) found[index] = value
    else {
      const at = typeof value[0] === 'number' ? value[0] : (places.get(value[0]) ?? -1)
      if (at >= 0 && at < values.length) found[at] = value[1]
    }
  })
  return found.slice(0, values.length)
}

function fromPoints(series: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const hasManySeries = series.length > 1
  const hasThirdValue = series.some((one) => listOf(one.data).some((item) => Array.isArray(rawOf(item)) && (rawOf(item) as unknown[]).length > 2))
  const rows = series.flatMap((one, index) =>
    listOf(one.data).flatMap((item) => {
      const value = rawOf(item)
      if (!Array.isArray(value)) return []
      return [{ s: text(one.name, messages.series(index + 1)), x: json(value[0]), y: json(value[1]), z: json(value[2]) }]
    }),
  )
  const columns = [
    ...(hasManySeries ? [{ field: 's', header: messages.seriesHead }] : []),
    { field: 'x', header: 'x' },
    { field: 'y', header: 'y' },
    ...(hasThirdValue ? [{ field: 'z', header: messages.size }] : []),
  ]
  return { columns, rows }
}

function fromNames(series: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const rows = series.flatMap((one) => flattenTree(listOf(one.data), '', 0))
  return {
    columns: [
      { field: 'name', header: messages.name },
      ...(rows.some(({ value }) => value !== null) ? [{ field: 'value', header: text(series[0]?.name, messages.value) }] : []),
    ],
    rows,
  }
}

/** Returns the table of a theme river with time, layer and value. */
function fromRiver(option: CleanOption, series: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const points = series.flatMap((one) => listOf(one.data).map((item) => listOf(rawOf(item))))
  return {
    columns: [
      { field: 'x', header: text(records(option.singleAxis)[0]?.name, messages.category) },
      { field: 'name', header: messages.name },
      { field: 'value', header: messages.value },
    ],
    rows: points.map(([x, value, name]) => ({ x: json(x), name: json(name), value: json(value) })),
  }
}

/** Converts a tree to rows with the path of each node that has a value or no children. */
function flattenTree(items: readonly unknown[], above: string, depth: number): Record<string, JsonValue>[] {
  if (depth > 16) return []
  return items.flatMap((item) => {
    if (!isRecord(item)) return typeof item === 'number' ? [{ name: null, value: item }] : []
    const name = above ? `${above} › ${text(item.name, '')}` : text(item.name, '')
    const below = flattenTree(listOf(item.children), name, depth + 1)
    const own = item.value === undefined && (below.length > 0 || name === '') ? [] : [{ name, value: json(item.value) }]
    return [...own, ...below]
  })
}

function fromLinks(series: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const rows = series.flatMap((one) =>
    records(one.links ?? one.edges).map((link) => ({ from: json(link.source), to: json(link.target), value: json(link.value) })),
  )
  return {
    columns: [
      { field: 'from', header: messages.from },
      { field: 'to', header: messages.to },
      { field: 'value', header: messages.value },
    ],
    rows,
  }
}

function fromRadar(option: CleanOption, series: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const indicators = records(records(option.radar)[0]?.indicator)
  const items = series.flatMap((one) => records(one.data))
  if (items.length > MAX_RADAR_COLUMNS) return fromManyItems(indicators, items, messages)
  const columns = items.map((item, index) => ({ field: `s${index}`, header: text(item.name, messages.series(index + 1)) }))
  const rows = indicators.map((indicator, at) => ({
    c: text(indicator.name, String(at + 1)),
    ...Object.fromEntries(columns.map(({ field }, index) => [field, json(listOf(items[index]?.value)[at])])),
  }))
  return { columns: [{ field: 'c', header: messages.dimension }, ...columns], rows }
}

const MAX_RADAR_COLUMNS = 50

/** Returns a table with one row for each value, for items that would need too many columns. */
function fromManyItems(indicators: readonly Fields[], items: readonly Fields[], messages: ChartTableMessages): ChartTable {
  const columns = indicators.map((indicator, at) => ({ field: `d${at}`, header: text(indicator.name, String(at + 1)) }))
  const rows = items.map((item, index) => ({
    c: text(item.name, messages.series(index + 1)),
    ...Object.fromEntries(columns.map(({ field }, at) => [field, json(listOf(item.value)[at])])),
  }))
  return { columns: [{ field: 'c', header: messages.name }, ...columns], rows }
}

const namesOf = (type: unknown, messages: ChartTableMessages): readonly string[] =>
  type === 'boxplot'
    ? [messages.minimum, messages.lowerQuartile, messages.median, messages.upperQuartile, messages.maximum]
    : [messages.open, messages.close, messages.low, messages.high]

function fromStatistics(option: CleanOption, one: Fields, messages: ChartTableMessages): ChartTable {
  const names = namesOf(one.type, messages)
  const category = categoryOf(option, messages)
  const rows = listOf(one.data).map((item, at) => {
    const value = listOf(rawOf(item))
    return { c: json(category?.values[at] ?? nameOf(item) ?? at + 1), ...Object.fromEntries(names.map((_, index) => [`f${index}`, json(value[index])])) }
  })
  return { columns: [{ field: 'c', header: category?.header ?? messages.category }, ...names.map((header, index) => ({ field: `f${index}`, header }))], rows }
}

function fromHeatmap(option: CleanOption, one: Fields, messages: ChartTableMessages): ChartTable {
  const label = (axis: unknown, at: unknown) => {
    const values = listOf(records(axis)[0]?.data)
    return json(typeof at === 'number' ? (rawOf(values[at]) ?? at) : at)
  }
  const rows = listOf(one.data).flatMap((item) => {
    const value = rawOf(item)
    return Array.isArray(value) ? [{ x: label(option.xAxis, value[0]), y: label(option.yAxis, value[1]), v: json(value[2]) }] : []
  })
  return {
    columns: [
      { field: 'x', header: text(records(option.xAxis)[0]?.name, messages.across) },
      { field: 'y', header: text(records(option.yAxis)[0]?.name, messages.down) },
      { field: 'v', header: text(one.name, messages.value) },
    ],
    rows,
  }
}
