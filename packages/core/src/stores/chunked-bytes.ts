import type { ArtifactPage, ByteRange } from '../contracts/artifact-store.ts'
import { PfError } from '../errors/pf-error.ts'
import { requireBytes } from '../json/utf8.ts'
import { type JsonBytes, pageOf } from './page-of.ts'

/** Bytes of one chunk of an artifact in a database. */
const chunkBytes = 65_536

/** Where the chunks of a body go. `observe` sees all bytes in order, for example to hash them. */
export interface ChunkSink {
  maxBytes: number
  write(k: number, chunk: Uint8Array): Promise<unknown>
  observe(bytes: Uint8Array): void
}

/**
 * Writes bytes, whole or in pieces, as chunks of 64 KiB counted from 0, and resolves to their number. Throws PfError `too_large` as soon as they
 * exceed `maxBytes`, and `invalid_input` for what is no bytes; the source is closed then.
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
  for await (const piece of isStream(body) ? body : [body]) {
    const given = requireBytes(piece)
    bytes += given.byteLength
    if (bytes > maxBytes)
      throw new PfError('too_large', `The artifact is over ${maxBytes} bytes. Store less, or raise maxArtifactBytes.`, { fields: { limit: maxBytes } })
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

const isStream = (body: unknown): body is AsyncIterable<unknown> => typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Chunks as they were written. `read` resolves to undefined for one that is no longer stored. */
export interface ChunkSource {
  /** The number of all bytes. */
  size: number
  range?: ByteRange | undefined
  read(k: number): Promise<Uint8Array | undefined>
}

/**
 * The bytes of a range, both ends inclusive; an end behind the last byte means the last byte. Throws PfError `invalid_input` for a range that
 * does not count whole bytes from 0, and while reading `store_failed` when a chunk is gone.
 */
export function readChunks({ size, range, read }: ChunkSource): AsyncIterable<Uint8Array> {
  const { start, end = size - 1 } = range ?? { start: 0 }
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'A byte range counts whole bytes from 0.')
  const stop = Math.min(end + 1, size)
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

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0

/** Pages of JSON artifacts. */
export interface JsonPages {
  /** Items of the array at `path`; undefined where there is none. `load` gives the bytes of the artifact with this key, which never change. */
  page(key: string | number, load: () => AsyncIterable<Uint8Array>, where: { path: string; offset: number; limit: number }): Promise<ArtifactPage | undefined>
}

/** How many parsed artifacts stay in memory for their next page, while nobody needs the memory. */
const maxParsed = 64

/** Parses an artifact with its first page and keeps it for the next ones. */
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

async function joinBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
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
