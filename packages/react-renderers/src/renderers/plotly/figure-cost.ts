import { isRecord } from '@pf/core/internal'
import { type LimitExceeded, limitOf } from '../chart/limit-exceeded.ts'
import { layoutMs, scaleMs } from './layout-cost.ts'
import { textPartsMs, textsMs } from './text-cost.ts'
import { type Fields, lengthOf, sizesOfStacks, type TraceSize, traceSize } from './trace-size.ts'

/** Maximum time for drawing a figure, in milliseconds on the machine for which the costs were estimated. */
const BUDGET_MS = 800

/**
 * Cost of one element of a trace in milliseconds: a point, a slice, a cell of a grid or table, a node or a link. Estimates for a two-core
 * machine. Traces that are downsampled have been shortened before. Plotly draws synchronously and cannot be interrupted.
 */
const elementMs: Readonly<Record<string, number>> = {
  scatter: 0.01,
  scatterternary: 0.04,
  bar: 0.12,
  box: 0.02,
  violin: 0.03,
  pie: 2.6,
  funnelarea: 2.6,
  sunburst: 0.4,
  treemap: 0.4,
  icicle: 0.4,
  sankey: 0.8,
  heatmap: 0.0008,
  histogram: 0.004,
  histogram2d: 0.004,
  surface: 0.0008,
  contour: 0.006,
  histogram2dcontour: 0.004,
  table: 0.05,
  parcats: 0.5,
  splom: 0.05,
}
const OTHER_ELEMENT_MS = 0.02
const TRACE_MS = 4
/** Cost of a box or a violin, for each position that has one. */
const BOX_MS = 0.8
/** Cost of a cell of a contour plot for each level, and of a label on a level. */
const LEVEL_MS = 0.012
const LEVEL_LABELS_MS = 50
/** Cost of a marker, and of a position of a stack for each of its traces. */
const MARKER_MS = 0.05
const STACKED_MS = 0.025
/** Cost of an error bar, and of a gradient or a pattern that a point has. */
const ERROR_BAR_MS = 0.06
const GRADIENT_MS = 0.3
/** Cost of a million pixels that are covered by markers. */
const MEGAPIXEL_MS = 0.5
const MAX_MARKER_PX = 400

/** An estimate of what a figure costs. */
export interface FigureCost {
  elements: number
  ms: number
}

/** Returns the limit that a figure exceeds if its estimated time is above the budget; undefined if it can be drawn. */
export function findLimitExceeded(figure: { traces: readonly Fields[]; layout: Fields }): LimitExceeded | undefined {
  const { elements, ms } = estimateCost(figure)
  return limitOf({ count: elements, ms, budgetMs: BUDGET_MS })
}

/** Estimates the time for drawing a sanitized figure, from its elements and from everything that is repeated for each of them. */
export function estimateCost({ traces, layout }: { traces: readonly Fields[]; layout: Fields }): FigureCost {
  const stacks = sizesOfStacks(traces)
  const sizes = traces.map((trace) => traceSize(trace, stacks))
  const drawnMs = traces.reduce((sum, trace, index) => sum + traceMs(trace, sizes[index] ?? NOTHING), 0)
  const copies = 1 + Object.values(layout).filter(hasRangeSlider).length
  return {
    elements: sizes.reduce((sum, { elements }) => sum + elements, 0) + lengthOf(layout.shapes) + lengthOf(layout.annotations),
    ms: drawnMs * copies + layoutMs(layout, traces),
  }
}

/** A range slider draws the traces once more. */
const hasRangeSlider = (axis: unknown): boolean => isRecord(axis) && isRecord(axis.rangeslider) && axis.rangeslider.visible !== false

const NOTHING: TraceSize = { elements: 0, points: 0, markers: 0, stacked: 0, cells: 0, levels: 0, positions: 0, texts: 0 }

function traceMs(trace: Fields, size: TraceSize): number {
  const type = String(trace.type)
  const marker = isRecord(trace.marker) ? trace.marker : {}
  const errors = ['error_x', 'error_y'].filter((key) => isRecord(trace[key]) && trace[key].visible !== false).length
  const filled = ['gradient', 'pattern'].filter((key) => marker[key] !== undefined).length
  const markerPx = Math.min(MAX_MARKER_PX, maximum(marker.size))
  const labelled = isRecord(trace.contours) && trace.contours.showlabels === true ? size.levels * LEVEL_LABELS_MS : 0
  return (
    TRACE_MS +
    size.elements * (elementMs[type] ?? OTHER_ELEMENT_MS) +
    size.markers * MARKER_MS +
    size.stacked * STACKED_MS +
    size.cells * size.levels * LEVEL_MS +
    labelled +
    size.positions * BOX_MS +
    size.points * (errors * ERROR_BAR_MS + filled * GRADIENT_MS + (markerPx ** 2 / 1e6) * MEGAPIXEL_MS) +
    textsMs(trace, size.texts) +
    textPartsMs(trace) +
    scaleMs(trace)
  )
}

const maximum = (value: unknown): number =>
  typeof value === 'number' ? value : Array.isArray(value) ? value.reduce<number>((max, item) => (typeof item === 'number' && item > max ? item : max), 0) : 0
