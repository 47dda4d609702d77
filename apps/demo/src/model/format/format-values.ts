/** Formats a number for a sentence. Returns "an unknown number" if the value is not a number. */
export function formatNumber(value: unknown, digits = 0): string {
  const number = toNumber(value)
  return number === undefined
    ? 'an unknown number'
    : new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number)
}

/** Formats a ratio as a percentage. */
export function formatPercent(value: unknown, digits = 0): string {
  const number = toNumber(value)
  return number === undefined ? 'an unknown share' : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: digits }).format(number)
}

/** Formats an ISO date such as 19 August 2014, or as month and year. */
export function formatDate(value: unknown, kind: 'day' | 'month' = 'day'): string {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value.slice(0, 10)) : Number.NaN
  if (Number.isNaN(time)) return 'an unknown date'
  const parts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', kind === 'day' ? { ...parts, day: 'numeric' } : parts).format(time)
}

/** Formats a year without a thousands separator. */
export function formatYear(value: unknown): string {
  const number = toNumber(value)
  return number === undefined ? 'an unknown year' : String(number)
}

/** Returns a text with a capital initial letter. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Escapes a name from the data for Markdown. */
export function escapeName(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100).replaceAll(/[\\`*_[\]<>|~]/g, '\\$&') : 'an unknown one'
}

/** Returns the number for a metric component, or "unknown" if the value is not a number. */
export function metricValue(value: unknown): number | string {
  return toNumber(value) ?? 'unknown'
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
