/** Maximum number of digits that a number represents exactly. */
const MAX_DIGITS = 15
const PLAIN = /^[+-]?(?:0|[1-9]\d*)?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i
/** Matches digits in groups of three, as in 1,234.5 or 1 234 567 or 1'234 (one kind of separator), in Indian groups, or with points and a decimal comma. */
const GROUPED =
  /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:,\d{2})*,\d{3}(?:\.\d+)?|(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|(?:['’]\d{3})+(?:\.\d+)?|(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)$/
const DECIMAL_COMMA = /^[+-]?(?:0|[1-9]\d{0,2}),(?:\d{1,2}|\d{4,})$/

/**
 * Parses a text that is a number, with or without separators, including parentheses for a negative amount. Databases and models often write
 * numbers as text. Returns undefined for other texts, for numbers with leading zeros, which are usually identifiers, and for more than 15
 * digits.
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

/** Returns the number in JavaScript notation. If there are two kinds of separators, the last one is the decimal separator. */
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

/** Parses a number with a currency or a percent sign, for comparisons. The unit is ignored. */
export function parseAmount(text: string): number | undefined {
  const sign = /^-/.test(text.trim()) && !/^-\d/.test(text.trim()) ? -1 : 1
  const value = parseFigure(text.trim().replace(UNITS, '').replace(UNITS, ''))
  return value === undefined ? undefined : sign * value
}

const YEAR_NAME = /(?:^|[^\p{L}])(?:years?|yr|fy|jahr|année|año|ano|anno|rok|год|年|年份|年度)(?:$|[^\p{L}])/iu

/** True for names of columns or axes with years, such as `Year`, `birth_year` or `fiscalYear`. */
export const namesYears = (name: string): boolean => YEAR_NAME.test(name.slice(0, 200).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))

/** True for an integer that can be a year. */
export const isYear = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 1_000 && value <= 2_999

/** Maximum difference caused by rounding, as a fraction of the value. */
const MAX_ROUNDING = 0.05

/** True if a value between -1 and 1 would lose its significant digits with this number of decimal places: 0.0023 with two is 0. */
export function losesDigits(value: number, decimals: number): boolean {
  return value !== 0 && Math.abs(value) < 1 && Math.abs(Number(value.toFixed(decimals)) - value) > Math.abs(value) * MAX_ROUNDING
}
