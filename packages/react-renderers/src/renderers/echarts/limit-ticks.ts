import { isRecord } from '@pf/core/internal'
import { AXES, MAX_TICKS } from './axis-cost.ts'
import { records } from './theme-context.ts'

type Fields = Record<string, unknown>

/** Removes tick intervals that would give an axis hundreds of ticks. ECharts then chooses an interval itself. */
export function limitTicks(option: Fields): Fields {
  const axes = AXES.filter((key) => option[key] !== undefined)
  if (!axes.some((key) => records(option[key]).some(hasInterval))) return option
  const extents = extentsOf(option)
  const limit = (axis: unknown) => (isRecord(axis) && hasInterval(axis) ? limitAxis(axis, extents) : axis)
  return { ...option, ...Object.fromEntries(axes.map((key) => [key, Array.isArray(option[key]) ? option[key].map(limit) : limit(option[key])])) }
}

const INTERVALS = ['interval', 'maxInterval']
const hasInterval = (axis: Fields) => INTERVALS.some((key) => axis[key] !== undefined)

function limitAxis(axis: Fields, extents: Extents): Fields {
  const [low, high] = axis.type === 'time' ? extents.dates : extents.all
  const edge = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
  const zero = axis.type !== 'time' && axis.scale !== true
  const span = edge(axis.max, zero ? Math.max(0, high) : high) - edge(axis.min, zero ? Math.min(0, low) : low)
  const allowed = (value: unknown) => typeof value === 'number' && value > 0 && span / value <= MAX_TICKS
  return Object.fromEntries(Object.entries(axis).filter(([key, value]) => !INTERVALS.includes(key) || allowed(value)))
}

type Extent = readonly [low: number, high: number]

interface Extents {
  all: Extent
  dates: Extent
}

/** Returns the range of all numbers in the data, including the sums of stacked series, and the range of the numbers that are dates. */
function extentsOf(option: Fields): Extents {
  const all = createExtent()
  const dates = createExtent()
  const read = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) read(item)
    else if (isRecord(value)) for (const item of Object.values(value)) read(item)
    const date = typeof value === 'string' && DATE.test(value) ? Date.parse(value) : Number.NaN
    const number = typeof value === 'number' ? value : date
    all.add(number)
    if (!Number.isNaN(date) || Math.abs(number) >= MIN_TIMESTAMP) dates.add(number)
  }
  const series = records(option.series)
  for (const one of series) read(one.data)
  for (const dataset of records(option.dataset)) read(dataset.source)
  return { all: all.times(Math.max(1, series.filter((one) => one.stack !== undefined).length)), dates: dates.times(1) }
}

const DATE = /^\d{4}-\d\d(?:-\d\d|$)/
/** Smaller numbers are unlikely to be timestamps: this one is in April 1970. */
const MIN_TIMESTAMP = 1e10

function createExtent() {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  return {
    add(value: number) {
      if (value < low) low = value
      if (value > high) high = value
    },
    times: (factor: number): Extent => [low < 0 ? low * factor : low, high > 0 ? high * factor : high],
  }
}
