import type { ArtifactPage, ByteRange } from '../contracts/artifact-store.ts'
import { PfError } from '../errors/pf-error.ts'
import { requireBytes } from '../json/utf8.ts'
import { artifactTooLarge, piecesOf, spanOf } from './artifact-bytes.ts'
import { type JsonBytes, pageOf } from './page-of.ts'

/** Number of bytes of a chunk of an artifact in a database. */
const chunkBytes = 65_536

/** The destination of the chunks of a body. `observe` receives all bytes in order, for example to hash them. */
export interface ChunkSink {
  maxBytes: number
  write(k: number, chunk: Uint8Array): Promise<unknown>
  observe(bytes: Uint8Array): void
}

/**
 * Writes bytes, given as a whole or in pieces, as chunks of 64 KiB numbered from 0, and resolves to their total number. Throws PfError
 * `too_large` as soon as they exceed `maxBytes`, and `invalid_input` for values that are not bytes; in both cases the source is closed.
 */
export async function writeChunks(body: Uint8Array | AsyncIterable<Uint8Array>, { maxBytes, write, observe }: ChunkSink): Promise<number> {
  let chunk = new Uint8Array(chunkBytes)
  let bytes = 0
  let filled = 0
  let k = 0
  const flush = async () => {
    if (filled === 0) return
    const full = chunk.subarray(0, filled)
    chunk = new Uint8Array(chunkBytes)
    filled = 0
    k += 1
    await write(k - 1, full)
  }
  for await (const piece of piecesOf(body)) {
    const given = requireBytes(piece)
    bytes += given.byteLength
    if (bytes > maxBytes) throw artifactTooLarge(maxBytes)
    observe(given)
    for (let at = 0; at < given.byteLength; ) {
      const part = given.subarray(at, at + chunkBytes - filled)
      chunk.set(part, filled)
      filled += part.byteLength
      at += part.byteLength
      if (filled === chunkBytes) await flush()
    }
  }
  await flush()
  return bytes
}

/** Stored chunks. `read` resolves to undefined for a chunk that is no longer stored. */
export interface ChunkSource {
  /** The total number of bytes. */
  size: number
  range?: ByteRange | undefined
  read(k: number): Promise<Uint8Array | undefined>
}

/**
 * Yields the bytes of a range. Both ends are inclusive; an end after the last byte is treated as the last byte. Throws PfError
 * `invalid_input` for a range that is not in whole bytes from 0, and, while reading, `store_failed` if a chunk is missing.
 */
export function readChunks({ size, range, read }: ChunkSource): AsyncIterable<Uint8Array> {
  const { start, stop } = spanOf(range, size)
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = start; at < stop; ) {
        const k = Math.floor(at / chunkBytes)
        const chunk = await read(k)
        if (!chunk) throw new PfError('store_failed', 'The artifact was deleted or replaced while it was read. Read it again.')
        const part = new Uint8Array(chunk.subarray(at - k * chunkBytes, stop - k * chunkBytes))
        at += part.byteLength
        yield part
      }
    },
  }
}

/** Pages of JSON artifacts. */
export interface JsonPages {
  /** Resolves to items of the array at `path`; undefined if there is no array. `load` returns the bytes of the artifact with this key, which never change. */
  page(key: string | number, load: () => AsyncIterable<Uint8Array>, where: { path: string; offset: number; limit: number }): Promise<ArtifactPage | undefined>
}

/** Maximum number of parsed artifacts to keep for further pages. They are held weakly, so that the garbage collector can remove them. */
const maxParsed = 64

/** Creates a reader that parses an artifact for its first page and keeps the result for further pages. */
export function createJsonPages(): JsonPages {
  const parsed = new Map<string | number, JsonBytes>()
  return {
    async page(key, load, { path, offset, limit }) {
      const known = parsed.get(key) ?? {}
      if (!known.parsed?.deref()) known.bytes = await joinBytes(load())
      parsed.delete(key)
      parsed.set(key, known)
      for (const oldest of parsed.keys()) if (parsed.size > maxParsed) parsed.delete(oldest)
      const page = pageOf(known, path, { offset, limit })
      delete known.bytes
      return page
    },
  }
}

/** Reads all bytes of a stored artifact. */
export async function joinBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}
