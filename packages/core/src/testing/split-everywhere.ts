/** All ways of feeding a text that find faults at cuts: whole, in two pieces at every place (inside surrogate pairs too), one character at a time. */
export function* splitEverywhere(text: string): Generator<string[]> {
  yield [text]
  for (let at = 1; at < text.length; at++) yield [text.slice(0, at), text.slice(at)]
  if (text.length > 1) yield text.split('')
}

/** Cuts a text at the given places; places outside it are left out, empty pieces stay. */
export function cutAt(text: string, places: readonly number[]): string[] {
  const inside = [...places].filter((place) => place >= 0 && place <= text.length).sort((a, b) => a - b)
  const ends = [...inside, text.length]
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

/** Pieces of a fixed length; the last one may be shorter. */
export function chunksOf(text: string, length: number): string[] {
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += length) chunks.push(text.slice(at, at + length))
  return chunks
}

/** UTF-8 bytes cut at every place, decoded as a stream: characters of several bytes are cut in the middle. */
export function* splitBytesEverywhere(bytes: Uint8Array): Generator<string[]> {
  for (let at = 0; at <= bytes.length; at++) yield decodePieces([bytes.subarray(0, at), bytes.subarray(at)])
}

/** Decodes pieces of one UTF-8 stream. */
export function decodePieces(pieces: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return [...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()]
}
