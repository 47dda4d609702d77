const max = 200_000

/** Puts parts together until the text is as long as any text form may be; no further part is made then. */
export function joined(parts: Iterable<string>, separator: string): string {
  let text = ''
  let first = true
  for (const part of parts) {
    text += (first ? '' : separator) + part.slice(0, max)
    first = false
    if (text.length >= max) break
  }
  return text
}
