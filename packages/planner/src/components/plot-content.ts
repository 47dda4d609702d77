import { isRecord } from '@pf/core/internal'
import { isReference } from './chart-values.ts'
import type { Invisible } from './notation-issues.ts'

/** Trace types of every bundle of Plotly, except maps, which load from other hosts. */
const traceTypes = new Set(
  'bar barpolar box candlestick carpet cone contour contourcarpet funnel funnelarea heatmap histogram histogram2d histogram2dcontour icicle indicator isosurface mesh3d ohlc parcats parcoords pie sankey scatter scatter3d scattercarpet scattergl scatterpolar scatterpolargl scattersmith scatterternary splom streamtube sunburst surface table treemap violin volume waterfall'.split(
    ' ',
  ),
)

/** Members of a trace that hold what it shows. */
const dataKeys =
  'x y z r theta a b c values labels parents ids open close high low dimensions node link cells header value delta q1 median q3 lowerfence upperfence real imag u v w'.split(
    ' ',
  )

/** Returns why the traces of a Plotly figure would draw nothing, as far as that shows without drawing them. */
export function plotIssue(data: unknown): Invisible | undefined {
  if (!Array.isArray(data)) return undefined
  const example = 'at least one trace, such as {"type": "bar", "x": ["a"], "y": [1]}'
  if (data.length === 0) return { at: ['data'], expected: example }
  for (const [index, trace] of data.entries()) {
    const at = ['data', String(index)]
    if (isReference(trace)) continue
    if (!isRecord(trace)) return { at, expected: example, received: JSON.stringify(trace) }
    if (trace.type !== undefined && !traceTypes.has(String(trace.type)))
      return {
        at: [...at, 'type'],
        expected: 'bar, box, heatmap, histogram, pie, scatter, violin or another trace type of Plotly',
        received: String(trace.type),
      }
    const empty = emptyKey(trace)
    if (empty !== undefined) return { at: [...at, empty], expected: 'numbers', received: JSON.stringify(trace[empty]) ?? 'nothing' }
    if (!dataKeys.some((key) => hasContent(trace[key]))) return { at, expected: `values in ${trace.type === 'pie' ? 'values' : 'x and y'}` }
    if (trace.type === 'bar' && ![trace.x, trace.y].some(hasFigure)) return { at, expected: 'numbers in x or y', received: JSON.stringify(trace.y ?? trace.x) }
  }
  const isHidden = (trace: unknown) => isRecord(trace) && trace.visible === false
  if (data.every(isHidden)) return { at: ['data', '0', 'visible'], expected: 'true for at least one trace' }
  const isTransparent = (trace: unknown) => isRecord(trace) && trace.opacity === 0
  return data.every(isTransparent) ? { at: ['data', '0', 'opacity'], expected: 'more than 0 for at least one trace', received: '0' } : undefined
}

/** Traces that are drawn from a table of values in `z`. */
const surfaces = new Set(['heatmap', 'contour', 'surface'])

/** The member of a trace without which nothing of it is drawn, if it has no figure. */
function emptyKey(trace: Record<string, unknown>): string | undefined {
  const { type = 'scatter', x, y, z, values } = trace
  if (surfaces.has(String(type))) return isReference(z) || (Array.isArray(z) && z.some(hasFigures)) ? undefined : 'z'
  if (type === 'pie' || type === 'funnelarea') return Array.isArray(values) && values.length > 0 && !values.some(isFigure) ? 'values' : undefined
  if (type !== 'scatter' && type !== 'scattergl' && type !== 'bar') return undefined
  return isEmptyList(x) && !isEmptyList(y) ? 'x' : isEmptyList(y) && !isEmptyList(x) ? 'y' : undefined
}

const hasFigures = (row: unknown) => isReference(row) || (Array.isArray(row) && row.some(isFigure))
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
const isFigure = (cell: unknown) => typeof cell === 'number' || isReference(cell) || (typeof cell === 'string' && /^\s*[-+]?[\d.]/.test(cell))

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isRecord(value) ? Object.keys(value).length > 0 : typeof value === 'number'
}

/** Whether a column holds a number or a date; one that is missing counts from 0. */
function hasFigure(column: unknown): boolean {
  if (column === undefined || !Array.isArray(column)) return !(typeof column === 'string')
  return column.some(isFigure)
}
