import { type DateSpan, findDates } from './dates.ts'
import type { Hedge, Reading, Span, TextFigure } from './figure.ts'
import { markAfterDates, markNotFigures } from './not-figures.ts'
import { myriads, readKanji, readNumeral, type Separators, scaled, separatorsOf } from './numerals.ts'
import { plainDigits } from './plain-digits.ts'
import { isCurrency, type Unit, unitsOf } from './units.ts'

const scales = new Map<string, number>()
for (const [names, factor] of [
  ['thousand tausend tsd mille mil k тыс тысяч', 1e3],
  ['lakh lakhs', 1e5],
  ['million millions millionen mio mn mln millones millón milhões milhão milioni milione miljoen млн', 1e6],
  ['crore crores', 1e7],
  ['billion billions bn milliard milliards milliarde milliarden mrd miliardi miljard млрд', 1e9],
  ['trillion trillions tn', 1e12],
] as const)
  for (const name of names.split(' ')) scales.set(name, factor)

/** Abbreviations that are scales only directly behind a number, or only with a currency. */
const attached = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['bn', 1e9],
])
const withCurrency = new Map([...attached, ['m', 1e6], ['B', 1e9], ['b', 1e9], ['T', 1e12]])

const directional =
  /(?:(?<!\p{L})(?:nearly|almost|over|more than|less than|under|just|fast|über|knapp|près de|plus de|casi|up to|at least)[ \u00a0]|ほぼ|超过|超)[ \u00a0$€£¥*_(]{0,4}$/iu
const hedge =
  /(?:(?<!\p{L})(?:about|around|approx(?:imately|\.)?|roughly|nearly|almost|over|more than|less than|under|just|some|circa|ca\.?|etwa|rund|fast|über|knapp|environ|près de|plus de|cerca de|unos|casi|up to|at least)[ \u00a0]|[~約约]|およそ|ほぼ|超过|超)[ \u00a0$€£¥*_(]{0,4}$/iu
const letter = /[A-Za-z\u00c0-\u024f\u0370-\u052f_]/
const wordAt = /^(?:[%‰$€£¥₹₩℃℉]|°(?:[CF](?!\p{L}))?|[A-Za-zµ\u00c0-\u024f\u0400-\u052f]+(?:\/[a-z]{1,2}(?![A-Za-z]))?|\p{L}+)/u
const idRest = /[\w.-]*\w/y
const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const wordValues = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((name, index) => [name, index + 1] as const),
)
const wordNumber = /(?<!\p{L})(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ \u00a0-](hundred|thousand|million|billion|trillion)(?!\p{L})/giu
const kanjiNumber = /[〇零一二三四五六七八九十百千万萬億亿兆]{2,40}/g

/** Finds the figures of a text: numbers and dates, in the order of the text. Linear in its length. Offsets are those of the given text. */
export function findFigures(given: string): TextFigure[] {
  const text = plainDigits(given)
  const taken = markNotFigures(text)
  const dates = findDates(text, taken).map((span) => dateFigure(given, span))
  markAfterDates(text, taken)
  const figures = [...dates, ...numberWords(text, taken)]
  const decimals = separatorsOf(text)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57 || taken[at]) continue
    const read = readFigure(text, at, { taken, decimals })
    for (const figure of read.figures) figures.push({ ...figure, text: given.slice(figure.start, figure.end) })
    at = read.end - 1
  }
  return figures.sort((one, other) => one.start - other.start)
}

const dateFigure = (given: string, { start, end, keys }: DateSpan): TextFigure => ({
  start,
  end,
  text: given.slice(start, end),
  readings: [],
  units: [],
  hedged: 'none',
  small: false,
  dates: keys,
})

const plainFigure = (start: number, end: number, text: string, readings: readonly Reading[]): TextFigure => ({
  start,
  end,
  text,
  readings,
  units: [],
  hedged: 'none',
  small: false,
  dates: [],
})

/** Finds numbers that are written as words, such as "three million" or 一万二千. */
function numberWords(text: string, taken: Uint8Array): TextFigure[] {
  const found: TextFigure[] = []
  for (const match of text.matchAll(wordNumber)) {
    const factor = match[2]?.toLowerCase() === 'hundred' ? 100 : (scales.get(match[2]?.toLowerCase() ?? '') ?? 1)
    add(match, (wordValues.get(match[1]?.toLowerCase() ?? '') ?? 1) * factor, factor)
  }
  for (const match of text.matchAll(kanjiNumber)) {
    const value = /\d/.test(text[match.index - 1] ?? '') || !/[十百千万萬億亿兆]/.test(match[0]) ? undefined : readKanji(match[0])
    if (value !== undefined) add(match, value, 1)
  }
  return found

  function add(match: RegExpMatchArray, value: number, step: number) {
    const start = match.index ?? 0
    const end = start + match[0].length
    if (taken[start]) return
    taken.fill(1, start, end)
    found.push(plainFigure(start, end, match[0], [{ value, step }]))
  }
}

/** Reads the number at an index, with its sign, currency, scale and unit. Returns no figure for digits that are part of a name. */
function readFigure(
  text: string,
  at: number,
  { taken, decimals }: { taken: Uint8Array; decimals: Separators },
): { figures: TextFigure[]; end: number } {
  const numeral = readNumeral(text, at, decimals)
  const before = text[at - 1] ?? ''
  if (letter.test(before) || (before === '-' && letter.test(text[at - 2] ?? '')) || (before === '.' && /\w/.test(text[at - 2] ?? ''))) return skipName(text, at)
  const prefix = readPrefix(text, at)
  const suffix = readSuffix(text, numeral.end, prefix.units)
  if (suffix === undefined) return skipName(text, numeral.end)
  if (numeral.readings.length === 0) return { figures: splitList(text, at, numeral.end), end: numeral.end }
  const { start } = prefix
  const end = includesEnd(taken, suffix.end) ? numeral.end : suffix.end
  const readings = suffix.readings(numeral.readings)
  const units = suffix.units.length > 0 ? suffix.units : prefix.units
  const signed = prefix.negative ? readings.map(({ value, step }) => ({ value: -value, step })) : readings
  const inParentheses = !prefix.negative && text[start - 1] === '(' && text[end] === ')' ? readings.map(({ value, step }) => ({ value: -value, step })) : []
  const value = numeral.readings[0]?.value ?? 0
  const isBare = numeral.plain && units.length === 0 && suffix.factor === 1 && !prefix.negative
  const year = isBare && value >= 1000 && value < 3000 && numeral.end - at === 4 ? [String(value)] : []
  const figure: TextFigure = {
    start,
    end,
    text: '',
    readings: [...signed, ...inParentheses],
    units,
    hedged: hedgeOf(text, { start, end }),
    small: isBare && value < 100,
    dates: year,
  }
  return { figures: [figure], end }
}

function hedgeOf(text: string, { start, end }: Span): Hedge {
  const before = text.slice(Math.max(0, start - 24), start)
  if (directional.test(before) || /^[ \u00a0]?[余多+]/.test(text.slice(end, end + 2))) return 'bound'
  return hedge.test(before) ? 'about' : 'none'
}

const includesEnd = (taken: Uint8Array, end: number): boolean => taken[end - 1] === 1

/** A list without spaces, such as 1,2,3. Other sequences, such as 1.2.3, are versions. */
function splitList(text: string, start: number, end: number): TextFigure[] {
  const part = text.slice(start, end)
  if (part.includes('.') || part.length > 200) return []
  const figures: TextFigure[] = []
  for (const match of part.matchAll(/\d+/g)) {
    const at = start + match.index
    const figure = plainFigure(at, at + match[0].length, match[0], [{ value: Number(match[0]), step: 1 }])
    figures.push({ ...figure, small: match[0].length <= 2 })
  }
  return figures
}

function skipName(text: string, at: number) {
  idRest.lastIndex = at
  const found = idRest.exec(text)
  return { figures: [], end: Math.max(at + 1, found ? idRest.lastIndex : at + 1) }
}

const currencyBefore = /(?:(?<![\p{L}])(?:US|R|A|C|HK|NZ)?\$|[€£¥₹₩]|(?<!\p{L})(?:USD|EUR|GBP|JPY|CNY|CHF|INR|KRW|BRL))[ \u00a0]?$/u

function readPrefix(text: string, at: number): { start: number; units: readonly Unit[]; negative: boolean } {
  const before = text.slice(Math.max(0, at - 8), at)
  const minus = minusLength(before)
  if (minus > 0) {
    const currency = currencyBefore.exec(before.slice(0, -minus))
    const units = (currency && unitsOf(currency[0].trim())) ?? []
    return { start: at - minus - (currency?.[0].length ?? 0), units, negative: true }
  }
  const currency = currencyBefore.exec(before)
  if (!currency) return { start: at, units: [], negative: false }
  const start = at - currency[0].length
  const sign = minusLength(before.slice(0, before.length - currency[0].length))
  return { start: start - sign, units: unitsOf(currency[0].trim()) ?? unitsOf('$') ?? [], negative: sign > 0 }
}

/** Length of a minus sign at the end of a text. A hyphen behind a word, a number or a bracket connects and is not a sign. */
function minusLength(before: string): number {
  return /(?:^|[\s(|[:*_~=<>≥≤,;"'“$€£¥])[-–]$/u.test(before) ? 1 : 0
}

interface Suffix {
  end: number
  units: readonly Unit[]
  factor: number
  readings: (readings: readonly Reading[]) => readonly Reading[]
}

/** Reads what follows a number; undefined if the digits begin a name such as 3D or 5G. */
function readSuffix(text: string, end: number, prefix: readonly Unit[]): Suffix | undefined {
  const none: Suffix = { end, units: [], factor: 1, readings: (readings) => readings }
  const compound = readMyriads(text, end)
  if (compound) return compound
  const isSpaced = text[end] === ' ' || text[end] === '\u00a0' || (text[end] === '-' && letter.test(text[end + 1] ?? ''))
  const word = wordFrom(text, end + (isSpaced ? 1 : 0))
  if (word === '') return none
  const behind = end + (isSpaced ? 1 : 0) + word.length
  const scale = scaleOf(word, { isSpaced, hasCurrency: isCurrency(prefix) })
  if (scale !== undefined) {
    const unit = nextUnit(text, behind)
    return { end: unit.end, units: unit.units, factor: scale, readings: (readings) => scaled(readings, scale) }
  }
  const name = cjk.test(word) ? (word.startsWith('パーセント') ? 'パーセント' : (word[0] ?? '')) : word
  const units = unitsOf(name)
  if (units && !(isSpaced && isAmbiguous(name))) return { ...none, end: behind - word.length + name.length, units }
  if (isSpaced || !letter.test(word[0] ?? '')) return none
  return word === 'x' || word === 'times' ? { ...none, end: behind } : undefined
}

/** Words that are units only directly behind a number, because they are also common words. */
const isAmbiguous = (word: string): boolean => word === 's' || word === 't' || word === 'l' || word === '$'

function wordFrom(text: string, at: number): string {
  return wordAt.exec(text.slice(at, at + 24))?.[0] ?? ''
}

function scaleOf(word: string, { isSpaced, hasCurrency }: { isSpaced: boolean; hasCurrency: boolean }): number | undefined {
  const abbreviation = (hasCurrency ? withCurrency : attached).get(word)
  if (abbreviation !== undefined && (!isSpaced || hasCurrency || word === 'bn')) return abbreviation
  return word.toLowerCase() === 'k' ? undefined : scales.get(word.toLowerCase())
}

function nextUnit(text: string, end: number): { end: number; units: readonly Unit[] } {
  const from = text[end] === '.' ? end + 1 : end
  const isSpaced = text[from] === ' ' || text[from] === '\u00a0'
  const word = wordFrom(text, from + (isSpaced ? 1 : 0))
  const units = unitsOf(word)
  return units && !(isSpaced && isAmbiguous(word)) ? { end: from + (isSpaced ? 1 : 0) + word.length, units } : { end, units: [] }
}

/** Reads compound numbers such as 1億2,000万 and 3千. */
function readMyriads(text: string, end: number): Suffix | undefined {
  const factors: number[] = []
  const parts: Reading[] = []
  let at = end
  let lastEnd = end
  while (factors.length < 4) {
    const spaced = text[at] === ' ' ? 1 : 0
    let factor = myriads[text[at + spaced] ?? '']
    let length = 1
    if (factor === undefined && (text[at] === '千' || text[at] === '천' || text[at] === '百')) {
      factor = text[at] === '百' ? 100 : 1000
      const then = myriads[text[at + 1] ?? '']
      if (then !== undefined) [factor, length] = [factor * then, 2]
    }
    if (factor === undefined || (factors.length > 0 && factor >= (factors.at(-1) ?? 0))) break
    factors.push(factor)
    at += spaced + length
    lastEnd = at
    const code = text.charCodeAt(at)
    if (!(code >= 48 && code <= 57)) break
    const next = readNumeral(text, at)
    const [first] = next.readings
    if (!first) break
    parts.push(first)
    at = next.end
    if (myriads[text[at] ?? ''] === undefined && text[at] !== '千') lastEnd = at
  }
  if (factors.length === 0) return undefined
  const unit = nextUnit(text, lastEnd)
  return {
    end: unit.end,
    units: unit.units,
    factor: factors[0] ?? 1,
    readings: (readings) => readings.map((first) => sumOf([first, ...parts], factors)),
  }
}

function sumOf(parts: readonly Reading[], factors: readonly number[]): Reading {
  let value = 0
  let step = 1
  parts.forEach((part, index) => {
    const factor = factors[index] ?? 1
    value += part.value * factor
    step = part.step * factor
  })
  return { value, step }
}
