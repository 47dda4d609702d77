import { isRecord } from '@pf/core/internal'
import type { LimitExceeded } from '../chart/limit-exceeded.ts'
import { listOf } from './option-values.ts'

type Fields = Record<string, unknown>

/** Parts of one series whose places depend on each other: more of them keep the page from answering. */
const maxPartsByType: ReadonlyMap<unknown, number> = new Map([
  ['pie', 4_000],
  ['funnel', 4_000],
  ['treemap', 4_000],
  ['sunburst', 4_000],
  ['tree', 3_000],
  ['themeRiver', 20_000],
  ['sankey', 3_000],
  ['radar', 400],
])

/** What a chart has too much of, in the first of its series that is too large; undefined where all of it can be drawn. */
export function findLimitExceeded(option: Fields): LimitExceeded | undefined {
  const rows = countDatasetRows(option.dataset)
  for (const series of listOf(option.series)) {
    const max = isRecord(series) ? maxPartsByType.get(series.type) : undefined
    if (!isRecord(series) || max === undefined) continue
    const count = usesDatasetRows(series) ? rows : countParts(series, 0)
    if (count > max) return { count, max }
  }
  return undefined
}

/** Series without data of their own, whose parts are the rows of a dataset. */
const usesDatasetRows = (series: Fields): boolean => labelledTypes.has(series.type) && (series.data === undefined || series.data === null)

/** Rows of the longest dataset, whichever way it lies. */
export const countDatasetRows = (dataset: unknown): number =>
  listOf(dataset).reduce<number>((max, item) => Math.max(max, isRecord(item) ? longestColumn(item.source) : 0), 0)

function longestColumn(source: unknown): number {
  if (Array.isArray(source)) return Math.max(source.length, listOf(source[0]).length)
  return isRecord(source) ? Object.values(source).reduce<number>((max, column) => Math.max(max, listOf(column).length), 0) : 0
}

function countParts(series: Fields, depth: number): number {
  const items = listOf(series.data ?? series.nodes)
  // A radar has few items of many values.
  if (series.type === 'radar') return Math.max(items.length, ...items.slice(0, 400).map((item) => listOf(isRecord(item) ? item.value : item).length))
  if (series.type === 'themeRiver') return countRiverPoints(items)
  return items.reduce<number>((sum, item) => sum + 1 + countChildren(item, depth), listOf(series.links ?? series.edges).length)
}

/** Every layer of a river has a place at every time, whether it is given or not. */
function countRiverPoints(points: readonly unknown[]): number {
  const all = points.map((point) => listOf(isRecord(point) ? point.value : point))
  return new Set(all.map(([time]) => time)).size * new Set(all.map(([, , name]) => name)).size
}

const countChildren = (item: unknown, depth: number): number =>
  isRecord(item) && Array.isArray(item.children) && depth < 40 ? countParts({ data: item.children }, depth + 1) : 0

/** Labels beside slices are moved apart one by one: that many nobody could read. */
const MAX_LABELLED = 300
const labelledTypes = new Set<unknown>(['pie', 'funnel'])
const MAX_FORCE_NODES = 300
const MAX_FORCE_LINKS = 1_000

/**
 * A force layout of a large graph would hold the page for seconds: it is drawn as a circle, and hundreds of slices without labels.
 * Wheels scroll the page, not the chart. `rows` is what a dataset has for a series without data of its own.
 */
export function limitSeries(series: Fields, rows: number): Fields {
  const roam = series.roam === undefined ? {} : { roam: series.roam ? 'move' : false }
  const slices = listOf(series.data)
  if (usesDatasetRows(series)) return { ...series, ...roam, ...(rows > MAX_LABELLED ? NO_LABEL : {}) }
  if (labelledTypes.has(series.type) && slices.length > MAX_LABELLED) return { ...series, ...roam, data: slices.map(unlabelled), ...NO_LABEL }
  if (series.type !== 'graph') return { ...series, ...roam }
  const nodes = listOf(series.data ?? series.nodes).length
  const links = listOf(series.links ?? series.edges).length
  const large = nodes > MAX_FORCE_NODES || links > MAX_FORCE_LINKS
  return { ...series, ...roam, ...(large ? { layout: 'circular' } : {}) }
}

const NO_LABEL = { label: { show: false }, labelLine: { show: false } }
const unlabelled = (item: unknown) => (isRecord(item) ? { ...item, ...NO_LABEL } : item)
