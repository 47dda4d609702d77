import { parseCalendarDate, parseTime } from './calendar.ts'
import { isYear, losesDigits, parseFigure } from './figures.ts'

/** The format of a value, with the names of the registry. */
export type ValueFormat = 'text' | 'number' | 'currency' | 'percent' | 'date' | 'datetime' | 'boolean' | 'compact'

/** Locale and currency of the reader. Both come from the host, never from a model. */
export interface FormatOptions {
  locale: string | undefined
  /** ISO 4217 code. Default USD. */
  currency?: string | undefined
  /** Number of decimal places for an entire column. By default it depends on the value. */
  digits?: number | undefined
  /** True if the numbers are years, which have no separators. */
  years?: boolean | undefined
}

/** Formats any value as one line of text. Never throws. */
export type ValueFormatter = (value: unknown) => string

const LIMIT = 2_000

/** Creates a formatter. Values that do not fit the format are written unchanged. */
export function valueFormatter(format: ValueFormat, options: FormatOptions): ValueFormatter {
  const write = writers[format](options)
  return (value) => write(value) ?? asText(value)
}

type Writer = (value: unknown) => string | undefined

const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const figureOf = (value: unknown) => (typeof value === 'string' ? parseFigure(value) : finite(value))

function numeric(style: Intl.NumberFormatOptions & { maximumFractionDigits: number }, { locale, digits, years }: FormatOptions): Writer {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits, trailingZeroDisplay: 'auto' as const }
  const format = intl(locale, { ...style, ...fixed, ...(years && { useGrouping: false }) })
  // A number that is too long for a line cannot be read digit by digit.
  const huge = intl(locale, { ...style, notation: 'scientific', maximumFractionDigits: 2 })
  const { maximumFractionDigits, trailingZeroDisplay: _, ...others } = style
  const small = intl(locale, { ...others, maximumSignificantDigits: 3 })
  const scale = style.style === 'percent' ? 100 : 1
  return (value) => {
    const number = figureOf(value)
    if (number === undefined) return undefined
    if (losesDigits(number * scale, digits ?? maximumFractionDigits)) return small.format(number)
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

/** Formats months and days, which have no time zone. In a column of dates, midnight stands for a day as well. */
function dateWriter(locale: string | undefined, options: Intl.DateTimeFormatOptions): Writer {
  const local = dates(locale, options)
  const { timeStyle, ...dayOnly } = options
  const calendar = { day: dates(locale, { ...dayOnly, timeZone: 'UTC' }), month: dates(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }) }
  return (value) => {
    // A year as a number would be read as a time in 1970.
    if (isYear(value)) return undefined
    const time = parseTime(value)
    if (time === undefined) return undefined
    const date = parseCalendarDate(value, { midnight: timeStyle === undefined })
    return date ? calendar[date.precision].format(date.time) : local.format(time)
  }
}

function dates(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat(undefined, options)
  }
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.length > LIMIT ? `${value.slice(0, LIMIT).toWellFormed()}…` : value
  if (typeof value === 'object') return inline(value)
  return String(value)
}

/** Returns nested data as JSON, truncated. Data that is too deep or cyclic is represented by its type. */
function inline(value: object): string {
  try {
    const json = JSON.stringify(value) ?? ''
    return json.length > 300 ? `${json.slice(0, 300).toWellFormed()}…` : json
  } catch {
    return Array.isArray(value) ? '[…]' : '{…}'
  }
}

const SAMPLE = 1_000

/**
 * Returns the number of decimal places that a column of numbers needs for aligned digits. Returns undefined for a column in which all
 * numbers are text, as databases return decimals: each of them keeps its own digits.
 */
export function columnDigits(values: readonly unknown[], format: ValueFormat): number | undefined {
  const limits: Partial<Record<ValueFormat, number>> = { number: 3, currency: 2, percent: 1 }
  const limit = limits[format]
  if (limit === undefined || (values.length > 0 && !values.some((value) => typeof value === 'number'))) return undefined
  const scale = format === 'percent' ? 100 : 1
  const figures = values
    .slice(0, SAMPLE)
    .map(figureOf)
    .flatMap((figure) => (figure ? [figure * scale] : []))
  // If all numbers are small, they need more digits in common than each would get alone.
  const max = figures.length > 0 && figures.every((figure) => losesDigits(figure, limit)) ? MAX_SMALL_DIGITS : limit
  let digits = 0
  for (const figure of figures) while (digits < max && !reaches(figure, digits)) digits++
  // Money is written without cents or with all of them.
  return format === 'currency' && digits > 0 ? Math.max(limit, digits) : digits
}

const MAX_SMALL_DIGITS = 6
const reaches = (value: number, digits: number) => Math.abs(value - Number(value.toFixed(digits))) < 10 ** -(digits + 6) * Math.max(1, Math.abs(value))
