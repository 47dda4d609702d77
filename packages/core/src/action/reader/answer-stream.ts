import { SurrogatePairBuffer } from '../../json/surrogate-pair-buffer.ts'
import { StreamedText } from '../scan/action-tree.ts'

interface AnswerOutput {
  emitAnswer(text: string): void
}

/** Passes on the pieces of an answer, well-formed: half a pair waits for the other half or becomes U+FFFD at the end. */
export class AnswerStream {
  readonly text = new StreamedText()
  private readonly pairs = new SurrogatePairBuffer()
  private readonly out: AnswerOutput

  constructor(out: AnswerOutput) {
    this.out = out
  }

  /** True when no half pair waits: a piece without halves can go out as it is. */
  get isEven(): boolean {
    return this.pairs.pending === ''
  }

  put(piece: string): void {
    this.send(this.settle(piece))
  }

  /** What of a piece can go out now, well-formed; half a pair at its end is kept for the next one. */
  settle(piece: string): string {
    return this.pairs.take(piece).toWellFormed()
  }

  end(): StreamedText {
    if (!this.isEven) this.send('\ufffd')
    return this.text
  }

  private send(text: string): void {
    if (text === '') return
    this.text.length += text.length
    this.out.emitAnswer(text)
  }
}
