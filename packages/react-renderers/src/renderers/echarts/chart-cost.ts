import { isRecord } from '@pf/core/internal'
import { type LimitExceeded, limitOf } from '../chart/limit-exceeded.ts'
import { AXES, axesCost, type ChartCost } from './axis-cost.ts'
import { countDatasetRows, countElements, readRiver, usesDatasetRows } from './count-elements.ts'
import { listOf } from './option-values.ts'
import { breaksTexts, longestText, type TextContext, templatesMs, textMs } from './text-cost.ts'
import { type Fields, LARGE_SERIES, LONG_LINE, records } from './theme-context.ts'

/** Maximum time for drawing a chart, in milliseconds on the machine on which the costs were measured. */
const BUDGET_MS = 500

/**
 * Cost of one element of a series in milliseconds. Measured in Chromium 156 on a two-core machine with charts of 700 × 400 px: the time of
 * `setOption` and of the first frames, divided by the number of elements. ECharts draws synchronously and cannot be interrupted.
 */
const elementMs: Readonly<Record<string, number>> = {
  bar: 0.065,
  scatter: 0.07,
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
const largeElementMs: Readonly<Record<string, number>> = { bar: 0.007, scatter: 0.006, candlestick: 0.02, heatmap: 0.02 }
/** Cost of a point of a line for the points that are drawn, which are at most as many as pixels, and for all others, which are only read. */
const LINE_POINT_MS = 0.025
const SAMPLED_POINT_MS = 0.002
/** Types of series whose elements have labels unless they are turned off. */
const labelledTypes: ReadonlySet<unknown> = new Set(['pie', 'funnel', 'gauge', 'treemap', 'sunburst', 'tree', 'sankey', 'chord', 'themeRiver'])
const STATES = ['emphasis', 'blur', 'select']
/** Cost of an element with its own style or label. */
const OWN_STYLE_MS = 0.15
const MARK_MS = 0.5
const SERIES_MS = 2
const PIECE_MS = 0.3
/** Cost of a character in the path of a symbol, for each point that has the symbol. */
const PATH_MS = 0.0003
const RIVER_GAP_MS = 0.000_07
/** Cost of a filter condition for each row to which it is applied. */
const CONDITION_MS = 0.0002
/** Cost of an element for each data zoom and visual map, which read all elements. */
const READ_MS = 0.0005
/** Cost of a stacked value for each pair of series in its stack. */
const STACKED_MS = 0.000_05
/** Cost of a column of a dataset for each series that reads the dataset. */
const COLUMN_MS = 0.001

/** Returns the limit that a chart exceeds if its estimated time is above the budget; undefined if it can be drawn. */
export function findLimitExceeded(option: Fields): LimitExceeded | undefined {
  const { elements, ms } = estimateCost(option)
  return limitOf({ count: elements, ms, budgetMs: BUDGET_MS })
}

/** Estimates the time for drawing a sanitized option, from its elements and from everything that is repeated for each of them. */
export function estimateCost(option: Fields): ChartCost {
  const rows = countDatasetRows(option.dataset)
  const series = records(option.series).map((one) => ({ one, elements: countElements(one, rows) }))
  const texts = textContext(option)
  const elements = series.reduce((sum, each) => sum + each.elements, 0)
  const path = longestPath(option, 0)
  const drawnMs = series.reduce((sum, each) => sum + seriesMs(each.one, { ...each, texts, path }), 0)
  const readers = listOf(option.dataZoom).length + listOf(option.visualMap).length
  const marks = series.reduce((sum, { one }) => sum + countMarks(one), 0)
  const axes = axesCost(option, texts)
  return {
    elements: elements + marks + axes.elements,
    ms: drawnMs + axes.ms + datasetMs(option, rows) + stackMs(series) + elements * readers * READ_MS + componentMs(option, texts),
  }
}

/** Names are in the data of series and axes, and in datasets. */
function textContext(option: Fields): TextContext {
  const named = [...records(option.series), ...AXES.flatMap((key) => records(option[key]))]
  const lists = [...named.flatMap(({ data, nodes, name }) => [data, nodes, name]), ...records(option.dataset).map(({ source }) => source)]
  return { isBroken: breaksTexts(option), nameLength: lists.reduce<number>((max, list) => Math.max(max, longestText(list)), 0) }
}

interface SeriesContext {
  elements: number
  texts: TextContext
  /** Length of the longest path of a symbol in the option. */
  path: number
}

function seriesMs(series: Fields, { elements, texts, path }: SeriesContext): number {
  const type = String(series.type)
  const { data, nodes, links, edges, ...settings } = series
  const templateMs = templatesMs(settings, texts)
  const isLabelled = hasLabels(series)
  const items = [data, nodes, links, edges].reduce<number>((sum, list) => sum + itemsMs(list, { texts, isLabelled, templateMs }), 0)
  const marksMs = countMarks(series) * (MARK_MS + ['markPoint', 'markLine', 'markArea'].reduce((sum, key) => sum + templatesMs(series[key], texts), 0))
  // Long lines have no symbols.
  const symbols = type === 'line' && elements > LONG_LINE ? 0 : elements
  return (
    SERIES_MS +
    countColumns(data) * COLUMN_MS +
    elementsMs(type, elements) +
    symbols * path * PATH_MS +
    forceMs(series) +
    riverGapsMs(series) +
    marksMs +
    (isLabelled ? elements * templateMs : 0) +
    items
  )
}

function elementsMs(type: string, elements: number): number {
  if (type === 'line') return Math.min(elements, LONG_LINE) * LINE_POINT_MS + elements * SAMPLED_POINT_MS
  return elements * ((elements > LARGE_SERIES ? largeElementMs[type] : undefined) ?? elementMs[type] ?? 1)
}

/** True if the elements of a series have labels, normally or while the pointer is on one of them. */
const hasLabels = (series: Fields): boolean =>
  labelledTypes.has(series.type) ||
  [series, ...STATES.flatMap((state) => records(series[state]))].some(({ label, edgeLabel }) => isShown(label) || isShown(edgeLabel))

const isShown = (label: unknown) => isRecord(label) && label.show === true

interface ItemContext {
  texts: TextContext
  /** True if all items of the series have labels. */
  isLabelled: boolean
  /** Cost of the templates of the series for one label. */
  templateMs: number
}

/** Cost of what items of data have of their own: styles, labels, symbols and names. */
function itemsMs(items: unknown, context: ItemContext, depth = 0): number {
  return listOf(items).reduce<number>((sum, item) => (typeof item === 'object' ? sum + itemMs(item, context, depth) : sum), 0)
}

function itemMs(item: unknown, context: ItemContext, depth: number): number {
  if (!isRecord(item)) return 0
  const { texts, isLabelled, templateMs } = context
  const { children, ...own } = item
  const hasOwnLabel = hasLabels(own)
  const hasOwnStyle = own.itemStyle !== undefined || own.lineStyle !== undefined || hasOwnLabel
  const shared = hasOwnLabel && !isLabelled ? templateMs : 0
  const label = isLabelled || hasOwnLabel ? textMs(own.name, texts) + templatesMs(own, texts) + shared : 0
  const inner = Array.isArray(children) && depth < 40 ? itemsMs(children, context, depth + 1) : 0
  return (hasOwnStyle ? OWN_STYLE_MS : 0) + label + pathLength(own.symbol) * PATH_MS + inner
}

const pathLength = (symbol: unknown) => (typeof symbol === 'string' && symbol.startsWith('path://') ? symbol.length : 0)

/** The length of the longest path of a symbol, without the symbols of single items. A visual map can give a symbol to each element. */
function longestPath(value: unknown, depth: number): number {
  if (typeof value === 'string') return pathLength(value)
  if (depth > 8) return 0
  if (Array.isArray(value)) return value.length > 200 ? 0 : value.reduce<number>((max, item) => Math.max(max, longestPath(item, depth + 1)), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce((max, [key, inner]) => (key === 'data' || key === 'nodes' ? max : Math.max(max, longestPath(inner, depth + 1))), 0)
}

const countMarks = (series: Fields): number =>
  ['markPoint', 'markLine', 'markArea'].reduce((sum, key) => sum + records(series[key]).reduce((all, mark) => all + listOf(mark.data).length, 0), 0)

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

/** Each value of a stack is added to those of the series below it. */
function stackMs(series: readonly { one: Fields; elements: number }[]): number {
  const stacks = new Map<unknown, { series: number; elements: number }>()
  for (const { one, elements } of series) {
    if (one.stack === undefined) continue
    const stack = stacks.get(one.stack) ?? { series: 0, elements: 0 }
    stacks.set(one.stack, { series: stack.series + 1, elements: stack.elements + elements })
  }
  return [...stacks.values()].reduce((sum, stack) => sum + stack.series * stack.elements * STACKED_MS, 0)
}

/** Transforms run for each row of the dataset that they read, including rows that are not drawn. */
function datasetMs(option: Fields, rows: number): number {
  const datasets = records(option.dataset)
  const conditions = datasets.reduce((sum, { transform }) => sum + listOf(transform).reduce<number>((all, one) => all + countConditions(one, 0), 0), 0)
  const readers = records(option.series).filter(usesDatasetRows).length
  const columns = datasets.reduce((max, { source, dimensions }) => Math.max(max, countColumns(source), listOf(dimensions).length), 0)
  return conditions * rows * CONDITION_MS + readers * columns * COLUMN_MS
}

function countColumns(source: unknown): number {
  const first = Array.isArray(source) ? source[0] : source
  return Array.isArray(first) ? first.length : isRecord(first) ? Object.keys(first).length : 0
}

function countConditions(value: unknown, depth: number): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countConditions(item, depth + 1), 0)
  return isRecord(value) && depth < 40 ? Object.values(value).reduce<number>((sum, inner) => sum + countConditions(inner, depth + 1), 1) : 0
}

/** Maximum number of names in a legend, which the theme hides if there are more. */
const MAX_LEGEND_NAMES = 60

/** Cost of legends, visual maps and tooltips. */
function componentMs(option: Fields, texts: TextContext): number {
  const pieces = records(option.visualMap).reduce((sum, map) => sum + listOf(map.pieces).length + Number(map.splitNumber ?? 0), 0)
  const repeated = templatesMs([option.legend, option.visualMap, option.tooltip, option.dataZoom], texts)
  return pieces * PIECE_MS + repeated * MAX_LEGEND_NAMES
}
