/**
 * Collects the JSON text of a value as the tokenizer reads it, with every repair applied: what goes out as `args_delta`.
 * A comma waits for the member it belongs to, so that a trailing one never goes out.
 */
export class Echo {
  /** Set by the sink while the text is wanted. */
  on = false
  private muted = false
  private pending = ''
  private text = ''

  put(raw: string): void {
    if (this.muted) return
    if (this.pending !== '') {
      this.text += this.pending
      this.pending = ''
    }
    this.text += raw
  }

  blank(raw: string): void {
    if (this.muted) return
    if (this.pending === '') this.text += raw
    else this.pending += raw
  }

  comma(): void {
    if (!this.muted) this.pending = ','
  }

  dropComma(): void {
    this.pending = ''
  }

  /** Leaves out the member whose key was just read, together with its comma. */
  mute(): void {
    this.muted = true
    this.pending = ''
  }

  unmute(): void {
    this.muted = false
  }

  /** The text since the last call. */
  take(): string {
    const text = this.text
    this.text = ''
    return text
  }
}
