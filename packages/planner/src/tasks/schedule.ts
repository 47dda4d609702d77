import { Cron } from 'croner'
import { isTimeZone } from '../util/time-zone.ts'

/** When a task starts: once at a time in milliseconds since the epoch, or at the times of a cron expression, of which `at` is the next. */
export type Schedule = { kind: 'once'; at: number } | { kind: 'cron'; cron: string; time_zone: string; at: number }

type Read = { ok: true; schedule: Schedule } | { ok: false; field: 'schedule' | 'time_zone'; expected: string }

const maxChars = 200
/** Maximum time until a task starts, in milliseconds. */
const maxWaitMs = 5 * 366 * 24 * 3_600_000
const zoned = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/i
const duration = /^P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/i
const unitMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000]
const forms = 'a date and time such as 2027-01-31T08:00, a duration such as PT20M, or a cron expression of five fields such as 0 8 * * 1-5'

/**
 * Reads the schedule of a task: a date and time (ISO 8601, in the time zone unless it has an offset), a duration from now (ISO 8601), or a
 * cron expression of five fields. `now` is in milliseconds since the epoch. An error says what is expected, with the current time.
 */
export function readSchedule(text: unknown, time_zone: unknown, now: number): Read {
  if (typeof time_zone !== 'string' || !isTimeZone(time_zone)) return { ok: false, field: 'time_zone', expected: 'an IANA time zone such as Europe/Berlin' }
  const refuse = (expected: string): Read => ({ ok: false, field: 'schedule', expected })
  if (typeof text !== 'string' || text.trim() === '' || text.length > maxChars) return refuse(forms)
  const given = text.trim()
  const at = readDuration(given, now) ?? readDate(given, time_zone)
  if (at !== undefined) {
    if (Number.isNaN(at)) return refuse(`a date that exists, such as 2027-01-31T08:00; it is ${localTime(now, time_zone)} now`)
    if (at <= now || at > now + maxWaitMs) return refuse(`a time in the next five years; it is ${localTime(now, time_zone)} now`)
    return { ok: true, schedule: { kind: 'once', at } }
  }
  const cron = given.split(/\s+/).join(' ')
  const next = nextTime({ cron, time_zone }, now)
  if (next === undefined) return refuse(forms)
  return { ok: true, schedule: { kind: 'cron', cron, time_zone, at: next } }
}

/**
 * Returns the first time of a cron expression after a time, both in milliseconds since the epoch; undefined if there is none within five years
 * or the expression is invalid.
 */
export function nextTime({ cron, time_zone }: { cron: string; time_zone: string }, after: number): number | undefined {
  try {
    const next = new Cron(cron, { timezone: time_zone, mode: '5-part', paused: true }).nextRun(new Date(after))?.getTime()
    return next !== undefined && next <= after + maxWaitMs ? next : undefined
  } catch {
    // croner throws for an expression that it cannot read.
    return undefined
  }
}

function readDuration(text: string, now: number): number | undefined {
  const parts = duration.exec(text)?.slice(1)
  return parts && now + parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (unitMs[index] ?? 0), 0)
}

/** Returns NaN for a date that does not exist, and undefined for another text. */
function readDate(text: string, time_zone: string): number | undefined {
  const parts = zoned.exec(text)
  if (!parts) return undefined
  const [, minutes = '', seconds = ':00', offset] = parts
  const local = `${minutes}${seconds}`
  // Date.parse accepts 30 February and moves it to March.
  const utc = Date.parse(`${local}Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== local.toUpperCase()) return Number.NaN
  if (offset) return Date.parse(`${local}${offset.toUpperCase()}`)
  return new Cron(local, { timezone: time_zone, paused: true }).nextRun(new Date(0))?.getTime() ?? Number.NaN
}

const parts = (time_zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short', calendar: 'iso8601' })

/** Returns a time as date, time and weekday in a time zone, such as `2026-11-30T08:00 (Monday, Europe/Berlin)`. */
export function localTime(at: number, time_zone: string): string {
  const day = new Intl.DateTimeFormat('en', { timeZone: time_zone, weekday: 'long' }).format(at)
  return `${parts(time_zone).format(at).replace(' ', 'T')} (${day}, ${time_zone})`
}
