/** Corrections that the tolerant tokenizer makes to invalid JSON. */
export type JsonRepairKind =
  | 'quotes'
  | 'unescaped_quote'
  | 'raw_control'
  | 'bad_escape'
  | 'literal'
  | 'number'
  /** A number that JSON does not have, such as NaN, or one out of range. It becomes null. */
  | 'lost_number'
  | 'bare_word'
  | 'bare_key'
  | 'trailing_comma'
  | 'missing_comma'
  | 'comment'
  | 'blank'
  | 'punctuation'

/** Receives the repairs of a tokenizer. */
export interface JsonRepairs {
  /** Records a repair. `at` is its offset in the entire input, in characters. */
  add(kind: JsonRepairKind, at?: number): void
}

/** Receives the output of a tokenizer: the values in document order, and strings in one or more pieces. */
export interface JsonSink {
  open(array: boolean): void
  close(): void
  key(name: string): void
  textStart(): void
  text(piece: string): void
  textEnd(): void
  /** Receives a string in one piece. Equivalent to `textStart`, `text` and `textEnd`. */
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
