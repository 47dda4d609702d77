import { isRecord } from '@pf/core/internal'
import { axisIssue } from './axis-content.ts'
import { axisSeries, holdsFigure, isFilled, isReference, listed, type Props, shown } from './chart-values.ts'
import { datasetIssue } from './dataset-content.ts'
import { hiddenIssue, type LocatedSeries } from './hidden-series.ts'
import type { Invisible } from './notation-issues.ts'

/** The series that the renderer draws. */
const seriesTypes = [
  ...['bar', 'boxplot', 'candlestick', 'chord', 'effectScatter', 'funnel', 'gauge', 'graph', 'heatmap', 'line', 'parallel', 'pie', 'radar', 'sankey'],
  ...['scatter', 'sunburst', 'themeRiver', 'tree', 'treemap'],
]

/** Series whose values are figures; those of the others may be relations between names. */
const figureSeries = new Set(
  'bar boxplot candlestick effectScatter funnel gauge heatmap line parallel pie radar scatter themeRiver treemap sunburst'.split(' '),
)

/** Series that are drawn from nodes or links instead of figures. */
const networkSeries = new Set(['chord', 'graph', 'sankey'])

/** The fewest figures in one item of a series that needs several. */
const itemSizes: Readonly<Record<string, number>> = { heatmap: 3, candlestick: 4, boxplot: 5 }

/** Returns why an ECharts option would draw nothing, as far as that shows without drawing it. Values that are references count as data. */
export function chartIssue(option: Props): Invisible | undefined {
  const lists = seriesLists(option)
  if (lists.every(({ series }) => series.length === 0) && !(Array.isArray(option.options) && option.options.length === 0))
    return { at: ['option', 'series'], expected: 'at least one series, such as {"type": "bar", "data": [1, 2]}' }
  for (const { series, at, isList, whole } of lists) {
    for (const [index, one] of series.entries()) {
      const found = seriesIssue(one, whole, [...at, ...(isList ? [String(index)] : [])])
      if (found) return found
    }
  }
  if (option.timeline !== undefined || option.options !== undefined) return undefined
  const located = lists.flatMap(({ series, at, isList, whole }) =>
    series.map((one, index) => ({ series: one, option: whole, at: [...at, ...(isList ? [String(index)] : [])] })),
  )
  // A series that is a reference may be visible.
  return located.some(({ series }) => isReference(series)) ? undefined : hiddenIssue(located as LocatedSeries[])
}

interface SeriesList {
  series: readonly unknown[]
  at: string[]
  isList: boolean
  /** The option that the series belongs to, with what it takes from the base option of a timeline. */
  whole: Props
}

function seriesLists(option: Props): SeriesList[] {
  const listOf = (part: Props, at: string[], base: Props): SeriesList => {
    const { series } = part
    const list = Array.isArray(series) ? series : series === undefined || series === null ? [] : [series]
    return { series: list, at: [...at, 'series'], isList: Array.isArray(series), whole: { ...base, ...part } }
  }
  const base = isRecord(option.baseOption) ? option.baseOption : {}
  const steps = Array.isArray(option.options) ? option.options.filter(isRecord) : []
  const own = [listOf(option, ['option'], base), listOf(base, ['option', 'baseOption'], option)]
  const types = own.flatMap(({ series }) => series)
  // A step of a timeline changes series of the base option and may leave out their types.
  const changed = types.length > 0 ? [] : steps.map((step, index) => listOf(step, ['option', 'options', String(index)], { ...base, ...option }))
  return [...own, ...changed]
}

function seriesIssue(series: unknown, option: Props, at: string[]): Invisible | undefined {
  if (isReference(series)) return undefined
  if (!isRecord(series)) return { at, expected: 'a series, such as {"type": "bar", "data": [1, 2]}', received: shown(series) }
  const { type } = series
  if (typeof type !== 'string' || !seriesTypes.includes(type))
    return {
      at: [...at, 'type'],
      expected: `one of ${seriesTypes.join(', ')}${type === 'area' ? '; an area is a line with areaStyle' : ''}`,
      received: typeof type === 'string' ? type : typeof type,
    }
  return coordinateIssue(type, series, option) ?? axisIssue(type, series, option, at) ?? dataIssue(type, series, option, at)
}

function coordinateIssue(type: string, series: Props, option: Props): Invisible | undefined {
  const { coordinateSystem = 'cartesian2d' } = series
  const axes = option.xAxis ?? option.yAxis
  if (axisSeries.has(type) && coordinateSystem === 'cartesian2d' && axes === undefined)
    return { at: ['option'], expected: `xAxis and yAxis for a series of type ${type}` }
  if (type === 'radar' && !isReference(option.radar) && !listed(option.radar).some((radar) => isRecord(radar) && isFilled(radar.indicator)))
    return { at: ['option', 'radar', 'indicator'], expected: 'one entry for each value, such as {"name": "speed", "max": 10}' }
  if (type === 'parallel' && !isReference(option.parallelAxis) && listed(option.parallelAxis).length === 0)
    return { at: ['option', 'parallelAxis'], expected: 'one axis for each value, such as {"dim": 0, "name": "speed"}' }
  return undefined
}

function dataIssue(type: string, series: Props, option: Props, at: string[]): Invisible | undefined {
  const { data } = series
  if (isReference(data) || ['nodes', 'links', 'edges'].some((key) => isReference(series[key]))) return undefined
  if (data !== undefined && data !== null && !Array.isArray(data)) return { at: [...at, 'data'], expected: 'a list of values', received: shown(data) }
  if (networkSeries.has(type)) {
    const isEmpty = !isFilled(data) && !isFilled(series.nodes)
    return isEmpty ? { at: [...at, 'data'], expected: 'at least one node, such as {"name": "a"}' } : linksIssue(series, at)
  }
  if (['markLine', 'markPoint', 'markArea'].some((key) => series[key] !== undefined)) return undefined
  if (!Array.isArray(data)) return datasetIssue(series, option, at)
  if (!figureSeries.has(type)) return isFilled(data) ? undefined : { at: [...at, 'data'], expected: 'at least one item' }
  return figuresIssue(type, data, [...at, 'data'])
}

/** Checks that a link joins nodes. Its ends are names, ids or positions; a link with another end is left out. */
function linksIssue(series: Props, at: string[]): Invisible | undefined {
  const key = Array.isArray(series.links) ? 'links' : 'edges'
  const links = listed(series[key])
  const nodes = listed(Array.isArray(series.data) ? series.data : series.nodes)
  if (links.length === 0 || [...links, ...nodes].some(isReference)) return undefined
  const known = new Set(nodes.flatMap((node, index) => [index, ...(isRecord(node) ? [node.name, node.id] : [node])]).map(String))
  if (links.some((link) => !isRecord(link) || (known.has(String(link.source)) && known.has(String(link.target))))) return undefined
  return { at: [...at, key, '0'], expected: 'links between names of the nodes', received: shown(links[0]) }
}

function figuresIssue(type: string, data: readonly unknown[], at: string[]): Invisible | undefined {
  if (data.length === 0) return { at, expected: 'at least one value; say in the answer when there are none' }
  const size = itemSizes[type]
  if (size !== undefined && !data.some((item) => isReference(item) || figureCount(item) >= size))
    return { at, expected: `items of ${type === 'heatmap' ? '[x, y, value]' : `${size} numbers`}`, received: shown(data[0]) }
  if (type === 'pie' && data.every(isNegative)) return { at, expected: 'values above 0 for the slices of a pie', received: shown(data[0]) }
  if (data.some((item) => holdsFigure(item))) return undefined
  const [first] = data
  if (isRecord(first) && !Object.hasOwn(first, 'value') && !Object.hasOwn(first, 'children'))
    return { at: [...at, '0'], expected: '{"name": "a", "value": 5}', received: shown(first) }
  return { at, expected: 'numbers, without thousands separators or units', received: `text such as ${shown(first)}` }
}

const isNegative = (item: unknown): boolean => (isRecord(item) ? isNegative(item.value) : typeof item === 'number' && item < 0)

/** How many values an item has: `[x, y, value]` and `{"value": [x, y, value]}` have three. */
function figureCount(item: unknown): number {
  if (isRecord(item)) return figureCount(item.value)
  return Array.isArray(item) ? item.length : 1
}
