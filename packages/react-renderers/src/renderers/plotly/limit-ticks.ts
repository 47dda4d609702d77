import { isRecord } from '@pf/core/internal'

type Fields = Record<string, unknown>
type Extent = readonly [low: number, high: number]

/** Maximum number of ticks that a distance may cause. */
const MAX_TICKS = 200
/** Maximum number of decades on a logarithmic axis. */
const MAX_DECADES = 40
const MONTH_MS = 2.6e9
const AXIS = /^([xyz])axis\d*$/
const DATA_BY_AXIS: Readonly<Record<string, readonly string[]>> = {
  x: ['x', 'x0', 'base', 'values'],
  y: ['y', 'y0', 'base', 'open', 'high', 'low', 'close'],
  z: ['z'],
}
const ALL = ['x', 'y', 'z', 'r', 'theta', 'a', 'b', 'c', 'values', 'value']

/** Removes tick distances that would give an axis or a colour bar hundreds of ticks. Plotly then chooses a distance itself. */
export function limitTicks(figure: { traces: readonly Fields[]; layout: Fields }): { traces: readonly Fields[]; layout: Fields } {
  const layout = limitRecord(figure.layout, figure.traces, '')
  return { layout, traces: figure.traces.map((trace) => limitRecord(trace, [trace], '')) }
}

function limitRecord(record: Fields, traces: readonly Fields[], key: string): Fields {
  const entries = Object.entries(record).map(([name, value]) => [name, isRecord(value) ? limitRecord(value, traces, name === 'minor' ? key : name) : value])
  const limited: Fields = Object.fromEntries(entries)
  if (record.dtick === undefined && record.tickmode === undefined && !isRecord(record.minor)) return limited
  const span = spanOf(record, traces, key)
  const { minor } = limited
  return { ...withoutTicks(limited, span, record.type), ...(isRecord(minor) ? { minor: withoutTicks(minor, span, record.type) } : {}) }
}

function withoutTicks(axis: Fields, span: number, type: unknown): Fields {
  if (isAllowed(axis.dtick, type === 'log' ? MAX_DECADES : span)) return axis
  const { dtick: _, ...rest } = axis
  // Without a distance, Plotly would use 1.
  if (rest.tickmode === 'linear') delete rest.tickmode
  return rest
}

const isAllowed = (dtick: unknown, span: number): boolean => ticksOf(dtick, span) <= MAX_TICKS

/** Returns the number of ticks with a distance; infinity for a distance that cannot be used. */
function ticksOf(dtick: unknown, span: number): number {
  const [, unit, count] = /^([MDL])(\d+(?:\.\d+)?)$/.exec(typeof dtick === 'string' ? dtick : '') ?? []
  if (unit === 'D') return MAX_TICKS / 2
  const size = count === undefined ? dtick : Number(count) * (unit === 'M' ? MONTH_MS : 1)
  return typeof size === 'number' && size > 0 ? span / size : Number.POSITIVE_INFINITY
}

/** Returns the number of ticks that a distance causes on an axis with this key, at most the maximum. */
export const countTicks = (dtick: unknown, { axis, traces, key }: { axis: Fields; traces: readonly Fields[]; key: string }): number =>
  Math.min(MAX_TICKS, Math.ceil(ticksOf(dtick, spanOf(axis, traces, key))))

/** Returns the length of an axis: its range, or the range of its data including zero. */
function spanOf(axis: Fields, traces: readonly Fields[], key: string): number {
  const own = Array.isArray(axis.range) ? axis.range.map(toNumber) : []
  if (own.length === 2 && own.every(Number.isFinite)) return Math.abs((own[1] ?? 0) - (own[0] ?? 0))
  const names = DATA_BY_AXIS[AXIS.exec(key)?.[1] ?? ''] ?? ALL
  const [low, high] = extentOf(traces, names)
  // Stacked traces reach their sum.
  const sum = traces.length > 1 && AXIS.test(key) ? traces.length : 1
  const dates = low > 1e10
  return dates ? high - low : Math.max(0, high * sum) - Math.min(0, low * sum)
}

function extentOf(traces: readonly Fields[], names: readonly string[]): Extent {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const read = (value: unknown, depth: number): void => {
    if (Array.isArray(value) && depth < 3) for (const item of value) read(item, depth + 1)
    const number = toNumber(value)
    if (number < low) low = number
    if (number > high) high = number
  }
  for (const trace of traces) {
    for (const name of names) read(trace[name], 0)
    if (isRecord(trace.marker) && names === ALL) read(trace.marker.color, 0)
  }
  return low > high ? [0, Number.POSITIVE_INFINITY] : [low, high]
}

const DATE = /^\d{4}-\d\d(?:-\d\d)?/
const toNumber = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && DATE.test(value) ? Date.parse(value) : Number.NaN
