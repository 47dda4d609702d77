/** Receives what a tokenizer reads: the values in the order of the text, strings in one piece or several. */
export interface JsonSink {
  open(array: boolean): void
  close(): void
  key(name: string): void
  textStart(): void
  text(piece: string): void
  textEnd(): void
  /** A string in one piece. Equivalent to `textStart`, `text` and `textEnd`. */
  whole(text: string): void
  scalar(value: number | boolean | null | string): void
}

const nothing = () => {}

/** A sink that ignores everything. */
export const silentSink: JsonSink = {
  open: nothing,
  close: nothing,
  key: nothing,
  textStart: nothing,
  text: nothing,
  textEnd: nothing,
  whole: nothing,
  scalar: nothing,
}
