/** True when the text takes more than `limit` bytes in UTF-8; looks at single characters only when the length alone does not tell. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Length(text) > limit
}

/** Bytes of the text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    bytes += unit < 0x800 || isHalf(unit) ? 1 : 2
  }
  return bytes
}

/** Each half of a pair takes two of its four bytes. */
function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
