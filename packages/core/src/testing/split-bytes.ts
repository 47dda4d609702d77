/** UTF-8 bytes cut at every place, decoded as a stream: characters of several bytes are cut in the middle. */
export function* splitBytesEverywhere(bytes: Uint8Array): Generator<string[]> {
  for (let at = 0; at <= bytes.length; at++) yield decodePieces([bytes.subarray(0, at), bytes.subarray(at)])
}

/** Decodes pieces of one UTF-8 stream. */
export function decodePieces(pieces: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return [...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()]
}
