/** True when the text takes more than `limit` bytes in UTF-8. Counts the characters only when the length of the string does not decide it. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Length(text) > limit
}

const notAscii = /[\u0080-\uffff]/

/** The number of bytes that the text takes in UTF-8. A lone surrogate counts as two bytes, so the lengths of the parts of a text add up. */
export function utf8Length(text: string): number {
  let bytes = text.length
  const first = text.search(notAscii)
  if (first < 0) return bytes
  for (let index = first; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    bytes += unit < 0x800 || isSurrogate(unit) ? 1 : 2
  }
  return bytes
}

/** True for either half of a surrogate pair. Each half stands for two of the four bytes. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
