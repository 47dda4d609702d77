import { code } from './characters.ts'

/** Decoded character by the one after the backslash. */
const escapes: (string | undefined)[] = []
escapes[code.doubleQuote] = '"'
escapes[code.backslash] = '\\'
escapes[code.slash] = '/'
escapes[98] = '\b'
escapes[102] = '\f'
escapes[110] = '\n'
escapes[114] = '\r'
escapes[116] = '\t'

/** What the character after a backslash stands for; undefined when JSON knows no such escape (or it is `u`). */
export function simpleEscape(unit: number): string | undefined {
  return escapes[unit]
}

/** Length of an escape that stands whole in the text; 0 when it does not, or is none that JSON knows. */
export function escapeLength(text: string, index: number): number {
  if (index + 1 >= text.length) return 0
  const unit = text.charCodeAt(index + 1)
  if (unit !== code.u) return escapes[unit] === undefined ? 0 : 2
  if (index + 5 >= text.length) return 0
  for (let digit = index + 2; digit < index + 6; digit++) if (!isHex(text.charCodeAt(digit))) return 0
  return 6
}

/** Decodes an escape that stands whole in the text. */
export function decodeEscape(text: string, index: number): string {
  const known = escapes[text.charCodeAt(index + 1)]
  return known ?? String.fromCharCode(Number.parseInt(text.slice(index + 2, index + 6), 16))
}

/** True for a hexadecimal digit. */
export function isHex(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70)
}
