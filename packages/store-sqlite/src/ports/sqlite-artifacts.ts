import { createHash } from 'node:crypto'
import { type ArtifactMeta, type ArtifactStore, PfError, type Scope } from '@pf/core'
import { createJsonPages, freezeJson, ownerKey, readChunks, type StoreEnvironment, writeChunks } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { parse, toKey, toText } from './keys.ts'

/** Limits on artifacts. Sizes are in bytes, times in milliseconds. */
export interface SqliteArtifactLimits {
  /** Maximum number of bytes of one artifact. */
  maxArtifactBytes: number
  /** Maximum number of bytes of all artifacts of one owner. */
  maxOwnerBytes: number
  /** Lifetime of an artifact. */
  artifactTtlMs: number
}

/** Creates a store of artifacts in SQLite, in chunks of 64 KiB. An artifact is visible once all its bytes are stored. */
export function createSqliteArtifacts(database: Database, { now, newId, ...limits }: StoreEnvironment & SqliteArtifactLimits): ArtifactStore {
  const pages = createJsonPages()
  const read = (blob: number) => (k: number) => database.call('readChunk', blob, k)
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
        const hash = createHash('sha256')
        const bytes = await writeChunks(body, {
          maxBytes: limits.maxArtifactBytes,
          write: (k, chunk) => database.call('writeChunk', blob, k, chunk),
          observe: (piece) => hash.update(piece),
        })
        const sha256 = hash.digest('hex')
        const stored: ArtifactMeta = freezeJson({ ...meta, artifact_id: meta.artifact_id ?? newId(), bytes, sha256, created: now() })
        const write = { artifact_id: toKey(stored.artifact_id), run_id: toKey(stored.run_id), blob, bytes, created: stored.created, data: toText(stored) }
        const bounds = { maxOwnerBytes: limits.maxOwnerBytes, expiredBefore: now() - limits.artifactTtlMs }
        if (await database.call('keepArtifact', ownerKey(scope), write, bounds)) return stored
        throw new PfError('too_large', `The artifacts of this owner would exceed ${limits.maxOwnerBytes} bytes. Delete some, or raise maxOwnerBytes.`, {
          fields: { limit: limits.maxOwnerBytes },
        })
      } catch (error) {
        // A blob that cannot be removed now is removed at the next start.
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
      return { meta: found.meta, body: readChunks({ size: found.meta.bytes, range, read: read(found.blob) }) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const found = await find(scope, artifact_id)
      if (!found || found.blob === null) return undefined
      const { blob, meta } = found
      return pages.page(blob, () => readChunks({ size: meta.bytes, read: read(blob) }), { path, offset, limit })
    },
    delete: (scope, artifact_id) => database.call('deleteArtifact', ownerKey(scope), toKey(artifact_id)),
    async gc(before) {
      let removed = 0
      for (let step = 1; step > 0; removed += step) step = await database.call('pruneArtifacts', before, now() - limits.artifactTtlMs)
      return removed
    },
  }
}
