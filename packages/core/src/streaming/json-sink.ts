/** Takes what a tokenizer reads: values in the order of the text, strings in pieces or whole. */
export interface JsonSink {
  open(array: boolean): void
  close(): void
  key(name: string): void
  textStart(): void
  text(piece: string): void
  textEnd(): void
  /** A string that came in one piece; the same as start, text and end. */
  whole(text: string): void
  scalar(value: number | boolean | null | string): void
}

const nothing = () => {}

/** Takes everything and does nothing. */
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
