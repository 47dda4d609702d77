import { isRecord } from '@pf/core'
import { listOf } from './list-of.ts'

type Fields = Record<string, unknown>

/** Parts of one series whose places depend on each other: more of them keep the page from answering. */
const mostParts: ReadonlyMap<unknown, number> = new Map([
  ['pie', 4_000],
  ['funnel', 4_000],
  ['treemap', 4_000],
  ['sunburst', 4_000],
  ['tree', 3_000],
  ['themeRiver', 1_500],
  ['sankey', 3_000],
  ['radar', 400],
])

/** Whether a series can be laid out while a reader waits. */
export const fits = (series: Fields): boolean => partsOf(series, 0) <= (mostParts.get(series.type) ?? Number.POSITIVE_INFINITY)

function partsOf(series: Fields, depth: number): number {
  const items = listOf(series.data ?? series.nodes)
  // A radar has few items of many values.
  if (series.type === 'radar') return Math.max(items.length, ...items.slice(0, 400).map((item) => listOf(isRecord(item) ? item.value : item).length))
  return items.reduce<number>((sum, item) => sum + 1 + inner(item, depth), listOf(series.links ?? series.edges).length)
}

const inner = (item: unknown, depth: number): number =>
  isRecord(item) && Array.isArray(item.children) && depth < 40 ? partsOf({ data: item.children }, depth + 1) : 0

/** Labels beside slices are moved apart one by one: that many nobody could read. */
const MAX_LABELLED = 300
const besides = new Set<unknown>(['pie', 'funnel'])
const MAX_FORCE_NODES = 300
const MAX_FORCE_LINKS = 1_000

/**
 * A force layout of a large graph would hold the page for seconds: it is drawn as a circle, and hundreds of slices without labels.
 * Wheels scroll the page, not the chart.
 */
export function bounded(series: Fields): Fields {
  const roam = series.roam === undefined ? {} : { roam: series.roam ? 'move' : false }
  const slices = listOf(series.data)
  if (besides.has(series.type) && slices.length > MAX_LABELLED) return { ...series, ...roam, data: slices.map(unlabelled), ...NO_LABEL }
  if (series.type !== 'graph') return { ...series, ...roam }
  const nodes = listOf(series.data ?? series.nodes).length
  const links = listOf(series.links ?? series.edges).length
  const large = nodes > MAX_FORCE_NODES || links > MAX_FORCE_LINKS
  return { ...series, ...roam, ...(large ? { layout: 'circular' } : {}) }
}

const NO_LABEL = { label: { show: false }, labelLine: { show: false } }
const unlabelled = (item: unknown) => (isRecord(item) ? { ...item, ...NO_LABEL } : item)
