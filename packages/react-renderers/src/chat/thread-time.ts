const halfYearMs = 182 * 86_400_000

/**
 * Returns the time of day for today and the last hours, the day for the last half year, and the full date before that. Times are in
 * milliseconds since the epoch.
 */
export function threadTime(time: number, now: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, formatOf(time, now)).format(time)
}

function formatOf(time: number, now: number): Intl.DateTimeFormatOptions {
  const day = { day: 'numeric', month: 'short' } as const
  const isToday = new Date(time).toDateString() === new Date(now).toDateString()
  if (isToday || Math.abs(now - time) < 6 * 3_600_000) return { hour: '2-digit', minute: '2-digit' }
  return now - time < halfYearMs ? day : { ...day, year: 'numeric' }
}
