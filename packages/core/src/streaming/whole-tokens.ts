import { isDigit, jsonCode, unitAt, unitOrEnd } from './characters.ts'

/** Returns the index of the quote that ends a string whose text starts at `from`; -1 if the text ends first or contains an escape or a control character. */
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

/** Maximum length of a number that is converted here. Longer numbers may be out of range. */
const maxNumberLength = 300

/** Returns the index after a number that is complete in the text; -1 if it is incomplete or not a JSON number without exponent. */
export function numberEnd(text: string, from: number): number {
  let index = from
  if (unitOrEnd(text, index) === jsonCode.minus) index++
  const start = index
  index = digitsEnd(text, start)
  if (index === -1 || (index > start + 1 && unitOrEnd(text, start) === 48)) return -1
  if (unitOrEnd(text, index) === 46) index = digitsEnd(text, index + 1)
  return index !== -1 && index - from <= maxNumberLength && endsToken(text, index) ? index : -1
}

/** Returns the index after one or more digits; -1 if there is no digit. */
function digitsEnd(text: string, from: number): number {
  let index = from
  while (isDigit(unitOrEnd(text, index))) index++
  return index === from ? -1 : index
}

/** True if a comma or a closing bracket follows, so that the preceding token is complete. */
function endsToken(text: string, index: number): boolean {
  const unit = unitOrEnd(text, index)
  return unit === jsonCode.comma || unit === jsonCode.closeObject || unit === jsonCode.closeArray
}

/** Returns the JSON literal that is complete in the text at the index; undefined if there is none. */
export function literalAt(text: string, index: number, unit: number): boolean | null | undefined {
  if (unit === 116) return text.startsWith('true', index) && endsToken(text, index + 4) ? true : undefined
  if (unit === 102) return text.startsWith('false', index) && endsToken(text, index + 5) ? false : undefined
  return unit === 110 && text.startsWith('null', index) && endsToken(text, index + 4) ? null : undefined
}

/** True if the text already shows that the quote at `end` closes its string: a closing bracket follows, or a comma and the next key or value. */
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
