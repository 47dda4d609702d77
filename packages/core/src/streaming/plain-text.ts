import { code } from './characters.ts'
import { decodeEscape, escapeLength, simpleEscape } from './escapes.ts'

/**
 * The short way for the inside of a long string: text and escapes that stand whole in a piece. Everything else (quotes, control
 * characters, cut escapes, halves of surrogate pairs) is left to the tokenizer.
 */
export class PlainText {
  /** The decoded text of the last piece. */
  text = ''
  /** Bytes in UTF-8 of what was read of it, before decoding. */
  bytes = 0

  /** Reads a piece from its start and returns how far it was plain. */
  read(piece: string): number {
    const index = nextSpecial(piece, 0)
    this.text = piece
    this.bytes = index
    return index === piece.length ? index : this.readOn(piece, index)
  }

  private readOn(piece: string, from: number): number {
    let text = ''
    let rest = 0
    let index = from
    this.bytes = 0
    while (index < piece.length) {
      const unit = piece.charCodeAt(index)
      const known = unit === code.backslash ? simpleEscape(piece.charCodeAt(index + 1)) : undefined
      const length = known === undefined ? this.lengthAt(piece, index, unit) : 2
      if (length === 0) break
      if (unit === code.backslash) {
        text += piece.slice(rest, index) + (known ?? decodeEscape(piece, index))
        rest = index + length
      }
      index = nextSpecial(piece, index + length)
    }
    this.text = rest === 0 ? piece.slice(0, index) : text + piece.slice(rest, index)
    this.bytes += index
    return index
  }

  /** Code units of what stands here beyond plain ASCII and short escapes; 0 when it is not to be read here. Counts its extra bytes. */
  private lengthAt(piece: string, index: number, unit: number): number {
    if (unit === code.backslash) return escapeLength(piece, index) > 0 && !isHalf(decodeEscape(piece, index).charCodeAt(0)) ? 6 : 0
    const length = wideLength(piece, index, unit)
    if (length > 0) this.bytes += length === 2 || unit >= 0x800 ? 2 : 1
    return length
  }
}

/** Index of the next character that is not ASCII text without a meaning of its own. */
function nextSpecial(text: string, from: number): number {
  let index = from
  for (; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 127 || (unit <= code.backslash && (unit === code.doubleQuote || unit === code.backslash || unit < 32))) break
  }
  return index
}

/** Code units of the character beyond ASCII that stands here; 0 when it is none, or half of one. */
function wideLength(text: string, index: number, unit: number): number {
  if (unit < 128) return 0
  if (!isHalf(unit)) return 1
  const low = text.charCodeAt(index + 1)
  return unit <= 0xdbff && low >= 0xdc00 && low <= 0xdfff ? 2 : 0
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
