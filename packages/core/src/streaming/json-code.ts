/** Code units of JSON itself. A table of its own, since a browser that reads strict JSON needs no other. */
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
