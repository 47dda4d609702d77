/** What the tolerant tokenizer corrects in text that is almost JSON. */
export type JsonRepairKind =
  | 'quotes'
  | 'unescaped_quote'
  | 'raw_control'
  | 'bad_escape'
  | 'literal'
  | 'number'
  | 'bare_word'
  | 'bare_key'
  | 'trailing_comma'
  | 'missing_comma'
  | 'comment'
  | 'blank'
  | 'punctuation'

/** Receives the repairs of a tokenizer. */
export interface JsonRepairs {
  /** Records a repair. `at` is the offset in the whole input, in characters. */
  add(kind: JsonRepairKind, at?: number): void
}

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
