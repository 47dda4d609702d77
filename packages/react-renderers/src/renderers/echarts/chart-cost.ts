import { isRecord } from '@pf/core/internal'
import { type LimitExceeded, limitOf } from '../chart/limit-exceeded.ts'
import { listOf } from './option-values.ts'
import { LARGE_SERIES, records } from './theme-context.ts'

type Fields = Record<string, unknown>

/** Maximum time for drawing a chart, in milliseconds on the machine on which the costs were measured. */
const BUDGET_MS = 500

/**
 * Cost of one element of a series in milliseconds. Measured in Chromium 156 on a two-core machine with charts of 700 × 400 px: the time of
 * `setOption` and of the first frames, divided by the number of elements. ECharts draws synchronously and cannot be interrupted.
 */
const elementMs: Readonly<Record<string, number>> = {
  line: 0.025,
  bar: 0.06,
  scatter: 0.06,
  effectScatter: 1,
  heatmap: 0.05,
  boxplot: 0.08,
  candlestick: 0.04,
  parallel: 0.01,
  pie: 0.3,
  funnel: 0.2,
  radar: 0.05,
  gauge: 2,
  treemap: 0.25,
  sunburst: 0.25,
  tree: 0.18,
  sankey: 0.16,
  graph: 0.1,
  chord: 0.1,
  themeRiver: 0.03,
}
/** The same costs for series with more than `LARGE_SERIES` elements. */
const largeElementMs: Readonly<Record<string, number>> = { line: 0.002, bar: 0.006, scatter: 0.004, candlestick: 0.02, heatmap: 0.02 }
/** Cost of an element with its own style or label. */
const OWN_STYLE_MS = 0.15
const MARK_MS = 0.5
const AXIS_MS = 8
const NAME_MS = 0.3
const PIECE_MS = 0.3
/** Cost of a character of a symbol path, for each point with that symbol. */
const PATH_MS = 0.0003
const RIVER_GAP_MS = 0.000_07
/** Cost of a filter condition for each row to which it is applied. */
const CONDITION_MS = 0.0002

interface Cost {
  elements: number
  ms: number
}

/** Returns the limit that a chart exceeds if its estimated time is above the budget; undefined if it can be drawn. */
export function findLimitExceeded(option: Fields): LimitExceeded | undefined {
  const rows = countDatasetRows(option.dataset)
  const parts = [...records(option.series).map((series) => seriesCost(series, rows)), ...records(option.dataset).map(datasetCost)]
  const total = parts.reduce((sum, part) => ({ elements: sum.elements + part.elements, ms: sum.ms + part.ms }), { elements: 0, ms: componentMs(option) })
  return limitOf({ count: total.elements, ms: total.ms, budgetMs: BUDGET_MS })
}

/** True for a series without its own data, which uses the rows of a dataset. */
export const usesDatasetRows = (series: Fields): boolean => ['data', 'nodes', 'links', 'edges'].every((key) => (series[key] ?? null) === null)

function seriesCost(series: Fields, rows: number): Cost {
  const type = String(series.type)
  const elements = usesDatasetRows(series) ? rows : countElements(series, 0)
  const each = (elements > LARGE_SERIES ? largeElementMs[type] : undefined) ?? elementMs[type] ?? 1
  const marks = ['markPoint', 'markLine', 'markArea'].reduce(
    (sum, key) => sum + records(series[key]).reduce((all, mark) => all + listOf(mark.data).length, 0),
    0,
  )
  const styled = listOf(series.data).filter(hasOwnStyle).length
  return {
    elements: elements + marks,
    ms: elements * each + forceMs(series) + riverGapsMs(series) + marks * MARK_MS + styled * OWN_STYLE_MS + pathMs(series, elements),
  }
}

const hasOwnStyle = (item: unknown) => isRecord(item) && (item.itemStyle !== undefined || (isRecord(item.label) && item.label.show === true))

/** Forces are computed between all pairs of nodes, several hundred times. */
function forceMs(series: Fields): number {
  const nodes = listOf(series.data ?? series.nodes).length
  return series.type === 'graph' && series.layout === 'force' ? nodes * nodes * 0.002 : 0
}

/** A layer without a point at some time is expensive, because ECharts searches for the point among all times of the layer. */
function riverGapsMs(series: Fields): number {
  if (series.type !== 'themeRiver') return 0
  const { points, times, layers } = readRiver(listOf(series.data))
  return Math.max(0, times * layers - points) * times * RIVER_GAP_MS
}

function pathMs(series: Fields, elements: number): number {
  const length = (symbol: unknown) => (typeof symbol === 'string' && symbol.startsWith('path://') ? symbol.length : 0)
  const own = listOf(series.data).reduce<number>((sum, item) => sum + (isRecord(item) ? length(item.symbol) : 0), 0)
  return (length(series.symbol) * elements + own) * PATH_MS
}

/** Transforms run for each row of the dataset that they read, including rows that are not drawn. */
function datasetCost(dataset: Fields, _: number, all: readonly Fields[]): Cost {
  const conditions = listOf(dataset.transform).reduce<number>((sum, transform) => sum + countConditions(transform, 0), 0)
  return { elements: conditions, ms: conditions * countDatasetRows(all) * CONDITION_MS }
}

function countConditions(value: unknown, depth: number): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countConditions(item, depth + 1), 0)
  return isRecord(value) && depth < 40 ? Object.values(value).reduce<number>((sum, inner) => sum + countConditions(inner, depth + 1), 1) : 0
}

/** Cost of the components around the series: axes with their ticks, names in the legend and pieces of a visual map. */
function componentMs(option: Fields): number {
  const axes = AXES.reduce((sum, key) => sum + listOf(option[key]).length, 0)
  const pieces = records(option.visualMap).reduce((sum, map) => sum + listOf(map.pieces).length, 0)
  return axes * AXIS_MS + records(option.series).length * NAME_MS + pieces * PIECE_MS
}

const AXES = ['xAxis', 'yAxis', 'singleAxis', 'parallelAxis', 'angleAxis', 'radiusAxis']

/** Returns the number of rows of the longest dataset, in row or column orientation. */
export const countDatasetRows = (dataset: unknown): number =>
  listOf(dataset).reduce<number>((max, item) => Math.max(max, isRecord(item) ? longestColumn(item.source) : 0), 0)

function longestColumn(source: unknown): number {
  if (Array.isArray(source)) return Math.max(source.length, listOf(source[0]).length)
  return isRecord(source) ? Object.values(source).reduce<number>((max, column) => Math.max(max, listOf(column).length), 0) : 0
}

function countElements(series: Fields, depth: number): number {
  const items = listOf(series.data ?? series.nodes)
  // Radar charts and parallel axes have few items with many values.
  if (series.type === 'radar' || series.type === 'parallel') return items.reduce<number>((sum, item) => sum + Math.max(1, valuesOf(item).length), 0)
  if (series.type === 'themeRiver') return countRiverPoints(items)
  return items.reduce<number>((sum, item) => sum + 1 + countChildren(item, depth), listOf(series.links ?? series.edges).length)
}

const valuesOf = (item: unknown) => listOf(isRecord(item) ? item.value : item)

/** Returns the number of points of a theme river, in which every layer has a point at every time. */
function countRiverPoints(items: readonly unknown[]): number {
  const { points, times, layers } = readRiver(items)
  return Math.max(points, times * layers)
}

function readRiver(items: readonly unknown[]): { points: number; times: number; layers: number } {
  const all = items.map(valuesOf)
  return { points: all.length, times: new Set(all.map(([time]) => time)).size, layers: new Set(all.map(([, , name]) => name)).size }
}

const countChildren = (item: unknown, depth: number): number =>
  isRecord(item) && Array.isArray(item.children) && depth < 40 ? countElements({ data: item.children }, depth + 1) : 0
