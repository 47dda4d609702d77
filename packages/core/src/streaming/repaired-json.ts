import { code, isJsonBlank, unitAt } from './characters.ts'

/**
 * Collects the JSON text of a value as the tokenizer reads it, with every repair applied: what goes out as `args_delta`. Neighbouring
 * parts of the input are cut out as one. A comma waits for the member it belongs to, so that a trailing one never goes out.
 */
export class RepairedJson {
  /** Set by the sink while the text is wanted. */
  on = false
  private muted = false
  private text = ''
  /** A part of the input that comes after the text. */
  private source = ''
  private from = 0
  private to = 0
  /** Characters at the end of both that wait: a comma and the blanks behind it. */
  private waiting = 0

  /** Adds text that does not stand in the input like this. */
  put(raw: string): void {
    if (this.muted) return
    this.text = this.all() + raw
    this.waiting = 0
  }

  /** Adds a part of the input. */
  copy(source: string, from: number, to: number): void {
    if (this.muted) return
    if (this.to !== from || this.source !== source) {
      this.text = this.all()
      this.source = source
      this.from = from
    }
    this.to = to
    this.waiting = 0
  }

  /** Adds the blank that stands in the input; one that JSON does not know becomes a space. */
  blank(source: string, index: number): void {
    const { waiting } = this
    if (isJsonBlank(unitAt(source, index))) this.copy(source, index, index + 1)
    else this.put(' ')
    if (waiting > 0) this.waiting = waiting + 1
  }

  /** Adds the comma that stands in the input, or should. */
  comma(source: string, index: number): void {
    if (unitAt(source, index) === code.comma) this.copy(source, index, index + 1)
    else this.put(',')
    if (!this.muted) this.waiting = 1
  }

  dropComma(): void {
    if (this.waiting === 0) return
    this.text = this.all().slice(0, -this.waiting)
    this.waiting = 0
  }

  /** Leaves out the member whose key was just read, together with its comma. */
  mute(): void {
    this.muted = true
    this.dropComma()
  }

  unmute(): void {
    this.muted = false
  }

  /** The text since the last call. */
  take(): string {
    const all = this.all()
    const end = all.length - this.waiting
    this.text = all.slice(end)
    return all.slice(0, end)
  }

  /** All there is; the part of the input is closed. */
  private all(): string {
    const { text, source, from, to } = this
    if (source === '') return text
    this.source = ''
    this.to = 0
    return text === '' ? source.slice(from, to) : text + source.slice(from, to)
  }
}
