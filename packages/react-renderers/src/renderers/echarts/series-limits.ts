import { isRecord } from '@pf/core/internal'
import type { LimitExceeded } from '../chart/limit-exceeded.ts'
import { listOf } from './option-values.ts'

type Fields = Record<string, unknown>

/** Maximum number of items of series types with an expensive layout; more would block the page. */
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

/** The first series that exceeds its limit; undefined when all series can be drawn. */
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

/** True for a series without own data that uses the rows of a dataset. */
const usesDatasetRows = (series: Fields): boolean => labelledTypes.has(series.type) && (series.data === undefined || series.data === null)

/** The number of rows of the longest dataset, in row or column orientation. */
export const countDatasetRows = (dataset: unknown): number =>
  listOf(dataset).reduce<number>((max, item) => Math.max(max, isRecord(item) ? longestColumn(item.source) : 0), 0)

function longestColumn(source: unknown): number {
  if (Array.isArray(source)) return Math.max(source.length, listOf(source[0]).length)
  return isRecord(source) ? Object.values(source).reduce<number>((max, column) => Math.max(max, listOf(column).length), 0) : 0
}

function countParts(series: Fields, depth: number): number {
  const items = listOf(series.data ?? series.nodes)
  // Radar charts have few items with many values.
  if (series.type === 'radar') return Math.max(items.length, ...items.slice(0, 400).map((item) => listOf(isRecord(item) ? item.value : item).length))
  if (series.type === 'themeRiver') return countRiverPoints(items)
  return items.reduce<number>((sum, item) => sum + 1 + countChildren(item, depth), listOf(series.links ?? series.edges).length)
}

/** The number of points of a theme river: every layer has a point at every time. */
function countRiverPoints(points: readonly unknown[]): number {
  const all = points.map((point) => listOf(isRecord(point) ? point.value : point))
  return new Set(all.map(([time]) => time)).size * new Set(all.map(([, , name]) => name)).size
}

const countChildren = (item: unknown, depth: number): number =>
  isRecord(item) && Array.isArray(item.children) && depth < 40 ? countParts({ data: item.children }, depth + 1) : 0

/** Maximum number of slices with labels; the layout of more labels is expensive and unreadable. */
const MAX_LABELLED = 300
const labelledTypes = new Set<unknown>(['pie', 'funnel'])
const MAX_FORCE_NODES = 300
const MAX_FORCE_LINKS = 1_000

/**
 * Limits the cost of a series: large graphs use a circular layout instead of a force layout, and hundreds of slices have no labels. The
 * mouse wheel scrolls the page and does not zoom. `rows` is the number of dataset rows, for a series without own data.
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
