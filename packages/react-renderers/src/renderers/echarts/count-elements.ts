import { isRecord } from '@pf/core/internal'
import { listOf } from './option-values.ts'

type Fields = Record<string, unknown>

/** Maximum depth of trees that is counted; deeper levels have been removed. */
const MAX_DEPTH = 40

/** True for a series without its own data, which uses the rows of a dataset. */
export const usesDatasetRows = (series: Fields): boolean => ['data', 'nodes', 'links', 'edges'].every((key) => (series[key] ?? null) === null)

/** Returns the number of rows of the longest dataset, in row or column orientation. */
export const countDatasetRows = (dataset: unknown): number =>
  listOf(dataset).reduce<number>((max, item) => Math.max(max, isRecord(item) ? longestColumn(item.source) : 0), 0)

function longestColumn(source: unknown): number {
  if (Array.isArray(source)) return source.reduce<number>((max, row) => Math.max(max, Array.isArray(row) ? row.length : 0), source.length)
  return isRecord(source) ? Object.values(source).reduce<number>((max, column) => Math.max(max, listOf(column).length), 0) : 0
}

/** Returns the number of elements that a series draws: points, nodes and links, or values of radar charts and parallel axes. */
export function countElements(series: Fields, rows: number): number {
  if (usesDatasetRows(series)) return rows
  const items = listOf(series.data ?? series.nodes)
  // Radar charts and parallel axes have few items with many values.
  if (series.type === 'radar' || series.type === 'parallel') return items.reduce<number>((sum, item) => sum + Math.max(1, valuesOf(item).length), 0)
  if (series.type === 'themeRiver') return countRiverPoints(items)
  return countItems(items, 0) + listOf(series.links ?? series.edges).length
}

const countItems = (items: readonly unknown[], depth: number): number => items.reduce<number>((sum, item) => sum + 1 + countChildren(item, depth), 0)

const countChildren = (item: unknown, depth: number): number =>
  isRecord(item) && Array.isArray(item.children) && depth < MAX_DEPTH ? countItems(item.children, depth + 1) : 0

const valuesOf = (item: unknown) => listOf(isRecord(item) ? item.value : item)

/** Returns the number of points of a theme river, in which every layer has a point at every time. */
function countRiverPoints(items: readonly unknown[]): number {
  const { points, times, layers } = readRiver(items)
  return Math.max(points, times * layers)
}

/** Returns the points, times and layers of a theme river. */
export function readRiver(items: readonly unknown[]): { points: number; times: number; layers: number } {
  const all = items.map(valuesOf)
  return { points: all.length, times: new Set(all.map(([time]) => time)).size, layers: new Set(all.map(([, , name]) => name)).size }
}
