import { isRecord } from '@pf/core/internal'
import { countElements, usesDatasetRows } from './count-elements.ts'
import { listOf } from './option-values.ts'

type Fields = Record<string, unknown>

/** Maximum number of slices with labels; the layout of more labels is expensive and unreadable. */
const MAX_LABELLED = 300
const labelledTypes = new Set<unknown>(['pie', 'funnel'])
/** Maximum number of labels of a series whose elements have none by default. */
const MAX_LABELS = 200
const unlabelledTypes = new Set<unknown>(['line', 'bar', 'scatter', 'effectScatter', 'heatmap', 'boxplot', 'candlestick', 'radar', 'parallel'])
const STATES = ['emphasis', 'blur', 'select']
const MAX_FORCE_NODES = 300
const MAX_FORCE_LINKS = 1_000

/**
 * Limits the cost of a series: large graphs use a circular layout instead of a force layout, and charts with hundreds of slices have no
 * labels. The mouse wheel scrolls the page and does not zoom. `rows` is the number of dataset rows, for a series without its own data.
 */
export function limitSeries(series: Fields, rows: number): Fields {
  const roam = series.roam === undefined ? {} : { roam: series.roam ? 'move' : false }
  const slices = listOf(series.data)
  if (labelledTypes.has(series.type) && usesDatasetRows(series)) return { ...series, ...roam, ...(rows > MAX_LABELLED ? NO_LABEL : {}) }
  if (labelledTypes.has(series.type) && slices.length > MAX_LABELLED) return { ...series, ...roam, data: slices.map(unlabelled), ...NO_LABEL }
  if (unlabelledTypes.has(series.type) && countElements(series, rows) > MAX_LABELS) return { ...withoutLabels(series), ...roam }
  if (series.type !== 'graph') return { ...series, ...roam }
  const nodes = listOf(series.data ?? series.nodes).length
  const links = listOf(series.links ?? series.edges).length
  const large = nodes > MAX_FORCE_NODES || links > MAX_FORCE_LINKS
  return { ...series, ...roam, ...(large ? { layout: 'circular' } : {}) }
}

/** Hides the labels of a series, also in the states of its elements. */
function withoutLabels(series: Fields): Fields {
  const hide = (record: Fields) => (isRecord(record.label) ? { ...record, label: { ...record.label, show: false } } : record)
  const states = STATES.flatMap((state) => (isRecord(series[state]) ? [[state, hide(series[state])]] : []))
  return { ...hide(series), ...Object.fromEntries(states) }
}

const NO_LABEL = { label: { show: false }, labelLine: { show: false } }
const unlabelled = (item: unknown) => (isRecord(item) ? { ...item, ...NO_LABEL } : item)
