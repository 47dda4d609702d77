/** Bytes of a text in UTF-8; half a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    const pair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
    bytes += code < 0x800 ? 1 : 2
    if (pair) index++
  }
  return bytes
}
