import { StreamedText } from './streamed-text.ts'

/** Passes on the pieces of an answer, well-formed: half a pair waits for the other half or becomes U+FFFD at the end. */
export class AnswerStream {
  readonly text = new StreamedText()
  private half = ''
  private readonly emit: (piece: string) => void

  constructor(emit: (piece: string) => void) {
    this.emit = emit
  }

  /** True when a piece of plain text can go out as it is. */
  get isEven(): boolean {
    return this.half === ''
  }

  put(piece: string): void {
    let text = this.half === '' ? piece : this.half + piece
    this.half = ''
    const last = text.charCodeAt(text.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.half = text.slice(-1)
      text = text.slice(0, -1)
    }
    if (text !== '') this.send(text.toWellFormed())
  }

  end(): StreamedText {
    if (this.half !== '') this.send('\ufffd')
    return this.text
  }

  private send(text: string): void {
    this.text.length += text.length
    this.emit(text)
  }
}
