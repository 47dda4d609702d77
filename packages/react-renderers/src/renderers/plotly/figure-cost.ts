import { isRecord } from '@pf/core/internal'
import { type LimitExceeded, limitOf } from '../chart/limit-exceeded.ts'
import { countCells } from './figure-limits.ts'

type Fields = Record<string, unknown>

/** Maximum time for drawing a figure, in milliseconds on the machine for which the costs were estimated. */
const BUDGET_MS = 800

/**
 * Cost of one element of a trace in milliseconds: a point, a slice, a cell of a grid or table, a node or a link. These are estimates for a
 * two-core machine, after downsampling. Plotly draws synchronously and cannot be interrupted.
 */
const elementMs: Readonly<Record<string, number>> = {
  scatter: 0.02,
  scatterternary: 0.04,
  bar: 0.05,
  box: 0.02,
  violin: 0.03,
  pie: 2.6,
  funnelarea: 2.6,
  sunburst: 0.4,
  treemap: 0.4,
  icicle: 0.4,
  sankey: 0.8,
  heatmap: 0.0008,
  surface: 0.0008,
  contour: 0.1,
  histogram2dcontour: 0.1,
  table: 0.05,
  parcats: 0.5,
  splom: 0.05,
}
const OTHER_ELEMENT_MS = 0.02
const TRACE_MS = 4
const AXIS_MS = 8
const SHAPE_MS = 1
const ANNOTATION_MS = 4
/** Cost of a tag or a line of a text. Each of them becomes an element that is measured. */
const TEXT_PART_MS = 0.1
const AXIS = /^(?:[xy]axis|scene|polar|ternary|smith)\d*$/

/** Returns the limit that a figure exceeds if its estimated time is above the budget; undefined if it can be drawn. */
export function findLimitExceeded({ traces, layout }: { traces: readonly Fields[]; layout: Fields }): LimitExceeded | undefined {
  const count = traces.reduce((sum, trace) => sum + countParts(trace), 0)
  const lists = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  const axes = Object.keys(layout).filter((key) => AXIS.test(key)).length
  const elements = lists(layout.shapes) + lists(layout.annotations)
  const ms =
    traces.reduce((sum, trace) => sum + TRACE_MS + countParts(trace) * (elementMs[String(trace.type)] ?? OTHER_ELEMENT_MS), 0) +
    axes * AXIS_MS +
    lists(layout.shapes) * SHAPE_MS +
    lists(layout.annotations) * ANNOTATION_MS +
    (countTextParts(layout, 0) + traces.reduce((sum, trace) => sum + countTextParts(trace, 0), 0)) * TEXT_PART_MS
  return limitOf({ count: count + elements, ms, budgetMs: BUDGET_MS })
}

function countParts(trace: Fields): number {
  const { node, link, cells, dimensions } = trace
  const flow = [isRecord(node) ? node.label : undefined, isRecord(link) ? link.value : undefined]
  const columns = isRecord(cells) ? cells.values : undefined
  const nested = [columns, ...(Array.isArray(dimensions) ? dimensions.map((one) => (isRecord(one) ? one.values : undefined)) : [])]
  return (
    Math.max(countCells(trace), ...[trace.labels, trace.values, trace.ids, ...flow].map(lengthOf)) +
    nested.reduce<number>((sum, list) => sum + cellsOf(list), 0)
  )
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)
const cellsOf = (list: unknown) => (Array.isArray(list) ? list.reduce<number>((sum, row) => sum + (Array.isArray(row) ? row.length : 1), 0) : 0)

/** Returns the number of tags in all texts. */
function countTextParts(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.includes('<') ? value.split('<').length - 1 : 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + (typeof item === 'number' ? 0 : countTextParts(item, depth + 1)), 0)
  return isRecord(value) && depth < 16 ? Object.values(value).reduce<number>((sum, inner) => sum + countTextParts(inner, depth + 1), 0) : 0
}
