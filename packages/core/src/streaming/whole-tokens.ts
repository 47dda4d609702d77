import { isDigit, jsonCode, unitAt, unitOrEnd } from './characters.ts'

/** Index of the quote that ends a string of plain text begun before `from`; -1 when the text ends first or holds anything but plain text. */
export function plainEnd(text: string, from: number): number {
  const { length } = text
  for (let index = from; index < length; index++) {
    const unit = unitAt(text, index)
    if (unit > jsonCode.backslash) continue
    if (unit === jsonCode.doubleQuote) return index
    if (unit === jsonCode.backslash || unit < 32) return -1
  }
  return -1
}

/** Longer ones may be out of range. */
const maxNumberLength = 300

/** Index behind a number that stands whole in the text, with what may follow it; -1 when it does not, or is none that JSON knows. */
export function numberEnd(text: string, from: number): number {
  let index = from
  if (unitOrEnd(text, index) === jsonCode.minus) index++
  const start = index
  index = digitsEnd(text, start)
  if (index === -1 || (index > start + 1 && unitOrEnd(text, start) === 48)) return -1
  if (unitOrEnd(text, index) === 46) index = digitsEnd(text, index + 1)
  return index !== -1 && index - from <= maxNumberLength && endsToken(text, index) ? index : -1
}

/** The number between two indexes found with `numberEnd`; short integers are the common case. */
export function numberAt(text: string, from: number, to: number): number {
  if (to - from > 9) return Number(text.slice(from, to))
  let value = 0
  for (let index = from; index < to; index++) {
    const unit = unitOrEnd(text, index)
    if (!isDigit(unit)) return Number(text.slice(from, to))
    value = value * 10 + unit - 48
  }
  return value
}

/** Index behind one or more digits; -1 when there is none. */
function digitsEnd(text: string, from: number): number {
  let index = from
  while (isDigit(unitOrEnd(text, index))) index++
  return index === from ? -1 : index
}

/** True when a comma or closer stands here, so that the token before it is whole. */
function endsToken(text: string, index: number): boolean {
  const unit = unitOrEnd(text, index)
  return unit === jsonCode.comma || unit === jsonCode.closeObject || unit === jsonCode.closeArray
}

/** The literal of JSON that stands whole in the text here. */
export function literalAt(text: string, index: number, unit: number): boolean | null | undefined {
  if (unit === 116) return text.startsWith('true', index) && endsToken(text, index + 4) ? true : undefined
  if (unit === 102) return text.startsWith('false', index) && endsToken(text, index + 5) ? false : undefined
  return unit === 110 && text.startsWith('null', index) && endsToken(text, index + 4) ? null : undefined
}

/** True when the text shows already that the quote at `end` closes its string: a closer follows, or a comma and the next key or value. */
export function closesAtOnce(text: string, end: number, array: boolean): boolean {
  const unit = unitOrEnd(text, end + 1)
  if (unit !== jsonCode.comma) return unit === (array ? jsonCode.closeArray : jsonCode.closeObject)
  const next = unitOrEnd(text, end + 2) === jsonCode.space ? end + 3 : end + 2
  if (unitOrEnd(text, next) !== jsonCode.doubleQuote) return array && startsValue(unitOrEnd(text, next))
  return array || hasColon(text, plainEnd(text, next + 1))
}

function hasColon(text: string, quote: number): boolean {
  return quote !== -1 && unitOrEnd(text, quote + 1) === jsonCode.colon
}

function startsValue(unit: number): boolean {
  return unit === jsonCode.openObject || unit === jsonCode.openArray || unit === jsonCode.minus || isDigit(unit)
}

const size = 64

/** Keys come again and again; a known one is given back without making a new string. */
export class KeyCache {
  private readonly known: string[] = new Array(size).fill('')

  get(text: string, from: number, to: number): string {
    const length = to - from
    const slot = (unitAt(text, from) * 7 + unitAt(text, to - 1) * 3 + length) & (size - 1)
    const known = this.known[slot] ?? ''
    if (known.length === length && text.startsWith(known, from)) return known
    const key = text.slice(from, to)
    if (length <= 32) this.known[slot] = key
    return key
  }
}
