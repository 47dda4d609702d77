import { SurrogatePairBuffer } from '../../json/surrogate-pair-buffer.ts'

/** Passes on reasoning in pieces, without the white space at both ends. */
export class ReasoningText {
  /** True once a character that is not white space was passed on. */
  started = false
  private blank = ''
  private readonly pairs = new SurrogatePairBuffer()
  private readonly emit: (text: string) => void

  constructor(emit: (text: string) => void) {
    this.emit = emit
  }

  put(piece: string): void {
    const whole = this.pairs.take(piece).toWellFormed()
    const text = this.started ? whole : whole.trimStart()
    const kept = text.trimEnd()
    if (kept === '') {
      if (this.started) this.blank += text
      return
    }
    this.emit(this.blank + kept)
    this.started = true
    this.blank = text.slice(kept.length)
  }

  /** Starts a further block of reasoning on a new line. */
  nextBlock(): void {
    this.pairs.pending = ''
    if (this.started) this.blank = '\n'
  }
}
