/** More digits than a number holds. */
const MAX_DIGITS = 15
const PLAIN = /^[+-]?(?:0|[1-9]\d*)?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i
/** Digits in groups of three, as in 1,234.5 or 1 234 567 or 1'234 (one kind of separator), in Indian groups, or with points and a decimal comma. */
const GROUPED =
  /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:,\d{2})*,\d{3}(?:\.\d+)?|(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|(?:['’]\d{3})+(?:\.\d+)?|(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)$/
const DECIMAL_COMMA = /^[+-]?(?:0|[1-9]\d{0,2}),(?:\d{1,2}|\d{4,})$/

/**
 * The number that a text consists of, also with separators or in brackets for a negative amount; databases and models write figures as text.
 * Undefined for other texts, for numbers with leading zeros, which are rather names, and for more than 15 digits.
 */
export function parseFigure(text: string): number | undefined {
  const trimmed = text.trim().replace('\u2212', '-')
  const bracketed = /^\(([^()+-]+)\)$/.exec(trimmed)?.[1]
  if (bracketed !== undefined) return negated(parseFigure(bracketed))
  if (trimmed.replace(/\D/g, '').length > MAX_DIGITS || !/\d/.test(trimmed)) return undefined
  const plain = plainDigits(trimmed)
  const value = plain === undefined ? Number.NaN : Number(plain)
  return Number.isFinite(value) ? value : undefined
}

const negated = (value: number | undefined) => (value === undefined ? undefined : -value)

/** A figure as JavaScript writes it. The last of two kinds of separators is the decimal one. */
function plainDigits(text: string): string | undefined {
  if (PLAIN.test(text)) return text
  if (DECIMAL_COMMA.test(text)) return text.replace(',', '.')
  if (!GROUPED.test(text)) return undefined
  const point = /\.\d+,\d+$/.test(text) || (/[ \u00a0\u202f]/.test(text) && text.includes(',')) ? ',' : text.split('.').length > 2 ? undefined : '.'
  const [whole = '', decimals] = point === undefined ? [text] : text.split(point)
  const digits = whole.replace(/[^\d+-]/g, '')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}

const UNITS = /^[+-]?(?:\p{Sc}|[A-Z]{3})\s*|\s*(?:\p{Sc}|[A-Z]{3}|%)$/u

/** The number of a text with a currency or a percent sign, for comparisons; its unit is left out. */
export function parseAmount(text: string): number | undefined {
  const sign = /^-/.test(text.trim()) && !/^-\d/.test(text.trim()) ? -1 : 1
  const value = parseFigure(text.trim().replace(UNITS, '').replace(UNITS, ''))
  return value === undefined ? undefined : sign * value
}

const YEAR_NAME = /(?:^|[^\p{L}])(?:years?|yr|fy|jahr|année|año|ano|anno|rok|год|年|年份|年度)(?:$|[^\p{L}])/iu

/** True for the name of a column or an axis of years, such as `Year`, `birth_year` or `fiscalYear`. */
export const namesYears = (name: string): boolean => YEAR_NAME.test(name.slice(0, 200).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))

/** True for a whole number that can be a year. */
export const isYear = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 1_000 && value <= 2_999

/** Largest difference, as a share of the value, that rounding may make. */
const MAX_ROUNDING = 0.05

/** True when a value between -1 and 1 would lose its significant digits to a number of decimal places: 0.0023 with two is 0. */
export function losesDigits(value: number, decimals: number): boolean {
  return value !== 0 && Math.abs(value) < 1 && Math.abs(Number(value.toFixed(decimals)) - value) > Math.abs(value) * MAX_ROUNDING
}
