/** How a value is written; the registry's names. */
export type ValueFormat = 'text' | 'number' | 'currency' | 'percent' | 'date' | 'datetime' | 'boolean' | 'compact'

/** Locale and currency of the reader; both come from the host, never from a model. */
export interface FormatOptions {
  locale: string | undefined
  /** ISO 4217; default USD. */
  currency?: string | undefined
  /** Digits behind the point, the same for a whole column; default: by the value. */
  digits?: number | undefined
}

/** Writes any value as one line of text; never throws. */
export type ValueFormatter = (value: unknown) => string

const LIMIT = 2_000

/** A formatter for one format; values that do not fit the format are written as they are. */
export function valueFormatter(format: ValueFormat, options: FormatOptions): ValueFormatter {
  const write = writers[format](options)
  return (value) => write(value) ?? asText(value)
}

type Writer = (value: unknown) => string | undefined

const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

function numeric(style: Intl.NumberFormatOptions, { locale, digits }: FormatOptions): Writer {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits, trailingZeroDisplay: 'auto' as const }
  const format = intl(locale, { ...style, ...fixed })
  // A figure of more than a line's length is no longer one to be read digit by digit.
  const huge = intl(locale, { ...style, notation: 'scientific', maximumFractionDigits: 2 })
  return (value) => {
    const number = finite(value)
    if (number === undefined) return undefined
    return (Math.abs(number) < 1e15 ? format : huge).format(number)
  }
}

function intl(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    return new Intl.NumberFormat(undefined, { ...options, currency: 'USD' })
  }
}

const writers: Record<ValueFormat, (options: FormatOptions) => Writer> = {
  text: () => () => undefined,
  number: (options) => numeric({ maximumFractionDigits: 3 }, options),
  compact: (options) => numeric({ notation: 'compact', maximumFractionDigits: 1 }, options),
  percent: (options) => numeric({ style: 'percent', maximumFractionDigits: 1 }, options),
  currency: (options) =>
    numeric({ style: 'currency', currency: options.currency ?? 'USD', maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' }, options),
  boolean: () => (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : undefined),
  date: ({ locale }) => dateWriter(locale, { dateStyle: 'medium' }),
  datetime: ({ locale }) => dateWriter(locale, { dateStyle: 'medium', timeStyle: 'short' }),
}

/** A calendar day has no time zone: it is written as the day it names, wherever the reader is. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

function dateWriter(locale: string | undefined, options: Intl.DateTimeFormatOptions): Writer {
  const local = dates(locale, options)
  const { timeStyle: _, ...dayOnly } = options
  const day = dates(locale, { ...dayOnly, timeZone: 'UTC' })
  return (value) => {
    const time = parseTime(value)
    if (time === undefined) return undefined
    return (typeof value === 'string' && DAY.test(value) ? day : local).format(time)
  }
}

function dates(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat(undefined, options)
  }
}

/** Milliseconds since the epoch of an ISO string or of a number of milliseconds; undefined outside of what dates can hold. */
export function parseTime(value: unknown): number | undefined {
  const time = typeof value === 'string' && /^\d{4}-\d{2}/.test(value) ? Date.parse(value) : finite(value)
  return time !== undefined && Math.abs(time) <= 8.64e15 ? time : undefined
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.length > LIMIT ? `${value.slice(0, LIMIT).toWellFormed()}…` : value
  if (typeof value === 'object') return inline(value)
  return String(value)
}

/** Nested data in a cell: its JSON, cut; deeper or cyclic data is only named. */
function inline(value: object): string {
  try {
    const json = JSON.stringify(value) ?? ''
    return json.length > 300 ? `${json.slice(0, 300).toWellFormed()}…` : json
  } catch {
    return Array.isArray(value) ? '[…]' : '{…}'
  }
}

const SAMPLE = 1_000

/** Digits behind the point that a column of numbers needs, at most `max`, so that its figures line up. */
export function columnDigits(values: readonly unknown[], format: ValueFormat): number | undefined {
  const limits: Partial<Record<ValueFormat, number>> = { number: 3, currency: 2, percent: 1 }
  const max = limits[format]
  if (max === undefined) return undefined
  const scale = format === 'percent' ? 100 : 1
  let digits = 0
  for (const value of values.slice(0, SAMPLE)) {
    const number = finite(value)
    while (number !== undefined && digits < max && !reaches(number * scale, digits)) digits++
  }
  // Money is written with no cents or with all of them.
  return format === 'currency' && digits > 0 ? max : digits
}

const reaches = (value: number, digits: number) => Math.abs(value - Number(value.toFixed(digits))) < 10 ** -(digits + 6) * Math.max(1, Math.abs(value))
