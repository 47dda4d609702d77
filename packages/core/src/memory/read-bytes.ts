import { PfError } from '../errors/pf-error.ts'

/** Takes bytes whole or in pieces into memory of its own. Throws PfError `too_large` as soon as they pass `maxBytes`; the source is closed then. */
export async function readBytes(body: Uint8Array | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  if (body instanceof Uint8Array) {
    checkSize(body.byteLength, maxBytes)
    return new Uint8Array(body)
  }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    checkSize(size, maxBytes)
    pieces.push(new Uint8Array(piece))
  }
  return join(pieces, size)
}

function checkSize(size: number, maxBytes: number) {
  if (size > maxBytes)
    throw new PfError('too_large', `The artifact is over ${maxBytes} bytes. Store less, or raise maxArtifactBytes.`, { fields: { limit: maxBytes } })
}

function join(pieces: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.byteLength
  }
  return bytes
}
