import { createHash } from 'node:crypto'
import { artifactTooLarge } from './limit-errors.ts'

/** Passes bytes on and counts, hashes and copies them, because a source may use its buffer again. */
export function measure(body: Uint8Array | AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  let fault: unknown
  async function* pieces() {
    try {
      for await (const piece of body instanceof Uint8Array ? [body] : body) {
        bytes += piece.byteLength
        if (bytes > maxBytes) throw artifactTooLarge(maxBytes)
        const copy = Buffer.from(piece)
        hash.update(copy)
        yield copy
      }
    } catch (thrown) {
      fault = thrown
      throw thrown
    }
  }
  return { pieces, bytes: () => bytes, hash: () => hash.digest('hex'), fault: () => fault }
}
