/** Returns the length in code points, as defined by JSON Schema. */
export function ucs2length(text: string): number {
  const { length } = text
  let pairs = 0
  for (let index = 0; index + 1 < length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      pairs++
      index++
    }
  }
  return length - pairs
}
