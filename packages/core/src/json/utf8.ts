import { PfError } from '../errors/pf-error.ts'

/** Shortens a text to at most `maxLength` UTF-16 units. A text that is cut ends with an ellipsis, and a surrogate without its partner becomes U+FFFD. */
export function truncateText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}

/** Holds back a high surrogate at the end of a piece until the next piece delivers the low one, so that no piece ends inside a pair. */
export class SurrogatePairBuffer {
  /** The high surrogate that waits for the next piece, or an empty string. */
  pending = ''

  /** Returns the part of the text so far that ends with a complete character. */
  take(piece: string): string {
    const text = this.pending === '' ? piece : this.pending + piece
    const last = text.charCodeAt(text.length - 1)
    const endsInHighSurrogate = last >= 0xd800 && last <= 0xdbff
    this.pending = endsInHighSurrogate ? text.slice(-1) : ''
    return endsInHighSurrogate ? text.slice(0, -1) : text
  }
}

/**
 * Returns the bytes of a view of any type and realm, without copying them. Throws PfError `invalid_input` for any other value: a string or
 * an array would otherwise be read as an empty list of bytes.
 */
export function requireBytes(value: unknown): Uint8Array {
  if (!ArrayBuffer.isView(value)) throw new PfError('invalid_input', 'Bytes must be a Uint8Array or another view of a buffer. Encode text first.')
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}

/** True if the UTF-8 encoding of the text has more than `limit` bytes. Counts the characters only if the length of the string is not conclusive. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Length(text) > limit
}

const notAscii = /[\u0080-\uffff]/

/** Returns the number of UTF-8 bytes of the text. A lone surrogate counts as two bytes, so that the lengths of the parts of a text add up. */
export function utf8Length(text: string): number {
  let bytes = text.length
  const first = text.search(notAscii)
  if (first < 0) return bytes
  for (let index = first; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    bytes += unit < 0x800 || isSurrogate(unit) ? 1 : 2
  }
  return bytes
}

/** True for either half of a surrogate pair. Each half accounts for two of the four bytes. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** Decodes a UTF-8 stream that arrives in pieces. */
export interface Utf8Decoder {
  /**
   * Decodes the next bytes, cut at any position. An incomplete character waits for the next bytes. Throws PfError `invalid_input` for a
   * value that is not a view of bytes.
   */
  feed(bytes: Uint8Array): string
  /** Ends the stream. Returns U+FFFD if it ends inside a character, otherwise "". */
  finish(): string
}

/**
 * Creates a decoder for one stream; decoding the pieces separately would lose every character that is cut. The text is always well-formed:
 * invalid bytes become U+FFFD. A byte order mark at the start is omitted.
 */
export function createUtf8Decoder(): Utf8Decoder {
  const decoder = new TextDecoder()
  return { feed: (bytes) => decoder.decode(requireBytes(bytes), { stream: true }), finish: () => decoder.decode() }
}
