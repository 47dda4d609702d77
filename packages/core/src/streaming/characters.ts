/** Code units used in JSON. They are a separate table because the strict reader for browsers needs no others. */
export const jsonCode = {
  space: 32,
  doubleQuote: 34,
  comma: 44,
  minus: 45,
  colon: 58,
  openArray: 91,
  backslash: 92,
  closeArray: 93,
  u: 117,
  openObject: 123,
  closeObject: 125,
} as const

/** All code units that the tolerant tokenizer distinguishes, including those of JSON. */
export const code = /* @__PURE__ */ (() =>
  ({
    ...jsonCode,
    newline: 10,
    carriageReturn: 13,
    hash: 35,
    singleQuote: 39,
    star: 42,
    slash: 47,
    backtick: 96,
    x: 120,
    wideComma: 0xff0c,
    wideColon: 0xff1a,
  }) as const)()

/** True for JSON white space. */
export function isJsonBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9
}

/** True for white space written by models: JSON white space, other Unicode spaces, byte order marks and zero-width characters. */
export function isBlank(unit: number): boolean {
  if (unit < 0x80) return unit === 32 || (unit >= 9 && unit <= 13)
  if (unit < 0x1680) return unit === 0xa0 || unit === 0x85
  return isWideBlank(unit)
}

function isWideBlank(unit: number): boolean {
  if (unit >= 0x2000 && unit <= 0x200d) return true
  return unit === 0xfeff || unit === 0x3000 || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x2060 || unit === 0x1680
}

/** True for an ASCII digit. */
export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Groups of quotes that can delimit the same string. `none` stands for characters that are not quotes. */
export const quoteFamily = { none: 0, double: 1, single: 2, smartDouble: 3, smartSingle: 4 } as const

/** Returns the family of a quote. */
export function familyOf(unit: number): number {
  if (unit === code.doubleQuote) return quoteFamily.double
  if (unit === code.singleQuote) return quoteFamily.single
  if (unit >= 0x201c && unit <= 0x201f) return quoteFamily.smartDouble
  if (unit >= 0x2018 && unit <= 0x201b) return quoteFamily.smartSingle
  return quoteFamily.none
}

/** True if the character can close a string of the family. Plain quotes can also close a string with typographic quotes. */
export function closesFamily(unit: number, family: number): boolean {
  const own = familyOf(unit)
  if (own === family) return own !== quoteFamily.none
  if (family === quoteFamily.smartDouble) return own === quoteFamily.double
  return family === quoteFamily.smartSingle && own === quoteFamily.single
}

/** True for a character of an unquoted key or word: letters, digits, `_`, `$` and most non-ASCII characters. */
export function isWordUnit(unit: number): boolean {
  if (unit >= 0x80) return !isBlank(unit) && familyOf(unit) === quoteFamily.none && unit !== code.wideColon && unit !== code.wideComma
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 36
}

const charCodeAt = /* @__PURE__ */ (() => String.prototype.charCodeAt)()

/**
 * Returns the code unit at an index inside the text. Engines represent strings in several internal forms (slices, concatenations, one and
 * two bytes). For a mixture of forms, this takes half the time of `text.charCodeAt(index)`, whose method look-up is then not specialized.
 */
export function unitAt(text: string, index: number): number {
  return charCodeAt.call(text, index)
}

/** Returns the code unit at an index, or -1 after the end of the text, where `charCodeAt` would deoptimize the caller. */
export function unitOrEnd(text: string, index: number): number {
  return index < text.length ? unitAt(text, index) : -1
}
