import { createHash } from 'node:crypto'
import { type ArtifactMeta, type ArtifactStore, type ByteRange, PfError, type Scope } from '@pf/core'
import { freezeJson, type JsonBytes, ownerKey, pageOf, requireBytes, type StoreEnvironment } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { parse, toKey, toText } from './keys.ts'

/** Limits on artifacts. Sizes are in bytes, times in milliseconds. */
export interface SqliteArtifactLimits {
  /** Bytes of one artifact. */
  maxArtifactBytes: number
  /** Bytes of all artifacts of one owner. */
  maxOwnerBytes: number
  /** Time after which an artifact has expired. */
  artifactTtlMs: number
}

/** Bytes of one row. */
const chunkBytes = 65_536

/** How many parsed artifacts stay in memory for their next page, while nobody needs the memory. */
const maxParsed = 64

/** Artifacts in SQLite, in chunks of 64 KiB. An artifact is visible once all its bytes are stored. */
export function createSqliteArtifacts(database: Database, { now, newId, ...limits }: StoreEnvironment & SqliteArtifactLimits): ArtifactStore {
  const parsed = new Map<number, JsonBytes>()
  const find = async (scope: Scope, artifact_id: string) => {
    const row = await database.call('findArtifact', ownerKey(scope), toKey(artifact_id))
    if (!row) return undefined
    const meta = parse<ArtifactMeta>(row.data)
    return row.blob !== null && now() >= meta.created + limits.artifactTtlMs ? undefined : { meta, blob: row.blob }
  }
  return {
    async put(scope, body, meta) {
      const blob = await database.call('openBlob')
      try {
        const { bytes, sha256 } = await writeBlob(database, blob, { body, maxBytes: limits.maxArtifactBytes })
        const stored: ArtifactMeta = freezeJson({ ...meta, artifact_id: meta.artifact_id ?? newId(), bytes, sha256, created: now() })
        const write = { artifact_id: toKey(stored.artifact_id), blob, bytes, created: stored.created, data: toText(stored) }
        const bounds = { maxOwnerBytes: limits.maxOwnerBytes, expiredBefore: now() - limits.artifactTtlMs }
        if (await database.call('keepArtifact', ownerKey(scope), write, bounds)) return stored
        throw new PfError('too_large', `The artifacts of this owner would pass ${limits.maxOwnerBytes} bytes. Delete some, or raise maxOwnerBytes.`, {
          fields: { limit: limits.maxOwnerBytes },
        })
      } catch (error) {
        // The blob is removed at the next start if it cannot be removed now.
        await database.call('dropBlob', blob).catch(() => undefined)
        throw error
      }
    },
    async head(scope, artifact_id) {
      return (await find(scope, artifact_id))?.meta
    },
    async get(scope, artifact_id, range) {
      const found = await find(scope, artifact_id)
      if (!found || found.blob === null) return undefined
      return { meta: found.meta, body: readRange(database, found.blob, { range, size: found.meta.bytes }) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const found = await find(scope, artifact_id)
      if (!found || found.blob === null) return undefined
      const { blob } = found
      const known = parsed.get(blob) ?? {}
      if (!known.parsed?.deref()) known.bytes = await readAll(readRange(database, blob, { size: found.meta.bytes }))
      parsed.delete(blob)
      parsed.set(blob, known)
      for (const oldest of parsed.keys()) if (parsed.size > maxParsed) parsed.delete(oldest)
      const page = pageOf(known, path, { offset, limit })
      delete known.bytes
      return page
    },
    delete: (scope, artifact_id) => database.call('deleteArtifact', ownerKey(scope), toKey(artifact_id)),
    gc: (before) => database.call('collectArtifacts', before, now() - limits.artifactTtlMs),
  }
}

/** Writes bytes in chunks as they come. Throws PfError `too_large` as soon as they exceed `maxBytes`, and `invalid_input` for what is no bytes. */
async function writeBlob(
  database: Database,
  blob: number,
  { body, maxBytes }: { body: Uint8Array | AsyncIterable<Uint8Array>; maxBytes: number },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const buffer = new Uint8Array(chunkBytes)
  let bytes = 0
  let filled = 0
  let k = 0
  const flush = async () => {
    if (filled === 0) return
    await database.call('writeChunk', blob, k, buffer.slice(0, filled))
    k += 1
    filled = 0
  }
  for await (const piece of isStream(body) ? body : [body]) {
    const given = requireBytes(piece)
    bytes += given.byteLength
    if (bytes > maxBytes)
      throw new PfError('too_large', `The artifact is over ${maxBytes} bytes. Store less, or raise maxArtifactBytes.`, { fields: { limit: maxBytes } })
    hash.update(given)
    for (let at = 0; at < given.byteLength; ) {
      const part = given.subarray(at, at + chunkBytes - filled)
      buffer.set(part, filled)
      filled += part.byteLength
      at += part.byteLength
      if (filled === chunkBytes) await flush()
    }
  }
  await flush()
  return { bytes, sha256: hash.digest('hex') }
}

const isStream = (body: unknown): body is AsyncIterable<unknown> => typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** The bytes of a range, both ends inclusive. Throws PfError `invalid_input` for a range that does not count whole bytes from 0. */
function readRange(database: Database, blob: number, { range, size }: { range?: ByteRange | undefined; size: number }): AsyncIterable<Uint8Array> {
  const { start, end = size - 1 } = range ?? { start: 0 }
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'A byte range counts whole bytes from 0.')
  const stop = Math.min(end + 1, size)
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = start; at < stop; ) {
        const k = Math.floor(at / chunkBytes)
        const chunk = await database.call('readChunk', blob, k)
        if (!chunk) throw new PfError('store_failed', 'The artifact was deleted or replaced while it was read. Read it again.')
        const part = chunk.subarray(at - k * chunkBytes, stop - k * chunkBytes)
        at += part.byteLength
        yield part
      }
    },
  }
}

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}
