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
