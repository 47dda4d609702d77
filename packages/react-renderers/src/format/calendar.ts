const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}(?:-\d{2})?/
const MONTH = /^\d{4}-\d{2}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Midnight in any zone is how databases and drivers write a day. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:[.,]0+)?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** A value that names a month or a day and no moment, so that it is the same wherever the reader is. */
export interface CalendarDate {
  precision: 'month' | 'day'
  /** Milliseconds since the epoch at midnight UTC. */
  time: number
}

/** Reads `2024-01` and `2024-01-15`; with `midnight` also a day that is written as a moment. */
export function parseCalendarDate(value: unknown, { midnight = false }: { midnight?: boolean } = {}): CalendarDate | undefined {
  if (typeof value === 'number') return midnight && value % DAY_MS === 0 ? day(value) : undefined
  if (typeof value !== 'string') return undefined
  if (MONTH.test(value)) return withTime('month', Date.parse(`${value}-01`))
  return DAY.test(value) || (midnight && MIDNIGHT.test(value)) ? withTime('day', Date.parse(value.slice(0, 10))) : undefined
}

const day = (time: number): CalendarDate | undefined => withTime('day', time)
const withTime = (precision: CalendarDate['precision'], time: number) => (Math.abs(time) <= 8.64e15 ? { precision, time } : undefined)

/** Milliseconds since the epoch of an ISO string or of a number of milliseconds; undefined outside of what dates can hold, and for 31 February. */
export function parseTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? (DATE.test(value) && isCalendarDay(value) ? Date.parse(value) : undefined) : value
  return typeof time === 'number' && Math.abs(time) <= 8.64e15 ? time : undefined
}

/** False for the 30th of a month that has 28 days, which Date reads as a day of the next month. */
function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return true
  const time = Date.parse(value.slice(0, 10))
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10))
}
