import type { Reading } from './figure.ts'
import { myriads, readNumeral, scaled } from './numerals.ts'
import { isCurrency, times, type Unit, unitsOf } from './units.ts'

/** Words for powers of ten. */
export const scales = new Map<string, number>()
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

/** A letter that makes digits beside it a part of a name. */
export const letter = /[A-Za-z\u00c0-\u024f\u0370-\u052f_]/
const wordAt = /^(?:[%‰$€£¥₹₩℃℉]|°(?:[CF](?!\p{L}))?|[A-Za-zµ\u00c0-\u024f\u0400-\u052f]+(?:\/[a-z]{1,2}(?![A-Za-z]))?|\p{L}+)/u
const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What follows a number: its scale and its unit. */
export interface Suffix {
  end: number
  units: readonly Unit[]
  factor: number
  readings: (readings: readonly Reading[]) => readonly Reading[]
}

/** Reads what follows a number; undefined if the digits begin a name such as 3D or 5G. */
export function readSuffix(text: string, end: number, prefix: readonly Unit[]): Suffix | undefined {
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
  // "miles per gallon" is not a length.
  const units = /^[ \u00a0]?(?:per|pro|par|por|\/)(?!\p{L})/u.test(text.slice(behind, behind + 5)) ? undefined : unitsOf(name)
  if (units && !(isSpaced && isAmbiguous(name))) return { ...none, end: behind - word.length + name.length, units }
  if (/^(?:x|times|fold)$/.test(word)) return { ...none, end: word === 'x' ? behind : end, units: times }
  if (isSpaced || !letter.test(word[0] ?? '')) return none
  return undefined
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
