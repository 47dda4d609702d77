import type { Reading } from './figure.ts'

/** A numeral in a text and its possible readings; none for sequences of digits that are not a number, such as a version. */
export interface Numeral {
  end: number
  readings: Reading[]
  /** True if it contains neither a separator nor decimals. */
  plain: boolean
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const maxDigits = 40

function digitsEnd(text: string, start: number): number {
  let at = start
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

/** What the numbers of a text with one separator and three digits behind it can mean. */
export type Separators = 'point' | 'comma' | 'unknown'

const commaDecimals = /(?<![\d.,])\d{1,3},\d{1,2}(?![\d,])|\d[. \u00a0]\d{3},\d/
const pointDecimals = /(?<![\d.,\p{L}])\d{1,9}\.\d{1,2}(?![\d.])|\d,\d{3}\.\d/u
const commaWords = /(?<!\p{L})(?:der|die|das|ist|bei|für|avec|dans|del|las|con|und|von|les|des|une|est|pour|los|para|uno|het|een|och|jest)(?!\p{L})/iu

/** Determines the decimal separator of a text by its other numbers, and if they do not show it, by its words. */
export function separatorsOf(text: string): Separators {
  const [comma, point] = [commaDecimals.test(text), pointDecimals.test(text)]
  if (comma !== point) return comma ? 'comma' : 'point'
  return !comma && commaWords.test(text) ? 'comma' : 'unknown'
}

/** Reads the numeral that starts at an index. The text has plain digits. */
export function readNumeral(text: string, start: number, decimals: Separators = 'unknown'): Numeral {
  let end = digitsEnd(text, start)
  const groups = [text.slice(start, end)]
  const separators: string[] = []
  while (groups.length < 12) {
    const separator = text[end] ?? ''
    const next = digitsEnd(text, end + 1)
    if (next === end + 1 || !continues(separator, { groups, separators, length: next - end - 1 })) break
    separators.push(separator === '\u00a0' ? ' ' : separator)
    groups.push(text.slice(end + 1, next))
    end = next
  }
  const readings = readingsOf(groups, separators, decimals)
  return withExponent(text, withFraction(text, { end, readings, plain: separators.length === 0 }))
}

function continues(separator: string, { groups, separators, length }: { groups: string[]; separators: string[]; length: number }): boolean {
  if (separator === '.' || separator === ',') return true
  if (separator !== ' ' && separator !== '\u00a0' && separator !== "'") return false
  const grouped = separators.every((known) => known === (separator === '\u00a0' ? ' ' : separator))
  return length === 3 && grouped && (groups[0]?.length ?? 0) <= 3 && groups.slice(1).every((group) => group.length === 3)
}

const isGrouped = (groups: readonly string[], separator: string): boolean => {
  const [first = '', ...rest] = groups
  if (first.length > 3 || first === '' || first.startsWith('0')) return false
  if (rest.every((group) => group.length === 3)) return true
  // Indian grouping: 12,34,567.
  return separator === ',' && first.length <= 2 && rest.at(-1)?.length === 3 && rest.slice(0, -1).every((group) => group.length === 2)
}

function readingsOf(groups: readonly string[], separators: readonly string[], decimals: Separators): Reading[] {
  if (groups.reduce((sum, group) => sum + group.length, 0) > maxDigits) return []
  const kinds = new Set(separators)
  const last = separators.at(-1) ?? ''
  const whole = () => reading(groups.join(''), '')
  const decimal = () => reading(groups.slice(0, -1).join(''), groups.at(-1) ?? '')
  // Digits behind a zero are those of an identifier, such as 00845.
  if (separators.length === 0) return /^0\d/.test(groups[0] ?? '') ? [] : [whole()]
  if (kinds.size === 2) {
    const grouped =
      separators.lastIndexOf(last) === separators.indexOf(last) && last !== ' ' && last !== "'" && isGrouped(groups.slice(0, -1), separators[0] ?? '')
    return grouped ? [decimal()] : []
  }
  if (kinds.size > 2) return []
  const grouped = isGrouped(groups, last)
  if (last === ' ' || last === "'") return grouped ? [whole()] : []
  if (separators.length > 1) return grouped ? [whole()] : []
  if (!grouped) return [decimal()]
  // One separator and three digits: 5,076 is rarely a decimal in a text that does not use the decimal comma.
  if (last === ',') return decimals === 'comma' ? [decimal(), whole()] : [whole()]
  return decimals === 'comma' ? [whole()] : decimals === 'point' ? [decimal()] : [decimal(), whole()]
}

const reading = (whole: string, decimals: string): Reading => ({
  value: Number(decimals === '' ? whole : `${whole}.${decimals}`),
  step: 10 ** -decimals.length,
})

const fractions: Record<string, number> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
}

/** Reads a fraction behind a whole number, as in 1½. */
function withFraction(text: string, numeral: Numeral): Numeral {
  const fraction = numeral.plain ? fractions[text[numeral.end] ?? ''] : undefined
  if (fraction === undefined) return numeral
  return { end: numeral.end + 1, readings: numeral.readings.map(({ value }) => ({ value: value + fraction, step: 0.01 })), plain: false }
}

const power = /(?:\^\{?(-?\d{1,3})\}?|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))/uy
const exponent = /(?:[eE]([+-]?\d{1,3})(?![\p{L}\d])|[ \u00a0]?[×x*·][ \u00a0]?10(?:\^\{?(-?\d{1,3})\}?|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})))/uy
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const plainExponent = (text: string): string => text.replaceAll(/./gu, (digit) => (digit === '⁻' ? '-' : String(superscripts.indexOf(digit))))

function withExponent(text: string, numeral: Numeral): Numeral {
  // A power of ten alone, such as 10^6.
  power.lastIndex = numeral.end
  const ofTen = numeral.plain && numeral.readings[0]?.value === 10 ? power.exec(text) : null
  if (ofTen) {
    const value = 10 ** Number(ofTen[1] ?? plainExponent(ofTen[2] ?? ''))
    return { end: power.lastIndex, readings: Number.isFinite(value) ? [{ value, step: value / 10 }] : [], plain: false }
  }
  exponent.lastIndex = numeral.end
  const found = exponent.exec(text)
  if (!found) return numeral
  const factor = 10 ** Number(found[1] ?? found[2] ?? plainExponent(found[3] ?? ''))
  if (!Number.isFinite(factor)) return { ...numeral, readings: [], end: exponent.lastIndex }
  return { end: exponent.lastIndex, readings: scaled(numeral.readings, factor), plain: false }
}

export const scaled = (readings: readonly Reading[], factor: number): Reading[] =>
  readings.map(({ value, step }) => ({ value: value * factor, step: step * factor }))

const kanji: Record<string, number> = { 〇: 0, 零: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }
const small: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }
/** Powers of ten thousand, which end a group in Chinese, Japanese and Korean. */
export const myriads: Record<string, number> = { 万: 1e4, 萬: 1e4, 만: 1e4, 亿: 1e8, 億: 1e8, 억: 1e8, 兆: 1e12, 조: 1e12 }

/** Reads a number in Chinese characters, such as 一万二千. Returns undefined if it is not well formed. */
export function readKanji(text: string): number | undefined {
  let [total, group, digit] = [0, 0, -1]
  let largest = Number.POSITIVE_INFINITY
  let lowest = 10_000
  for (const character of text) {
    const value = kanji[character]
    const unit = small[character]
    const myriad = myriads[character]
    if (value !== undefined) {
      if (digit > 0) return undefined
      digit = value
    } else if (unit !== undefined) {
      if (unit >= lowest) return undefined
      group += (digit < 0 ? 1 : digit) * unit
      lowest = unit
      digit = -1
    } else if (myriad !== undefined) {
      const amount = group + Math.max(0, digit)
      if (amount === 0 || myriad >= largest) return undefined
      total += amount * myriad
      largest = myriad
      ;[group, digit, lowest] = [0, -1, 10_000]
    } else return undefined
  }
  return total + group + Math.max(0, digit)
}
