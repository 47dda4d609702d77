const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}(?:-\d{2})?/
const MONTH = /^\d{4}-\d{2}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Databases and drivers write a day as midnight in some time zone. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:[.,]0+)?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** A month or a day without a time, which is the same in every time zone. */
export interface CalendarDate {
  precision: 'month' | 'day'
  /** Milliseconds since the epoch at midnight UTC. */
  time: number
}

/** Reads `2024-01` and `2024-01-15`. With `midnight`, also reads a day that is written as midnight. */
export function parseCalendarDate(value: unknown, { midnight = false }: { midnight?: boolean } = {}): CalendarDate | undefined {
  if (typeof value === 'number') return midnight && value % DAY_MS === 0 ? day(value) : undefined
  if (typeof value !== 'string') return undefined
  if (MONTH.test(value)) return withTime('month', Date.parse(`${value}-01`))
  return DAY.test(value) || (midnight && MIDNIGHT.test(value)) ? withTime('day', Date.parse(value.slice(0, 10))) : undefined
}

const day = (time: number): CalendarDate | undefined => withTime('day', time)
const withTime = (precision: CalendarDate['precision'], time: number) => (Math.abs(time) <= 8.64e15 ? { precision, time } : undefined)

/**
 * Returns the milliseconds since the epoch of an ISO string or of a number of milliseconds. Returns undefined for values outside of the
 * range of dates and for dates such as 31 February.
 */
export function parseTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? (DATE.test(value) && isCalendarDay(value) ? Date.parse(value) : undefined) : value
  return typeof time === 'number' && Math.abs(time) <= 8.64e15 ? time : undefined
}

/** False for dates such as 30 February, which Date would read as a day of the next month. */
function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return true
  const time = Date.parse(value.slice(0, 10))
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10))
}
