import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ByteRange, PfError } from '@pf/core'
import type { Encoding } from './layout.ts'
import { storeFailed } from './store-failed.ts'

const pieceBytes = 64 * 1024

/** Bytes from `start` to before `stop`. */
export interface Span {
  start: number
  stop: number
}

/** The span of a range, both of whose ends are inclusive. Throws PfError `invalid_input` for one that counts no whole bytes. */
export function spanOf(range: ByteRange | undefined, bytes: number): Span {
  const { start, end = bytes - 1 } = range ?? { start: 0 }
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'A byte range counts whole bytes from 0.')
  return { start, stop: Math.min(end + 1, bytes) }
}

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0

/** The file is opened when reading starts and closed when it ends, however it ends. Throws PfError `store_failed` while reading. */
export async function* readBody(path: string, encoding: Encoding, { start, stop }: Span): AsyncGenerator<Uint8Array> {
  if (start >= stop) return
  const streams = encoding === 'gzip' ? unpacked(path) : [createReadStream(path, { start, end: stop - 1, highWaterMark: pieceBytes })]
  try {
    const pieces = streams.at(-1) as AsyncIterable<Uint8Array>
    yield* encoding === 'gzip' ? within(pieces, { start, stop }) : pieces
  } catch (thrown) {
    throw storeFailed('read an artifact', thrown)
  } finally {
    for (const stream of streams) stream.destroy()
  }
}

function unpacked(path: string): Readable[] {
  const file = createReadStream(path, { highWaterMark: pieceBytes })
  const unzip = createGunzip({ chunkSize: pieceBytes })
  file.on('error', (fault) => unzip.destroy(fault))
  return [file, file.pipe(unzip)]
}

/** Packed bytes can only be read from the first on. */
async function* within(pieces: AsyncIterable<Uint8Array>, { start, stop }: Span): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of pieces) {
    const from = Math.max(0, start - at)
    const part = piece.subarray(from, Math.max(from, stop - at))
    if (part.byteLength > 0) yield part
    at += piece.byteLength
    if (at >= stop) return
  }
}
