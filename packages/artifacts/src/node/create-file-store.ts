import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ArtifactMeta, ArtifactStore } from '@pf/core'
import { type ByteSpan, spanOf } from '@pf/core/internal'
import { findArtifact, isExpired, onDisk, orMissing, readRecord, storeFailed } from './file-record.ts'
import { type FileStoreOptions, type FileStoreState, fileStoreState } from './file-store-state.ts'
import { type Encoding, recordEnd } from './layout.ts'
import { putArtifact } from './put-artifact.ts'
import { dropArtifact, dropUnshared, filesIn, recordsIn } from './remove-files.ts'
import { removeOwner } from './remove-owner.ts'

const pieceBytes = 64 * 1024

/** Yields the bytes of a file, which is opened when reading starts and closed when it ends for any reason. Throws PfError `store_failed` while reading. */
async function* readBody(path: string, encoding: Encoding, { start, stop }: ByteSpan): AsyncGenerator<Uint8Array> {
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

/** Yields the bytes within a span. Compressed bytes can only be read from the beginning. */
async function* within(pieces: AsyncIterable<Uint8Array>, { start, stop }: ByteSpan): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of pieces) {
    const from = Math.max(0, start - at)
    const part = piece.subarray(from, Math.max(from, stop - at))
    if (part.byteLength > 0) yield part
    at += piece.byteLength
    if (at >= stop) return
  }
}

/**
 * Removes artifacts that were created before `before` (milliseconds) and expired ones, and returns their number; then removes files left by
 * killed processes.
 */
function collectGarbage(store: FileStoreState, before: number): Promise<number> {
  return onDisk('collect garbage', async () => {
    let removed = 0
    for (const owner of await filesIn(store.layout.owners)) removed += await store.turn(owner, () => collectOwner(store, owner, before))
    const old = Date.now() - store.options.leftoverMs
    for (const path of await filesIn(store.layout.drafts)) await dropOlder(path, old)
    for (const folder of await filesIn(store.layout.pool)) for (const pooled of await filesIn(folder)) await dropUnshared(pooled, old)
    return removed
  })
}

async function collectOwner({ layout, options, usage }: FileStoreState, owner: string, before: number): Promise<number> {
  let removed = 0
  const kept = new Set<string>()
  for await (const { path, record } of recordsIn(owner)) {
    if (record.meta.created < before || isExpired(record, options.now())) {
      await dropArtifact(layout, path, record)
      removed++
    } else kept.add(path).add(layout.body(path, { sha256: record.meta.sha256, encoding: record.encoding }))
  }
  usage.forget(owner)
  for (const path of await filesIn(owner)) if (!kept.has(path)) await dropLeftover(path, Date.now() - options.leftoverMs)
  return removed
}

/** Removes bytes without a record. Another process may have written the record in the meantime. */
async function dropLeftover(path: string, before: number): Promise<void> {
  if (!path.endsWith(recordEnd)) return dropOlder(path, before)
  if ((await readRecord(path)) === undefined) await dropOlder(path, before)
}

/** Removes a file by the time of the last change to the file or its names; a new hard link counts as a change. */
async function dropOlder(path: string, before: number): Promise<void> {
  const found = await orMissing(stat(path))
  if (found && found.ctimeMs < before) await rm(path, { force: true })
}

async function* listArtifacts({ options }: FileStoreState, owner: string): AsyncGenerator<ArtifactMeta> {
  for (const path of await onDisk('list artifacts', () => filesIn(owner))) {
    const record = path.endsWith(recordEnd) ? await onDisk('list artifacts', () => readRecord(path)) : undefined
    if (record && !isExpired(record, options.now())) yield record.meta
  }
}

/**
 * Creates a store of artifacts in a folder. Equal bytes are stored once. Only complete artifacts are found, even if a process was killed or
 * the disk is full. Throws PfError `too_large` if a limit is exceeded, and `storage_full` or `store_failed` for an error of the disk.
 * Nothing is written before the first `put`.
 */
export function createFileStore(options: FileStoreOptions): Required<ArtifactStore> {
  const store = fileStoreState(options)
  const { layout } = store
  return {
    put: (scope, body, meta) => putArtifact(store, scope, { body, meta }),
    head: async (scope, artifact_id) => (await findArtifact(store, scope, artifact_id))?.record.meta,
    async get(scope, artifact_id, range) {
      const found = await findArtifact(store, scope, artifact_id)
      if (!found) return undefined
      const { meta, encoding } = found.record
      return { meta, body: readBody(found.body, encoding, spanOf(range, meta.bytes)) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const found = await findArtifact(store, scope, artifact_id)
      if (!found) return undefined
      const { meta, encoding } = found.record
      const read = (start: number) => readBody(found.body, encoding, { start, stop: meta.bytes })
      return store.pages.page({ sha256: meta.sha256, read }, { path, offset, limit })
    },
    delete: (scope, artifact_id) =>
      onDisk('delete an artifact', () => {
        const owner = layout.owner(scope)
        const path = layout.record(scope, artifact_id)
        return store.turn(owner, async () => {
          const record = await readRecord(path)
          if (!record) return
          await dropArtifact(layout, path, record)
          store.usage.add(owner, -record.meta.bytes)
        })
      }),
    gc: (before) => collectGarbage(store, before),
    list: (scope) => listArtifacts(store, layout.owner(scope)),
    deleteOwner: (scope) => removeOwner(store, layout.owner(scope)),
  }
}
