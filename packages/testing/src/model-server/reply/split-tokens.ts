const piece = /\s*[\p{L}\p{M}_]{1,7}|\s*\p{N}{1,3}|\s*[^\s\p{L}\p{M}\p{N}_]{1,2}|\s+/gu

/** Cuts text into pieces of about the size of a model's tokens, or of `size` code points; never inside a surrogate pair, nothing is lost. */
export function splitTokens(text: string, size?: number): string[] {
  if (text === '') return []
  if (size === undefined) return text.match(piece) ?? [text]
  const points = Array.from(text)
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => points.slice(index * size, (index + 1) * size).join(''))
}
