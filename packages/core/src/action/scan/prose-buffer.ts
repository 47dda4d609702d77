const maxProseLength = 65_536
const tailLength = 64
const fenceAtEnd = /```[\w-]{0,20}[ \t]*(?:\r?\n)?\s*$/
const nothingButFence = /^\s*(?:```[\w-]{0,20}\s*)?$/

/** The prose before the first object: its first 64 KB, and enough of its end to see an opening code fence. */
export class ProseBuffer {
  private pieces: string[] = []
  private length = 0
  private tail = ''

  add(piece: string): void {
    if (piece === '') return
    this.length += piece.length
    if (this.length - piece.length < maxProseLength) this.pieces.push(piece)
    this.tail = (this.tail + piece).slice(-tailLength)
  }

  /** True when a code fence was just opened. */
  get fenced(): boolean {
    return fenceAtEnd.test(this.tail)
  }

  /** True while so little has come that a whole action may still be given as one string. */
  get isShort(): boolean {
    return this.length <= tailLength
  }

  /** True when nothing but white space and an opening fence has come. */
  get isBlank(): boolean {
    return this.isShort && nothingButFence.test(this.tail)
  }

  /** The text so far without a fence at its end; the buffer is empty afterwards. */
  take(): string {
    const text = this.pieces.join('').replace(fenceAtEnd, '')
    this.pieces = []
    this.length = 0
    this.tail = ''
    return text
  }
}
