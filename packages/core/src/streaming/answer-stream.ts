import { StreamedText } from './streamed-text.ts'

interface AnswerOutput {
  giveAnswer(text: string): void
}

/** Passes on the pieces of an answer, well-formed: half a pair waits for the other half or becomes U+FFFD at the end. */
export class AnswerStream {
  readonly text = new StreamedText()
  private half = ''
  private readonly out: AnswerOutput

  constructor(out: AnswerOutput) {
    this.out = out
  }

  /** True when no half pair waits: a piece without halves can go out as it is. */
  get isEven(): boolean {
    return this.half === ''
  }

  put(piece: string): void {
    const text = this.settle(piece)
    if (text !== '') this.send(text)
  }

  /** What of a piece can go out now, well-formed; half a pair at its end is kept for the next one. */
  settle(piece: string): string {
    const text = this.half + piece
    const last = text.charCodeAt(text.length - 1)
    const cut = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
    this.half = text.slice(cut)
    return text.slice(0, cut).toWellFormed()
  }

  end(): StreamedText {
    if (this.half !== '') this.send('\ufffd')
    return this.text
  }

  private send(text: string): void {
    this.text.length += text.length
    this.out.giveAnswer(text)
  }
}
