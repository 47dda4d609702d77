/** A number as it stands in a sentence; "an unknown number" where the value is none, so that nothing is invented. */
export function formatNumber(value: unknown, digits = 0): string {
  const number = toNumber(value)
  return number === undefined
    ? 'an unknown number'
    : new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number)
}

/** A ratio in percent. */
export function formatPercent(value: unknown, digits = 0): string {
  const number = toNumber(value)
  return number === undefined ? 'an unknown share' : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: digits }).format(number)
}

/** A calendar day such as 19 August 2014; months are given as their first day and written without it. */
export function formatDate(value: unknown, kind: 'day' | 'month' = 'day'): string {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value.slice(0, 10)) : Number.NaN
  if (Number.isNaN(time)) return 'an unknown date'
  const parts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', kind === 'day' ? { ...parts, day: 'numeric' } : parts).format(time)
}

/** A year, without the comma of large numbers. */
export function formatYear(value: unknown): string {
  const number = toNumber(value)
  return number === undefined ? 'an unknown year' : String(number)
}

/** A name out of the data, safe inside Markdown. */
export function escapeName(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100).replaceAll(/[\\`*_[\]<>|~]/g, '\\$&') : 'an unknown one'
}

/** The number for a component; text where the value is none. */
export function metricValue(value: unknown): number | string {
  return toNumber(value) ?? 'unknown'
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
