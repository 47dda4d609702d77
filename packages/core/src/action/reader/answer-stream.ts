import { SurrogatePairBuffer } from '../../json/utf8.ts'
import { StreamedText } from '../scan/action-tree.ts'

interface AnswerOutput {
  emitAnswer(text: string): void
}

/** Emits the pieces of an answer as well-formed text. A high surrogate waits for the next piece; at the end it becomes U+FFFD. */
export class AnswerStream {
  readonly text = new StreamedText()
  private readonly pairs = new SurrogatePairBuffer()
  private readonly out: AnswerOutput

  constructor(out: AnswerOutput) {
    this.out = out
  }

  /** True if no high surrogate is waiting, so that a well-formed piece can be emitted unchanged. */
  get isComplete(): boolean {
    return this.pairs.pending === ''
  }

  put(piece: string): void {
    this.send(this.takeComplete(piece))
  }

  /** Returns the well-formed part of the text so far that can be emitted. A high surrogate at its end is held back. */
  takeComplete(piece: string): string {
    return this.pairs.take(piece).toWellFormed()
  }

  end(): StreamedText {
    if (!this.isComplete) this.send('\ufffd')
    return this.text
  }

  private send(text: string): void {
    if (text === '') return
    this.text.length += text.length
    this.out.emitAnswer(text)
  }
}
