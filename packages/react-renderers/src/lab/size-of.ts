import { utf8Length } from '@pf/core/internal'

/** Characters that a token of JSON holds on average, by the encodings of current models. */
const CHARS_PER_TOKEN = 3.2

/** What a payload weighs written without blanks: UTF-8 bytes, and tokens as an estimate. */
export function sizeOf(value: unknown): { bytes: number; tokens: number } {
  const text = JSON.stringify(value)
  return { bytes: utf8Length(text), tokens: Math.ceil(text.length / CHARS_PER_TOKEN) }
}
