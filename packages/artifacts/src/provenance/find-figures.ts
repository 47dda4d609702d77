import { type DateSpan, findDates } from './dates.ts'
import type { Hedge, Reading, Span, TextFigure } from './figure.ts'
import { markAfterDates, markNotFigures } from './not-figures.ts'
import { readKanji, readNumeral, type Separators, scaled, separatorsOf } from './numerals.ts'
import { plainDigits } from './plain-digits.ts'
import { letter, readSuffix, scales } from './read-suffix.ts'
import { isTimes, times, type Unit, unitsOf } from './units.ts'

const directional =
  /(?:(?<!\p{L})(?:nearly|almost|over|more than|less than|under|just|fast|über|knapp|près de|plus de|casi|up to|at least)[ \u00a0]|ほぼ|超过|超)[ \u00a0$€£¥*_(]{0,4}$/iu
const hedge =
  /(?:(?<!\p{L})(?:about|around|approx(?:imately|\.)?|roughly|nearly|almost|over|more than|less than|under|just|some|circa|ca\.?|etwa|rund|fast|über|knapp|environ|près de|plus de|cerca de|unos|casi|up to|at least)[ \u00a0]|[~約约]|およそ|ほぼ|超过|超)[ \u00a0$€£¥*_(]{0,4}$/iu
const idRest = /[\w.-]*\w/y

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
  const decimals = separatorsOf(withoutTaken(text, taken))
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57 || taken[at]) continue
    const read = readFigure(text, at, { taken, decimals })
    for (const figure of read.figures) figures.push({ ...figure, text: given.slice(figure.start, figure.end) })
    at = read.end - 1
  }
  return withUnitsOfRanges(
    text,
    figures.sort((one, other) => one.start - other.start),
  )
}

const rangeMark = /^[ \u00a0]?(?:[–—~〜-]|(?:to|bis|à|a|hasta|through)(?=[ \u00a0]))[ \u00a0$€£¥]?$/iu
const rangeWord = /(?<!\p{L})(?:between|zwischen|entre|tra|fra)[ \u00a0]$/iu
const rangeAnd = /^[ \u00a0](?:and|und|et|y|e)[ \u00a0]$/iu

/** True if two numbers are the ends of a range. */
export function isRange(text: string, first: Span, second: Span): boolean {
  const between = text.slice(first.end, second.start)
  if (between.length > 12) return false
  return rangeMark.test(between) || (rangeAnd.test(between) && rangeWord.test(text.slice(Math.max(0, first.start - 12), first.start)))
}

/** Gives the first number of a range the scale and the unit behind the second: "3.7–5.1 kg", "between 3.7 and 5.1 million". */
function withUnitsOfRanges(text: string, figures: TextFigure[]): TextFigure[] {
  figures.forEach((figure, at) => {
    const next = figures[at + 1]
    if (!next || figure.readings.length === 0) return
    const units = figure.units.length > 0 ? figure.units : next.units
    const factor = figure.factor === 1 ? next.factor : 1
    if (units === figure.units && factor === 1) return
    if (isRange(text, figure, next)) figures[at] = { ...figure, units, readings: scaled(figure.readings, factor), small: false }
  })
  return figures
}

/** Returns the text without what is not searched. */
function withoutTaken(text: string, taken: Uint8Array): string {
  const parts: string[] = []
  let start = taken.indexOf(0)
  while (start >= 0) {
    const end = taken.indexOf(1, start)
    parts.push(text.slice(start, end < 0 ? text.length : end))
    start = end < 0 ? -1 : taken.indexOf(0, end)
  }
  return parts.join('\n')
}

const dateFigure = (given: string, { start, end, keys }: DateSpan): TextFigure => ({
  start,
  end,
  text: given.slice(start, end),
  readings: [],
  units: [],
  hedged: 'none',
  falls: false,
  factor: 1,
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
  falls: false,
  factor: 1,
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
function readFigure(text: string, at: number, { taken, decimals }: { taken: Uint8Array; decimals: Separators }): { figures: TextFigure[]; end: number } {
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
  const units =
    suffix.units.length > 0 ? suffix.units : prefix.units.length > 0 ? prefix.units : factorWord.test(text.slice(Math.max(0, at - 16), at)) ? times : []
  const signed = prefix.negative ? readings.map(({ value, step }) => ({ value: -value, step })) : readings
  const inParentheses = !prefix.negative && text[start - 1] === '(' && text[end] === ')' ? readings.map(({ value, step }) => ({ value: -value, step })) : []
  const value = numeral.readings[0]?.value ?? 0
  const isBare = numeral.plain && (units.length === 0 || isTimes(units)) && suffix.factor === 1 && !prefix.negative
  const year = isBare && value >= 1000 && value < 3000 && numeral.end - at === 4 ? [String(value)] : []
  const figure: TextFigure = {
    start,
    end,
    text: '',
    readings: [...signed, ...inParentheses],
    units,
    hedged: hedgeOf(text, { start, end }),
    falls: isFall(text, { start, end }),
    factor: suffix.factor,
    small: isBare && value < 100,
    dates: year,
  }
  return { figures: [figure], end }
}

const factorWord = /(?<!\p{L})(?:factor|faktor|facteur)[ \u00a0](?:of|von|de)[ \u00a0]$/iu
const fallBefore =
  /(?<!\p{L})(?:fell|falls?|fallen|falling|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|down|lost|loses?|losing|shrank|shrunk|shrinks?|slipped|sank|plunged|reduced|fiel|fallen|gefallen|sanken|gesunken|rückgang|cayó|cayeron|bajó|bajaron|disminuyó|baissé|reculé|chuté|diminué)(?:[ \u00a0](?:by|of|um|von|de|en|un|about|around|roughly|nearly|almost|over|more than)){0,3}[ \u00a0*_$€£¥]{1,4}$/iu
const fallBehind =
  /^[ \u00a0*_]{1,4}(?:lower|less|down|decrease|decline|drop|fewer|weniger|gesunken|gefallen|niedriger|tiefer|menos|de moins|en moins)(?!\p{L})/iu

/** True if the text says that something fell by the figure. A field with changes then has it with a minus sign. */
function isFall(text: string, { start, end }: Span): boolean {
  return fallBefore.test(text.slice(Math.max(0, start - 60), start)) || fallBehind.test(text.slice(end, end + 24))
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
  if (!/^[1-9]\d*(?:,[1-9]\d*){1,100}$/.test(part)) return []
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
