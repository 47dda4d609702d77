import { isRecord } from '@pf/core/internal'

type Fields = Record<string, unknown>
type Extent = readonly [low: number, high: number]

/** Maximum number of ticks that a distance may cause. */
const MAX_TICKS = 200
/** Number of ticks in a decade of a logarithmic axis: at each digit, or at 1, 2 and 5. */
const TICKS_PER_DECADE: Readonly<Record<string, number>> = { D1: 9, D2: 3 }
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
  const scale = scaleOf(record, traces, key)
  const { minor } = limited
  return { ...withoutTicks(limited, scale), ...(isRecord(minor) ? { minor: withoutTicks(minor, scale) } : {}) }
}

function withoutTicks(axis: Fields, scale: Scale): Fields {
  if (ticksOf(axis.dtick, scale) <= MAX_TICKS) return axis
  const { dtick: _, ...rest } = axis
  // Without a distance, Plotly would use 1.
  if (rest.tickmode === 'linear') delete rest.tickmode
  return rest
}

/** The kind of an axis, and its length: decades, milliseconds or numbers. */
interface Scale {
  kind: 'log' | 'date' | 'number'
  span: number
}

/** Returns the number of ticks with a distance; infinity for a distance that cannot be used. */
function ticksOf(dtick: unknown, { kind, span }: Scale): number {
  if (typeof dtick === 'number') return dtick > 0 ? span / dtick : Number.POSITIVE_INFINITY
  if (typeof dtick !== 'string') return Number.POSITIVE_INFINITY
  const [, unit, count] = /^([ML])(\d+(?:\.\d+)?)$/.exec(dtick) ?? []
  if (kind === 'date' && unit === 'M' && Number(count) > 0) return span / (Number(count) * MONTH_MS)
  if (kind === 'log') return span * (TICKS_PER_DECADE[dtick] ?? Number.POSITIVE_INFINITY)
  // On any other axis, Plotly replaces a text by the distance 1.
  return Number.POSITIVE_INFINITY
}

/** Returns the number of ticks that a distance causes on an axis with this key, at most the maximum. */
export const countTicks = (dtick: unknown, { axis, traces, key }: { axis: Fields; traces: readonly Fields[]; key: string }): number =>
  Math.min(MAX_TICKS, Math.ceil(ticksOf(dtick, scaleOf(axis, traces, key))))

function scaleOf(axis: Fields, traces: readonly Fields[], key: string): Scale {
  if (axis.type === 'log') return { kind: 'log', span: decadesOf(axis, traces, key) }
  return { kind: isDateAxis(axis, traces, key) ? 'date' : 'number', span: spanOf(axis, traces, key) }
}

const dataNamesOf = (key: string): readonly string[] => DATA_BY_AXIS[AXIS.exec(key)?.[1] ?? ''] ?? ALL

/** True for an axis of dates. Plotly decides by the data if the axis has no type. */
function isDateAxis(axis: Fields, traces: readonly Fields[], key: string): boolean {
  if (axis.type !== undefined && axis.type !== '-') return axis.type === 'date'
  const values = traces.flatMap((trace) => dataNamesOf(key).flatMap((name) => trace[name] ?? []))
  return values.length > 0 && values.every((value) => typeof value === 'string' && DATE.test(value))
}

/** Returns the number of decades of a logarithmic axis, whose range is given as exponents. */
function decadesOf(axis: Fields, traces: readonly Fields[], key: string): number {
  const own = Array.isArray(axis.range) ? axis.range.map(toNumber) : []
  if (own.length === 2 && own.every(Number.isFinite)) return Math.abs((own[1] ?? 0) - (own[0] ?? 0))
  const [low, high] = extentOf(traces, dataNamesOf(key), (value) => value > 0)
  return Math.log10(high / low) + 1
}

/** Returns the length of an axis: its range, or the range of its data including zero. */
function spanOf(axis: Fields, traces: readonly Fields[], key: string): number {
  const own = Array.isArray(axis.range) ? axis.range.map(toNumber) : []
  if (own.length === 2 && own.every(Number.isFinite)) return Math.abs((own[1] ?? 0) - (own[0] ?? 0))
  const [low, high] = extentOf(traces, dataNamesOf(key))
  // Stacked traces reach their sum.
  const sum = traces.length > 1 && AXIS.test(key) ? traces.length : 1
  const dates = low > 1e10
  return dates ? high - low : Math.max(0, high * sum) - Math.min(0, low * sum)
}

function extentOf(traces: readonly Fields[], names: readonly string[], isCounted: (value: number) => boolean = () => true): Extent {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const read = (value: unknown, depth: number): void => {
    if (Array.isArray(value) && depth < 3) for (const item of value) read(item, depth + 1)
    const number = toNumber(value)
    if (!isCounted(number)) return
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
