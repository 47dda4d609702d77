import { PfError } from '../errors/pf-error.ts'
import { requireBytes } from '../json/require-bytes.ts'

/**
 * Takes bytes whole or in pieces, views of any kind and realm, into memory of its own. Throws PfError `too_large` as soon as they pass
 * `maxBytes` and `invalid_input` for what is no bytes; the source is closed then.
 */
export async function readBytes(body: Uint8Array | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of isStream(body) ? body : [body]) {
    const bytes = requireBytes(piece)
    size += bytes.byteLength
    checkSize(size, maxBytes)
    pieces.push(new Uint8Array(bytes))
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : join(pieces, size)
}

const isStream = (body: unknown): body is AsyncIterable<unknown> => typeof body === 'object' && body !== null && Symbol.asyncIterator in body

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
