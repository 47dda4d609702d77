import { isRecord } from '@pf/core/internal'
import { hiddenIssue, type LocatedSeries } from './hidden-series.ts'
import type { Invisible } from './notation-issues.ts'

type Props = Record<string, unknown>

/** The series that the renderer draws. */
const seriesTypes = [
  ...['bar', 'boxplot', 'candlestick', 'chord', 'effectScatter', 'funnel', 'gauge', 'graph', 'heatmap', 'line', 'parallel', 'pie', 'radar', 'sankey'],
  ...['scatter', 'sunburst', 'themeRiver', 'tree', 'treemap'],
]

/** Series whose values are figures; those of the others may be relations between names. */
const figureSeries = new Set(
  'bar boxplot candlestick effectScatter funnel gauge heatmap line parallel pie radar scatter themeRiver treemap sunburst'.split(' '),
)

/** Series that are drawn on two axes unless they name another coordinate system. */
const axisSeries = new Set(['bar', 'boxplot', 'candlestick', 'effectScatter', 'heatmap', 'line', 'scatter'])

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

/** Checks that the axes of a series exist, and that the positions of its items are on them. */
function axisIssue(type: string, series: Props, option: Props, at: string[]): Invisible | undefined {
  if (!axisSeries.has(type) || (series.coordinateSystem ?? 'cartesian2d') !== 'cartesian2d') return undefined
  for (const [position, name] of (['xAxis', 'yAxis'] as const).entries()) {
    const axes = listed(option[name])
    const index = series[`${name}Index`] ?? 0
    if (typeof index !== 'number' || axes.some(isReference)) continue
    if (index > 0 && index >= axes.length) return { at: [...at, `${name}Index`], expected: `the position of an axis in ${name}`, received: String(index) }
    const found = positionsIssue(axes[index], series, { position, name, at })
    if (found) return found
  }
  return undefined
}

function positionsIssue(axis: unknown, { data }: Props, { position, name, at }: { position: number; name: string; at: string[] }): Invisible | undefined {
  const items = Array.isArray(data) ? data.slice(0, maxRowsRead).map((item: unknown) => (isRecord(item) && !isReference(item) ? item.value : item)) : []
  if (!isRecord(axis) || items.length === 0 || !items.every(Array.isArray)) return undefined
  const places = items.map((item: unknown[]) => item[position])
  const categories = listed(axis.data)
  const isOnAxis = placeCheck(axis.type, categories)
  if (!isOnAxis || places.some((place) => isReference(place) || isOnAxis(place))) return undefined
  const isNamed = axis.type === undefined || axis.type === 'category'
  const expected = isNamed ? `positions that ${name}.data names` : `positions for ${name} of type ${String(axis.type)}; names need type "category"`
  return { at: [...at, 'data'], expected, received: shown(places[0]) }
}

/** Returns the check of a position on an axis; undefined if every position fits. Numbers are positions in a list of categories. */
function placeCheck(type: unknown, categories: readonly unknown[]): ((place: unknown) => boolean) | undefined {
  if (type === 'time') return isTime
  if (type === 'value' || type === 'log') return (place) => holdsFigure(place)
  if (categories.length === 0 || categories.some(isReference)) return undefined
  const names = new Set(categories.map((category) => String(isRecord(category) ? category.value : category)))
  return (place) => typeof place === 'number' || names.has(String(place))
}

const isTime = (place: unknown) =>
  holdsFigure(place) || (typeof place === 'string' && /^\s*\d{4}(?!\d)/.test(place)) || !Number.isNaN(Date.parse(String(place)))

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

const maxDepth = 6
const maxRowsRead = 200

/** Looks for one figure or reference in the value of an item, or below it. A text counts when all of it is a number. */
function holdsFigure(value: unknown, depth = 0): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  if (typeof value === 'string') return value.trim() !== '' && Number.isFinite(Number(value))
  if (isReference(value) || depth > maxDepth) return true
  if (Array.isArray(value)) return value.some((item) => holdsFigure(item, depth + 1))
  return isRecord(value) && (holdsFigure(value.value, depth + 1) || (Array.isArray(value.children) && holdsFigure(value.children, depth + 1)))
}

/** Checks the rows of the dataset from which a series without data is drawn. */
function datasetIssue(series: Props, option: Props, at: string[]): Invisible | undefined {
  const { datasetIndex, encode } = series
  const dataset = listed(option.dataset)[typeof datasetIndex === 'number' ? datasetIndex : 0]
  if (dataset === undefined || dataset === null) return { at: [...at, 'data'], expected: 'data, or a dataset of the option' }
  if (!isRecord(dataset) || dataset.source === undefined || isReference(dataset) || isReference(dataset.source)) return undefined
  const source = ['option', 'dataset', ...(Array.isArray(option.dataset) ? [String(datasetIndex ?? 0)] : []), 'source']
  const { names, cells } = tableOf(dataset.source)
  if (cells.length === 0) return { at: source, expected: 'at least one row besides the header' }
  if (!cells.some((cell) => holdsFigure(cell))) return { at: source, expected: 'at least one column of numbers', received: shown(cells[0]) }
  const wanted = isRecord(encode) ? Object.values(encode).flatMap((value) => (Array.isArray(value) ? value : [value])) : []
  const unknown = wanted.find((name) => typeof name === 'string' && names.length > 0 && !names.includes(name))
  if (isFilled(dataset.dimensions)) return undefined
  if (unknown !== undefined) return { at: [...at, 'encode'], expected: `columns of the dataset: ${names.slice(0, 20).join(', ')}`, received: String(unknown) }
  const without = isRecord(encode) ? figureColumns(series, option).find((key) => hasNoFigure(encode[key], dataset.source, names)) : undefined
  return without === undefined
    ? undefined
    : { at: [...at, 'encode', without], expected: 'a column of numbers', received: String(listed(isRecord(encode) ? encode[without] : undefined)[0]) }
}

/** The members of `encode` that name columns of figures: those of value axes, and the value of a series without axes. */
function figureColumns(series: Props, option: Props): string[] {
  if (!axisSeries.has(String(series.type))) return ['value']
  if ((series.coordinateSystem ?? 'cartesian2d') !== 'cartesian2d') return []
  const axisOf = (name: 'xAxis' | 'yAxis') => listed(option[name])[Number(series[`${name}Index`] ?? 0)]
  const [across, up] = [axisOf('xAxis'), axisOf('yAxis')]
  // An axis without a type may become one of names, but not both of them.
  if (isNamed(across)) return isNamed(up) || isTimed(up) ? [] : ['y']
  return isNamed(up) && !isTimed(across) ? ['x'] : []
}

const isNamed = (axis: unknown) => isRecord(axis) && (axis.type === 'category' || (axis.type === undefined && axis.data !== undefined))
const isTimed = (axis: unknown) => isRecord(axis) && axis.type === 'time'

/** True if a named column of a table has no figure in any row. */
function hasNoFigure(column: unknown, source: unknown, names: readonly string[]): boolean {
  const [name] = listed(column)
  if (typeof name !== 'string' || !names.includes(name)) return false
  if (isRecord(source)) return !listed(source[name]).some((cell) => holdsFigure(cell))
  // A figure may be in a row that is not read.
  if (!Array.isArray(source) || source.length > maxRowsRead || source.some(isReference)) return false
  const cells = source.map((row: unknown) => (isRecord(row) ? row[name] : Array.isArray(row) ? row[names.indexOf(name)] : undefined))
  return !cells.some((cell) => holdsFigure(cell))
}

/** The names of the columns and the cells of the first rows, of rows as objects, rows as lists and columns as lists. */
function tableOf(source: unknown): { names: string[]; cells: unknown[] } {
  if (isRecord(source)) return { names: Object.keys(source), cells: Object.values(source).flatMap((column) => listed(column).slice(0, maxRowsRead)) }
  if (!Array.isArray(source)) return { names: [], cells: [] }
  const rows = source.slice(0, maxRowsRead)
  if (rows.some(isReference)) return { names: [], cells: rows }
  const [first] = rows
  if (isRecord(first)) {
    const records = rows.filter(isRecord)
    return { names: [...new Set(records.flatMap((row) => Object.keys(row)))], cells: records.flatMap((row) => Object.values(row)) }
  }
  const hasHeader = Array.isArray(first) && first.every((cell) => typeof cell === 'string')
  return { names: hasHeader ? first : [], cells: rows.slice(hasHeader ? 1 : 0).flatMap(listed) }
}

/** Whether a value is a reference to data: one that a model wrote, or one to a stored artifact in place of a large value. */
export const isReference = (value: unknown): boolean =>
  isRecord(value) && (Object.hasOwn(value, '$artifact') || (typeof value.artifact_id === 'string' && typeof value.sha256 === 'string'))

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
const isFilled = (value: unknown): boolean => isReference(value) || (Array.isArray(value) && value.length > 0)
const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)
