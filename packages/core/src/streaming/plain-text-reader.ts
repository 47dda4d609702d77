import { code, unitAt } from './characters.ts'
import { shortEscape, unicodeEscape } from './escapes.ts'

/**
 * Reads the inside of a double-quoted string as far as nothing in it needs a decision: text, and escapes that stand whole in the
 * piece. Quotes, control characters, cut and unknown escapes are left to the string lexer.
 */
export class PlainTextReader {
  /** Where the last run stopped. */
  end = 0
  /** UTF-8 bytes that what was read takes beyond one for each code unit. */
  extraBytes = 0
  /** There are halves of surrogate pairs in it that may lack the other half. */
  isOdd = false

  /** Reads from an index on and returns the decoded text. Up to `plainTo` is known to be plain. */
  read(piece: string, from: number, plainTo = from): string {
    const { length } = piece
    let decoded = ''
    let rest = from
    this.extraBytes = 0
    this.isOdd = false
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

  /** Code units of the character beyond ASCII that stands here. */
  private wide(piece: string, index: number, unit: number): number {
    if (!isHalf(unit)) {
      this.extraBytes += unit < 0x800 ? 1 : 2
      return 1
    }
    const pair = unit <= 0xdbff && index + 1 < piece.length && isLow(unitAt(piece, index + 1))
    if (!pair) this.isOdd = true
    this.extraBytes += pair ? 2 : 1
    return pair ? 2 : 1
  }

  private longEscape(piece: string, index: number): string {
    const unit = unicodeEscape(piece, index)
    if (unit === -1) return ''
    if (isHalf(unit)) this.isOdd = true
    return String.fromCharCode(unit)
  }
}

const special = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, unit) => (unit < 32 || unit === code.doubleQuote || unit === code.backslash ? 1 : 0))

/** Index of the next character that is not plain ASCII: beyond it, or with a meaning of its own in a string. */
export function asciiEnd(text: string, from: number): number {
  const { length } = text
  let index = from
  for (; index < length; index++) {
    const unit = unitAt(text, index)
    if (unit > 127 || special[unit] !== 0) break
  }
  return index
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
