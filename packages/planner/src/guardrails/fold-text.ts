/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/** A text in the form that detectors read, with the location of each of its characters in the original. */
export interface FoldedText {
  text: string
  /** Returns the offset of a character in the original. */
  startOf(index: number): number
  /** Returns the offset behind a character in the original. */
  endOf(index: number): number
}

/** Characters that are not visible. They are left out, so that they cannot hide data from detectors. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u
const plain = /^[\x20-\x5b\x5d-\x7e\t\n\r]*$/
const escapes = 'bfnrt'
const dashes = '\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63'

/**
 * Folds a text: digits of all scripts become ASCII, full-width characters, dashes and spaces their usual forms, invisible characters are left
 * out, and escaped control characters (`\n` as two characters) become spaces. Work and memory grow with the length of the text.
 */
export function foldText(original: string): FoldedText {
  if (plain.test(original)) return { text: original, startOf: (index) => index, endOf: (index) => index + 1 }
  const starts: number[] = []
  const ends: number[] = []
  const parts: string[] = []
  let at = 0
  const take = (text: string, length: number) => {
    for (let index = 0; index < text.length; index++) {
      starts.push(at)
      ends.push(at + length)
    }
    parts.push(text)
  }
  for (const character of original) {
    const isEscape = original.charAt(at - 1) === '\\' && escapes.includes(character) && parts.at(-1) === '\\'
    if (isEscape) {
      parts[parts.length - 1] = ' '
      take(' ', 1)
    } else if (!invisible.test(character)) take(foldCharacter(character), character.length)
    at += character.length
  }
  return { text: parts.join(''), startOf: (index) => starts[index] ?? original.length, endOf: (index) => ends[index] ?? original.length }
}

function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return character
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (dashes.includes(character)) return '-'
  if (/\p{Zs}/u.test(character)) return ' '
  return /\p{Nd}/u.test(character) ? digitOf(code) : character
}

const digits = new Map<number, string>()

/** Returns the ASCII digit of a decimal digit. Unicode has them in rows of ten, which may follow each other. */
function digitOf(code: number): string {
  const known = digits.get(code)
  if (known !== undefined) return known
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  const digit = String((code - first) % 10)
  digits.set(code, digit)
  return digit
}
