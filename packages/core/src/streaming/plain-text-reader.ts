import { isSurrogate } from '../json/utf8.ts'
import { code, unitAt } from './characters.ts'
import { shortEscape, unicodeEscape } from './escapes.ts'

/**
 * Reads the inside of a double-quoted string up to the first character that requires a decision. Reads text and complete escapes; quotes,
 * control characters, incomplete escapes and unknown escapes are handled by the string lexer.
 */
export class PlainTextReader {
  /** The index at which the last call stopped. */
  end = 0
  /** Number of UTF-8 bytes of the text, minus its number of code units. */
  extraBytes = 0
  /** True if the text may contain a lone surrogate. */
  mayBeIllFormed = false

  /** Reads from index `from` and returns the decoded text. The text up to `plainTo` is known to be plain. */
  read(piece: string, from: number, plainTo = from): string {
    const { length } = piece
    let decoded = ''
    let rest = from
    this.extraBytes = 0
    this.mayBeIllFormed = false
    let index = asciiEnd(piece, plainTo)
    while (index < length) {
      const unit = unitAt(piece, index)
      if (unit > 127) index += this.wide(piece, index, unit)
      else {
        if (unit !== code.backslash || index + 1 === length) break
        const escaped = unitAt(piece, index + 1)
        const text = shortEscape(escaped) || this.longEscape(piece, index)
        if (text === '') break
        if (rest < index) decoded += piece.slice(rest, index)
        const isItself = escaped <= code.backslash
        if (!isItself) decoded += text
        index += escaped === code.u ? 6 : 2
        rest = isItself ? index - 1 : index
      }
      index = asciiEnd(piece, index)
    }
    this.end = index
    if (rest === index) return decoded
    return decoded === '' ? piece.slice(rest, index) : decoded + piece.slice(rest, index)
  }

  /** Returns the number of code units of a non-ASCII character. */
  private wide(piece: string, index: number, unit: number): number {
    if (!isSurrogate(unit)) {
      this.extraBytes += unit < 0x800 ? 1 : 2
      return 1
    }
    const pair = unit <= 0xdbff && index + 1 < piece.length && isLow(unitAt(piece, index + 1))
    if (!pair) this.mayBeIllFormed = true
    this.extraBytes += pair ? 2 : 1
    return pair ? 2 : 1
  }

  private longEscape(piece: string, index: number): string {
    const unit = unicodeEscape(piece, index)
    if (unit === -1) return ''
    if (isSurrogate(unit)) this.mayBeIllFormed = true
    return String.fromCharCode(unit)
  }
}

const special = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, unit) => (unit < 32 || unit === code.doubleQuote || unit === code.backslash ? 1 : 0))

/** Returns the index of the next character that is not ASCII or has a special meaning in a JSON string. */
export function asciiEnd(text: string, from: number): number {
  const { length } = text
  let index = from
  for (; index < length; index++) {
    const unit = unitAt(text, index)
    if (unit > 127 || special[unit] !== 0) break
  }
  return index
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
