import { jsonCode } from './characters.ts'

const names = '"\\/bfnrt'
const characters = '"\\/\b\f\n\r\t'
/** Decoded characters, indexed by the character after the backslash. The array has no holes, because reading a hole is slow. */
const escapes = /* @__PURE__ */ Array.from({ length: 128 }, (_, unit) => characters.charAt(names.indexOf(String.fromCharCode(unit))))

/** Returns the character for an escape of two characters; '' if JSON has no such escape. */
export function shortEscape(unit: number): string {
  return unit < 128 ? (escapes[unit] ?? '') : ''
}

/** Returns the character for an escape of two characters; undefined if JSON has no such escape. */
export function simpleEscape(unit: number): string | undefined {
  return shortEscape(unit) || undefined
}

/** Returns the length of an escape; 0 if it is incomplete or JSON has no such escape. */
export function escapeLength(text: string, index: number): number {
  if (index + 1 >= text.length) return 0
  if (shortEscape(text.charCodeAt(index + 1)) !== '') return 2
  return unicodeEscape(text, index) === -1 ? 0 : 6
}

/** Decodes a complete escape. */
export function decodeEscape(text: string, index: number): string {
  return shortEscape(text.charCodeAt(index + 1)) || String.fromCharCode(unicodeEscape(text, index))
}

/** Returns the code unit of a `\u` escape whose backslash is at `index`; -1 if the escape is incomplete or invalid. */
export function unicodeEscape(text: string, index: number): number {
  if (index + 5 >= text.length || text.charCodeAt(index + 1) !== jsonCode.u) return -1
  let value = 0
  for (let digit = index + 2; digit < index + 6; digit++) {
    const unit = text.charCodeAt(digit)
    if (!isHex(unit)) return -1
    value = value * 16 + (unit < 65 ? unit - 48 : (unit | 32) - 87)
  }
  return value
}

/** True for a hexadecimal digit. */
export function isHex(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70)
}
