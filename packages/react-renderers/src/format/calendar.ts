const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}(?:-\d{2})?/
const MONTH = /^\d{4}-\d{2}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Databases and drivers write a day as midnight in some time zone. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:[.,]0+)?)?\s*(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i
/** A day as eight digits, as in `20240115`. */
const COMPACT = /^([12]\d{3})(0[1-9]|1[0-2])([0-2]\d|3[01])$/
/** Smaller numbers are not milliseconds: they would all be days of January 1970. */
const MIN_MS = 1e8
/** Smaller numbers are seconds since the epoch: as milliseconds, they would all be days of early 1970. */
const MIN_MS_OF_SECONDS = 1e10

/** A month or a day without a time, which is the same in every time zone. */
export interface CalendarDate {
  precision: 'month' | 'day'
  /** Milliseconds since the epoch at midnight UTC. */
  time: number
}

/** Reads `2024-01` and `2024-01-15`. With `midnight`, also reads a day that is written as midnight. */
export function parseCalendarDate(value: unknown, { midnight = false }: { midnight?: boolean } = {}): CalendarDate | undefined {
  const compact = compactDay(value)
  if (compact !== undefined) return day(compact)
  if (typeof value === 'number') return midnight && toMs(value) % DAY_MS === 0 && parseTime(value) !== undefined ? day(toMs(value)) : undefined
  if (typeof value !== 'string') return undefined
  if (MONTH.test(value)) return withTime('month', Date.parse(`${value}-01`))
  return DAY.test(value) || (midnight && MIDNIGHT.test(value)) ? withTime('day', Date.parse(value.slice(0, 10))) : undefined
}

const day = (time: number): CalendarDate | undefined => withTime('day', time)
const withTime = (precision: CalendarDate['precision'], time: number) => (Math.abs(time) <= 8.64e15 ? { precision, time } : undefined)

/** Returns the milliseconds since the epoch of a day that is written as eight digits, in a number or a text; undefined for any other value. */
export function compactDay(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const [, year, month, date] = COMPACT.exec(String(value)) ?? []
  const iso = `${year}-${month}-${date}`
  return year !== undefined && isCalendarDay(iso) ? Date.parse(iso) : undefined
}

/** Numbers that are midnight in milliseconds are days; other small numbers are seconds. */
const toMs = (value: number) => (value % DAY_MS !== 0 && Math.abs(value) < MIN_MS_OF_SECONDS ? value * 1_000 : value)

/**
 * Returns the milliseconds since the epoch of an ISO string, of a day as eight digits, or of a number of milliseconds or seconds. Returns
 * undefined for values outside of the range of dates, for dates such as 31 February, and for small numbers, which are not times.
 */
export function parseTime(value: unknown): number | undefined {
  const compact = compactDay(value)
  if (compact !== undefined) return compact
  if (typeof value === 'number' && value % DAY_MS !== 0 && Math.abs(value) < MIN_MS) return undefined
  const time =
    typeof value === 'string' ? (DATE.test(value) && isCalendarDay(value) ? Date.parse(value) : undefined) : typeof value === 'number' ? toMs(value) : undefined
  return typeof time === 'number' && Math.abs(time) <= 8.64e15 ? time : undefined
}

/** False for dates such as 30 February, which Date would read as a day of the next month. */
function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return true
  const time = Date.parse(value.slice(0, 10))
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10))
}
