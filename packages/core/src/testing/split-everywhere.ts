/**
 * Yields ways to cut a text that reveal errors at boundaries: in one piece, in two pieces at every position (even inside surrogate pairs),
 * and one code unit at a time.
 */
export function* splitEverywhere(text: string): Generator<string[]> {
  yield [text]
  for (let at = 1; at < text.length; at++) yield [text.slice(0, at), text.slice(at)]
  if (text.length > 1) yield text.split('')
}

/** Cuts a text at the given positions. Positions outside the text are ignored, and empty pieces are kept. */
export function cutAt(text: string, places: readonly number[]): string[] {
  const inside = [...places].filter((place) => place >= 0 && place <= text.length).sort((a, b) => a - b)
  const ends = [...inside, text.length]
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

/** Cuts a text into pieces of a fixed length. The last piece may be shorter. */
export function chunksOf(text: string, length: number): string[] {
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += length) chunks.push(text.slice(at, at + length))
  return chunks
}

/** Yields decoded UTF-8 bytes that were cut in two at every position, so that multi-byte characters are cut as well. */
export function* splitBytesEverywhere(bytes: Uint8Array): Generator<string[]> {
  for (let at = 0; at <= bytes.length; at++) yield decodePieces([bytes.subarray(0, at), bytes.subarray(at)])
}

/** Decodes the pieces of a UTF-8 stream. */
export function decodePieces(pieces: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return [...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()]
}
