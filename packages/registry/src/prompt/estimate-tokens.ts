/**
 * Returns an upper bound on the number of tokens (o200k) of a text in any language, without the tables of a tokenizer. Counts one token for
 * two letters, digits or spaces, for each other ASCII character, and for each UTF-8 byte of a non-ASCII character. English text needs about
 * half of this.
 */
export function estimateMaxTokens(text: string): number {
  let halves = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (code < 128) halves += /[a-z0-9 ]/i.test(char) ? 1 : 2
    else halves += code > 0xffff ? 8 : code > 0x7ff ? 6 : 4
  }
  return Math.ceil(halves / 2)
}
