import { PfError } from '../errors/pf-error.ts'

/** Shortens a text to at most `maxLength` UTF-16 units. A text that is cut ends with an ellipsis, and a surrogate without its partner becomes U+FFFD. */
export function truncateText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}

/** Holds back a high surrogate at the end of a piece until the next piece brings the low one, so that no piece ends inside a pair. */
export class SurrogatePairBuffer {
  /** The high surrogate that waits for the next piece; empty when none does. */
  pending = ''

  /** Returns the part of the text so far that ends on a whole character. */
  take(piece: string): string {
    const text = this.pending === '' ? piece : this.pending + piece
    const last = text.charCodeAt(text.length - 1)
    const endsInHighSurrogate = last >= 0xd800 && last <= 0xdbff
    this.pending = endsInHighSurrogate ? text.slice(-1) : ''
    return endsInHighSurrogate ? text.slice(0, -1) : text
  }
}

/**
 * The bytes under a view of any kind, of this realm or another, not copied. Throws PfError `invalid_input` for what is no view: a string
 * or a list would be read as no bytes at all.
 */
export function requireBytes(value: unknown): Uint8Array {
  if (!ArrayBuffer.isView(value)) throw new PfError('invalid_input', 'Bytes must come as a Uint8Array or another view of a buffer. Encode text first.')
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}

/** True when the text takes more than `limit` bytes in UTF-8. Counts the characters only when the length of the string does not decide it. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Length(text) > limit
}

const notAscii = /[\u0080-\uffff]/

/** The number of bytes that the text takes in UTF-8. A lone surrogate counts as two bytes, so the lengths of the parts of a text add up. */
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

/** True for either half of a surrogate pair. Each half stands for two of the four bytes. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** Turns pieces of one UTF-8 stream into text. */
export interface Utf8Decoder {
  /** Takes the next bytes, cut anywhere; a character that is not complete yet waits. Throws PfError `invalid_input` for what is no bytes. */
  feed(bytes: Uint8Array): string
  /** Ends the stream: U+FFFD where it ends inside a character, else "". */
  finish(): string
}

/**
 * A decoder for one stream; pieces decoded one by one would lose every character that is cut. Its text is always well-formed: bytes that
 * are no UTF-8 become U+FFFD. One byte order mark at the start is left out.
 */
export function createUtf8Decoder(): Utf8Decoder {
  const decoder = new TextDecoder()
  return { feed: (bytes) => decoder.decode(requireBytes(bytes), { stream: true }), finish: () => decoder.decode() }
}
