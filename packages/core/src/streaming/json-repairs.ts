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
