import { SurrogatePairBuffer } from '../../json/surrogate-pair-buffer.ts'

/** Collects reasoning in pieces and gives out what is sure to stay: white space at both ends is left out. */
export class ReasoningText {
  /** True once anything but white space has come. */
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

  /** Begins a further block on a new line. */
  nextBlock(): void {
    this.pairs.pending = ''
    if (this.started) this.blank = '\n'
  }
}
