import { isRecord } from '@pf/core/internal'
import { countCells } from './figure-limits.ts'

export type Fields = Record<string, unknown>

/** What a trace draws. */
export interface TraceSize {
  /** Points, slices, cells, nodes or links. */
  elements: number
  /** Points that can have error bars and gradients. */
  points: number
  markers: number
  /** Positions of the stack of the trace. */
  stacked: number
  /** Cells of a contour plot. */
  cells: number
  levels: number
  /** Positions of boxes and violins. */
  positions: number
  /** Texts beside points or in cells. */
  texts: number
}

const LEVELS = 15
/** Bins of an axis when Plotly chooses their number. */
const BINS = 50

/** Returns the number of points of each group of stacked traces. Each trace of a group gets a point at every position of the others. */
export function sizesOfStacks(traces: readonly Fields[]): ReadonlyMap<unknown, number> {
  const stacks = new Map<unknown, number>()
  for (const trace of traces) if (trace.stackgroup !== undefined) stacks.set(trace.stackgroup, (stacks.get(trace.stackgroup) ?? 0) + countPoints(trace))
  return stacks
}

/** Returns the number of elements of a sanitized trace. */
export function traceSize(trace: Fields, stacks: ReadonlyMap<unknown, number>): TraceSize {
  const type = String(trace.type)
  const stacked = stacks.get(trace.stackgroup) ?? 0
  const points = Math.max(countPoints(trace), stacked)
  const bins = type.startsWith('histogram') ? binsOf(trace, 'x') * (type === 'histogram' ? 1 : binsOf(trace, 'y')) : 0
  const isContour = type.includes('contour')
  const cells = isContour ? bins || points : 0
  const elements = Math.max(points, bins) + countNested(trace)
  const markers = hasMarkers(trace, points) ? points : 0
  return {
    elements,
    points,
    markers,
    stacked,
    cells,
    levels: isContour ? countLevels(trace) : 0,
    positions: countPositions(trace),
    texts: hasTexts(trace) ? elements : 0,
  }
}

/** Without a mode, Plotly draws markers at a few points only. */
const FEW_POINTS = 20
const hasMarkers = ({ type, mode }: Fields, points: number): boolean =>
  String(type).startsWith('scatter') && (typeof mode === 'string' ? mode.includes('markers') : points <= FEW_POINTS)

function countPoints(trace: Fields): number {
  const { node, link } = trace
  const flow = [isRecord(node) ? node.label : undefined, isRecord(link) ? link.value : undefined]
  return Math.max(countCells(trace), ...[trace.labels, trace.values, trace.ids, trace.a, trace.b, trace.q1, trace.median, ...flow].map(lengthOf))
}

/** Returns the cells of a table, and the values of all dimensions. */
function countNested({ cells, dimensions }: Fields): number {
  const columns = isRecord(cells) ? cells.values : undefined
  const lists = [columns, ...(Array.isArray(dimensions) ? dimensions.map((one) => (isRecord(one) ? one.values : undefined)) : [])]
  return lists.reduce<number>((sum, list) => sum + cellsOf(list), 0)
}

export const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)
const cellsOf = (list: unknown) => (Array.isArray(list) ? list.reduce<number>((sum, row) => sum + (Array.isArray(row) ? row.length : 1), 0) : 0)

function binsOf(trace: Fields, axis: 'x' | 'y'): number {
  const bins = trace[`${axis}bins`]
  const chosen = trace[`nbins${axis}`]
  return Math.max(isRecord(bins) ? stepsOf(bins) : 0, typeof chosen === 'number' ? chosen : 0) || Math.min(BINS, countPoints(trace))
}

function countLevels({ contours, ncontours }: Fields): number {
  return Math.max(isRecord(contours) ? stepsOf(contours) : 0, typeof ncontours === 'number' ? ncontours : 0) || LEVELS
}

function stepsOf({ start, end, size }: Fields): number {
  return typeof start === 'number' && typeof end === 'number' && typeof size === 'number' && size > 0 ? Math.ceil((end - start) / size) : 0
}

/** The positions of boxes and violins are the different values of one coordinate, or those of statistics that are given. */
function countPositions(trace: Fields): number {
  if (trace.type !== 'box' && trace.type !== 'violin') return 0
  const positions = trace.orientation === 'h' ? trace.y : trace.x
  return Math.max(1, lengthOf(trace.q1), lengthOf(trace.median), Array.isArray(positions) ? new Set(positions).size : 0)
}

function hasTexts(trace: Fields): boolean {
  if (/^(?:heatmap|histogram2d)$/.test(String(trace.type))) return trace.texttemplate !== undefined
  if (typeof trace.mode === 'string') return trace.mode.includes('text')
  return (
    (trace.text !== undefined || trace.texttemplate !== undefined) &&
    trace.textposition !== 'none' &&
    /^(?:bar|histogram|funnel|waterfall)$/.test(String(trace.type))
  )
}
