/** True when the text takes more than `limit` bytes in UTF-8. Counts the characters only when the length of the string does not decide it. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Length(text) > limit
}

/** The number of bytes that the text takes in UTF-8. A lone surrogate counts as two bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    bytes += unit < 0x800 || isSurrogate(unit) ? 1 : 2
  }
  return bytes
}

/** Each half of a surrogate pair stands for two of the four bytes. */
function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
