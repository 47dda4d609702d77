import type { ByteRange } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'

const pieceBytes = 64 * 1024

/** The bytes of a range (both ends inclusive, an end behind the last byte means the last byte) in pieces of at most 64 KiB, as copies. */
export function sliceBytes(bytes: Uint8Array, { start, end = bytes.byteLength - 1 }: ByteRange = { start: 0 }): AsyncIterable<Uint8Array> {
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'A byte range counts whole bytes from 0.')
  const stop = Math.min(end + 1, bytes.byteLength)
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = start; at < stop; at += pieceBytes) yield bytes.slice(at, Math.min(at + pieceBytes, stop))
    },
  }
}

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0
