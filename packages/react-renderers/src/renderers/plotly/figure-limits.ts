import { isRecord } from '@pf/core/internal'
import { maxPointsByType } from './trace-rules.ts'

type Fields = Record<string, unknown>

const MAX_TOTAL_POINTS = 12_000
const MAX_BOX_POINTS = 5_000

/** Reduces a trace to the number of points that a page can draw: every nth item of its lists, and no individual points beside box plots. */
export function downsample(trace: Fields, traces: number): { trace: Fields; every: number } {
  const type = String(trace.type)
  if (type === 'contour') return { trace: countCells(trace) > MAX_CONTOUR_CELLS ? asGrid(trace) : trace, every: 1 }
  if (type.startsWith('histogram2d')) return { trace: limitBins(trace, type === 'histogram2d' ? MAX_GRID_BINS : MAX_CONTOUR_BINS), every: 1 }
  if (type === 'heatmap') return { trace: countCells(trace) > MAX_CELL_TEXTS ? withoutTemplate(trace) : trace, every: 1 }
  const length = Math.max(0, ...['x', 'y', 'a', 'b', 'values', 'labels'].map((key) => (Array.isArray(trace[key]) ? trace[key].length : 0)))
  const max = maxPointsByType.get(type)
  if (max === undefined) return { trace: length > MAX_BOX_POINTS ? { ...trace, points: false, boxpoints: false } : trace, every: 1 }
  const every = Math.ceil(length / Math.min(max, Math.max(200, Math.floor(MAX_TOTAL_POINTS / traces))))
  const prepared = length > MAX_LABELS ? withoutLabels(trace) : trace
  return every > 1 ? { trace: takeEveryNth(prepared, length, every), every } : { trace: prepared, every: 1 }
}

const MAX_CONTOUR_CELLS = 2_500
/** Maximum number of bins along one axis of a grid. */
const MAX_CONTOUR_BINS = 40
const MAX_GRID_BINS = 200
const MAX_CELL_TEXTS = 1_000
const MAX_LABELS = 300

/** Converts large contour plots to heatmaps, because tracing contours in a large grid takes too long. */
const asGrid = ({ contours: _, ncontours: __, ...trace }: Fields): Fields => withoutTemplate({ ...trace, type: 'heatmap' })

/** Removes the texts in the cells of a grid. */
const withoutTemplate = ({ texttemplate: _, ...trace }: Fields): Fields => trace

/** Limits the number of bins, which Plotly chooses from the data otherwise: a few values far away can cause hundreds of thousands of cells. */
function limitBins({ xbins, ybins, ...trace }: Fields, max: number): Fields {
  const limit = (value: unknown) => Math.min(max, typeof value === 'number' && value > 0 ? value : max)
  const kept = (bins: unknown) => isRecord(bins) && (Number(bins.end) - Number(bins.start)) / Number(bins.size) <= max
  return {
    ...(max > MAX_CONTOUR_BINS ? withoutTemplate(trace) : trace),
    nbinsx: limit(trace.nbinsx),
    nbinsy: limit(trace.nbinsy),
    ...(kept(xbins) && { xbins }),
    ...(kept(ybins) && { ybins }),
  }
}

/** Returns the number of cells of a grid, or of the points from which a grid is created. */
export function countCells({ z, x, y }: Fields): number {
  if (Array.isArray(z)) return z.reduce<number>((sum, row) => sum + (Array.isArray(row) ? row.length : 1), 0)
  return Math.max(0, ...[x, y].map((list) => (Array.isArray(list) ? list.length : 0)))
}

/** Removes the labels of hundreds of points, which are expensive and unreadable; they are still shown on hover. The same goes for their gradients. */
const withoutLabels = (trace: Fields): Fields => ({
  ...trace,
  ...(isRecord(trace.marker) ? { marker: withoutFills(trace.marker) } : {}),
  ...(trace.type === 'bar' ? { textposition: 'none' } : {}),
  ...(typeof trace.mode === 'string'
    ? {
        mode:
          trace.mode
            .split('+')
            .filter((part) => part !== 'text')
            .join('+') || 'markers',
      }
    : {}),
})

const withoutFills = ({ gradient: _, pattern: __, ...marker }: Fields): Fields => marker

function takeEveryNth(fields: Fields, length: number, every: number): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.length === length ? value.filter((_, index) => index % every === 0) : value]
      return [key, isRecord(value) ? takeEveryNth(value, length, every) : value]
    }),
  )
}

/** Keys of a trace that contain styles and not data. */
const STYLE_KEYS = /^(?:marker|line|domain|colorscale)$/

/** True if no trace has a value and there are no shapes or annotations, so that only axes would be drawn. */
export const isEmptyFigure = ({ traces, layout }: { traces: readonly Fields[]; layout: Fields }): boolean =>
  !traces.some(hasData) && ![layout.shapes, layout.annotations].some((list) => Array.isArray(list) && list.length > 0)

function hasData(trace: Fields): boolean {
  // One coordinate of the points has not arrived yet.
  if (trace.z === undefined && [trace.x, trace.y].some((list) => Array.isArray(list) && !holdsValue(list, 0))) return false
  return typeof trace.value === 'number' || Object.entries(trace).some(([key, part]) => !STYLE_KEYS.test(key) && holdsValue(part, 0))
}

function holdsValue(part: unknown, depth: number): boolean {
  if (Array.isArray(part)) return part.some((item) => (typeof item === 'object' ? holdsValue(item, depth + 1) : item !== undefined))
  return isRecord(part) && depth < 4 && Object.values(part).some((inner) => typeof inner === 'object' && holdsValue(inner, depth + 1))
}
