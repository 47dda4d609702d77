import { code, isJsonBlank, unitAt } from './characters.ts'

/**
 * Collects the JSON text of a value as the tokenizer reads it, with every repair applied: what goes out as `args_delta`. Neighbouring
 * parts of the input are cut out as one. A comma waits for the member it belongs to, so that a trailing one never goes out.
 */
export class Echo {
  /** Set by the sink while the text is wanted. */
  on = false
  private muted = false
  private text = ''
  /** A comma and blanks that wait and are not part of the range. */
  private pending = ''
  /** A range of the input that comes next; what is in it from `sure` on waits. */
  private source = ''
  private from = 0
  private sure = 0
  private to = 0

  /** Adds text that does not stand in the input like this. */
  put(raw: string): void {
    if (this.muted) return
    this.settle()
    this.text += raw
  }

  /** Adds a part of the input. */
  copy(source: string, from: number, to: number): void {
    if (this.muted) return
    if (this.to !== from || this.source !== source) this.restart(source, from)
    this.sure = to
    this.to = to
  }

  /** Adds the blank that stands in the input; one that JSON does not know becomes a space. */
  blank(source: string, index: number): void {
    if (this.muted) return
    const isJson = isJsonBlank(unitAt(source, index))
    if (isJson && this.to === index && this.source === source) {
      if (this.to++ === this.sure) this.sure++
      return
    }
    const waiting = this.hold()
    const raw = isJson ? source.charAt(index) : ' '
    if (waiting === '') this.text += raw
    else this.pending = waiting + raw
  }

  /** Takes the comma that stands in the input, or should. */
  comma(source: string, index: number): void {
    if (this.muted) return
    if (unitAt(source, index) !== code.comma) this.pending = `${this.hold()},`
    else {
      if (this.to !== index || this.source !== source) this.restart(source, index)
      this.to++
    }
  }

  dropComma(): void {
    this.pending = ''
    this.to = this.sure
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
    this.pending = this.hold()
    const { text } = this
    this.text = ''
    return text
  }

  private restart(source: string, from: number): void {
    this.settle()
    this.source = source
    this.from = from
    this.sure = from
    this.to = from
  }

  /** Nothing waits any more: a member follows. */
  private settle(): void {
    const waiting = this.hold()
    this.text += waiting
  }

  /** Ends the range; what waits comes back. */
  private hold(): string {
    const { source, from, sure, to, pending } = this
    this.pending = ''
    if (source === '') return pending
    if (from < sure) this.text += source.slice(from, sure)
    this.source = ''
    return sure === to ? pending : pending + source.slice(sure, to)
  }
}
