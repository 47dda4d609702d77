/** Keeps half a surrogate pair at the end of a piece back until the other half has come, so that no cut shows one. */
export class PairKeeper {
  half = ''

  /** What of a piece can go out now. */
  take(piece: string): string {
    const text = this.half === '' ? piece : this.half + piece
    const last = text.charCodeAt(text.length - 1)
    const isHalf = last >= 0xd800 && last <= 0xdbff
    this.half = isHalf ? text.slice(-1) : ''
    return isHalf ? text.slice(0, -1) : text
  }
}
