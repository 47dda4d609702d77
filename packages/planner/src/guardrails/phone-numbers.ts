import type { TextRange } from './fold-text.ts'

/** A number that may be one of a telephone: digits in groups, with at most two separators between two groups. */
const candidate = /(?<![\p{L}\p{N}_#$€£.,+/-])(?:\+|\()?\d(?:[ ./()-]{0,2}\d){5,40}(?![\p{L}\p{N}_])/gu
const date = /^(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})(?!\d)/
const words = /(?:tel|tél|fon|phone|mobil|cell|fax|call|whatsapp|handy|teléfono|電話|电话|전화)[^\n\d]{0,16}$/iu

/**
 * Finds telephone numbers: with a country code (`+49 30 …`, `0049 30 …`), with a leading 0 (`030 …`, `(030) …`), in the form of North America
 * (`(555) 234-5678`, `555-234-5678`), or behind a word for telephone. Other numbers are not found, because most of them are something else.
 */
export function* findPhones(text: string): Generator<TextRange> {
  for (const match of text.matchAll(candidate)) {
    const found = match[0]
    const digits = found.replace(/\D/g, '')
    if (digits.length > maxDigits) yield* phonesIn(found, match.index)
    else if (isPhone(found, digits, text.slice(Math.max(0, match.index - 32), match.index))) yield { start: match.index, end: match.index + found.length }
  }
}

const maxDigits = 15
/** Begins a number that follows another one. */
const beginning = /(?<=\d[ ./()-]{1,2})(?=[+(]{0,2}0|\+)/

/** Finds numbers that follow each other with no more between them than between the groups of one. */
function* phonesIn(text: string, offset: number): Generator<TextRange> {
  let start = 0
  let part = ''
  for (const next of text.split(beginning)) {
    part += next
    // A group that begins with 0 can also continue a number that is too short without it.
    const length = phoneLength(part)
    if (length > 0) yield { start: offset + start, end: offset + start + length }
    else if (part.replace(/\D/g, '').length < 8) continue
    start += part.length
    part = ''
  }
}

/** Returns the length of the longest telephone number at the start of a text, whose last group ends it; 0 without one. */
function phoneLength(text: string): number {
  const ends = [...text.matchAll(/\d(?!\d)/g)].map(({ index }) => index + 1)
  return ends.findLast((end) => isPhone(text.slice(0, end), text.slice(0, end).replace(/\D/g, ''), '')) ?? 0
}

function isPhone(found: string, digits: string, before: string): boolean {
  if (digits.length > maxDigits || date.test(found) || /^(\d)\1*$/.test(digits)) return false
  if (found.startsWith('+')) return digits.length >= 8
  if (/^00[1-9]/.test(found)) return digits.length >= 10
  if (/^\(?0[1-9]/.test(found)) return digits.length >= 9 && digits.length <= 13
  if (/^(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}$/.test(found)) return true
  return words.test(before) && digits.length >= 6
}
