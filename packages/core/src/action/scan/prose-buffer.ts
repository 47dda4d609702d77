import { code, isBlank } from '../../streaming/characters.ts'
import { calledTool } from '../markup/call-marks.ts'
import { beginsName, beginsTag } from './reasoning-text.ts'

const maxProseLength = 65_536
/** Long enough for the header of a call with a long name. */
const tailLength = 200
const fenceAtEnd = /```[\w-]{0,20}[ \t]*(?:\r?\n)?\s*$/

/** Keeps the prose before the first object: its first 64 K characters, and enough of its end to recognize an opening code fence. */
export class ProseBuffer {
  private pieces: string[] = []
  private length = 0
  private tail = ''
  /** True after a character other than white space was read. */
  private begun = false

  /**
   * Reads prose and returns the index at which something else can begin: an object, a tag, at the start of the text the name of a channel,
   * and with `quotes` a quote.
   */
  read(text: string, from: number, quotes: boolean): number {
    let index = from
    for (; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (!this.begun && !isBlank(unit)) {
        this.begun = true
        if (beginsName(unit)) break
      }
      if (unit === code.openObject || beginsTag(unit) || (quotes && unit === code.doubleQuote)) break
    }
    this.add(text.slice(from, index))
    return index
  }

  add(piece: string): void {
    if (piece === '') return
    this.length += piece.length
    if (this.length - piece.length < maxProseLength) this.pieces.push(piece)
    this.tail = (this.tail + piece).slice(-tailLength)
  }

  /** True if the prose ends with an opening code fence. */
  get fenced(): boolean {
    return fenceAtEnd.test(this.tail)
  }

  /** The tool for which an object after the prose would be the arguments, according to model-specific markup. */
  get calledTool(): string | undefined {
    return calledTool(this.tail)
  }

  /** Returns the text without a fence at its end, and clears the buffer. */
  take(): string {
    const text = this.pieces.join('').replace(fenceAtEnd, '')
    this.pieces = []
    this.length = 0
    this.tail = ''
    return text
  }
}
