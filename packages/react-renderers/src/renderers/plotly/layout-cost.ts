import { isRecord } from '@pf/core/internal'
import { countTicks } from './limit-ticks.ts'
import { charactersMs, textPartsMs } from './text-cost.ts'

type Fields = Record<string, unknown>

const AXIS_MS = 8
/** Cost of a tick with its label and its line, and of a minor tick. */
const TICK_MS = 0.3
const MINOR_TICK_MS = 0.04
const COLOR_BAR_MS = 12
const SHAPE_MS = 1
const ANNOTATION_MS = 4
/** Cost of an object in any other list, such as a button. */
const OTHER_ITEM_MS = 1

/** Numbers of ticks and of minor ticks if Plotly chooses them. */
const TICKS = 15
const MINOR_TICKS = 60
const AXIS = /axis\d*$|^colorbar$/
const SCALED = /^(?:heatmap|contour|histogram2d|histogram2dcontour|surface|cone|streamtube|volume|isosurface|mesh3d)$/
const MAX_DEPTH = 8

/** Returns the cost of a layout in milliseconds: axes with their ticks, shapes, annotations, other lists of objects, and all texts. */
export const layoutMs = (layout: Fields, traces: readonly Fields[]): number => recordMs(layout, traces, 0) + textPartsMs(layout) + charactersMs(layout)

/** Returns the cost of the colour bar of a trace in milliseconds. */
export function scaleMs(trace: Fields): number {
  const { type, marker, line } = trace
  const bars = [trace, marker, line].filter(isRecord).filter(({ showscale, colorbar }) => showscale === true || isRecord(colorbar))
  const isScaled = SCALED.test(String(type)) && trace.showscale !== false
  return bars.reduce(
    (sum, { colorbar }) => sum + COLOR_BAR_MS + (isRecord(colorbar) ? ticksMs({ axis: colorbar, traces: [trace], key: 'colorbar' }) : 0),
    isScaled && bars.length === 0 ? COLOR_BAR_MS : 0,
  )
}

function recordMs(record: Fields, traces: readonly Fields[], depth: number): number {
  if (depth > MAX_DEPTH) return 0
  return Object.entries(record).reduce((sum, [key, value]) => {
    if (Array.isArray(value)) return sum + value.filter(isRecord).reduce((all, item) => all + itemMs(key) + recordMs(item, traces, depth + 1), 0)
    if (!isRecord(value)) return sum
    return sum + (AXIS.test(key) ? AXIS_MS + ticksMs({ axis: value, traces, key }) : 0) + recordMs(value, traces, depth + 1)
  }, 0)
}

const itemMs = (key: string) => (key === 'shapes' ? SHAPE_MS : key === 'annotations' ? ANNOTATION_MS : OTHER_ITEM_MS)

/** An axis or a color bar, with the traces whose data determine its range. */
interface Axis {
  axis: Fields
  traces: readonly Fields[]
  key: string
}

function ticksMs(place: Axis): number {
  const { minor } = place.axis
  return numberOfTicks(place.axis, place, TICKS) * TICK_MS + (isRecord(minor) ? numberOfTicks(minor, place, MINOR_TICKS) * MINOR_TICK_MS : 0)
}

function numberOfTicks({ dtick, tickvals, nticks }: Fields, place: Axis, usual: number): number {
  if (dtick !== undefined) return countTicks(dtick, place)
  return Math.max(Array.isArray(tickvals) ? tickvals.length : 0, typeof nticks === 'number' ? nticks : usual)
}
