import { code } from './characters.ts'
import { decodeEscape, escapeLength } from './escapes.ts'

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
    let wide = 0
    let rest = 0
    let index = from
    while (index < piece.length) {
      const unit = piece.charCodeAt(index)
      if (unit === code.backslash) {
        const length = escapeLength(piece, index)
        const character = length === 0 ? '' : decodeEscape(piece, index)
        if (character === '' || isHalf(character.charCodeAt(0))) break
        text += piece.slice(rest, index) + character
        index += length
        rest = index
      } else {
        const length = wideLength(piece, index, unit)
        if (length === 0) break
        wide += length === 2 || unit >= 0x800 ? 2 : 1
        index += length
      }
      index = nextSpecial(piece, index)
    }
    this.text = text + piece.slice(rest, index)
    this.bytes = index + wide
    return index
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
