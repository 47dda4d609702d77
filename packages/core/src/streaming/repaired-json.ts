import { code, isJsonBlank, unitAt } from './characters.ts'

/**
 * Collects the JSON text of a value while the tokenizer reads it, with all repairs applied. Adjacent parts of the input are copied as one.
 * A comma is held back until the next member begins, so a trailing comma is never emitted.
 */
export class RepairedJson {
  /** Set by the sink while the text is needed. */
  on = false
  private muted = false
  private text = ''
  /** A part of the input that follows `text`. */
  private source = ''
  private from = 0
  private to = 0
  /** Number of characters held back at the end: a comma and the following blanks. */
  private heldBack = 0

  /** Appends text that the input does not contain in this form. */
  append(raw: string): void {
    if (!this.on || this.muted) return
    this.text = this.joined() + raw
    this.heldBack = 0
  }

  /** Appends a part of the input. */
  appendSource(source: string, from: number, to: number): void {
    if (!this.on || this.muted) return
    if (this.to !== from || this.source !== source) {
      this.text = this.joined()
      this.source = source
      this.from = from
    }
    this.to = to
    this.heldBack = 0
  }

  /** Appends the blank at an index of the input. A blank that is not valid in JSON becomes a space. */
  appendBlank(source: string, index: number): void {
    const { heldBack } = this
    if (isJsonBlank(unitAt(source, index))) this.appendSource(source, index, index + 1)
    else this.append(' ')
    if (heldBack > 0) this.heldBack = heldBack + 1
  }

  /** Appends the comma at an index of the input, or a missing comma. */
  appendComma(source: string, index: number): void {
    if (!this.on || this.muted) return
    if (unitAt(source, index) === code.comma) this.appendSource(source, index, index + 1)
    else this.append(',')
    this.heldBack = 1
  }

  /** Removes the comma that is held back. */
  dropComma(): void {
    if (!this.on || this.heldBack === 0) return
    this.text = this.joined().slice(0, -this.heldBack)
    this.heldBack = 0
  }

  /** Omits the member whose key was just read, and the comma before it. */
  mute(): void {
    this.muted = true
    this.dropComma()
  }

  /** Ends an omitted member. */
  unmute(): void {
    this.muted = false
  }

  /** Returns the text since the last call. */
  take(): string {
    const all = this.joined()
    const end = all.length - this.heldBack
    this.text = all.slice(end)
    return all.slice(0, end)
  }

  /** Returns the remaining text, including the pending part of the input. */
  private joined(): string {
    const { text, source, from, to } = this
    if (source === '') return text
    this.source = ''
    this.to = 0
    return text === '' ? source.slice(from, to) : text + source.slice(from, to)
  }
}
