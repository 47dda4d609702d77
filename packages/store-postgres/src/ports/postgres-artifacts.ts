import { createHash } from 'node:crypto'
import { type ArtifactMeta, type ArtifactStore, PfError, type Scope } from '@pf/core'
import { createJsonPages, freezeJson, ownerKey, readChunks, writeChunks } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { dropArtifacts, dropUnkeptBlobs, uploadHours } from './drop-artifacts.ts'
import { parse, toKey } from './keys.ts'

/** Limits on artifacts. Sizes are in bytes, times in milliseconds. */
export interface PostgresArtifactLimits {
  /** Maximum number of bytes of one artifact. */
  maxArtifactBytes: number
  /** Maximum number of bytes of all artifacts of one owner. */
  maxOwnerBytes: number
  /** Lifetime of an artifact. */
  artifactTtlMs: number
}

interface ArtifactRow {
  data: string
  blob: string | null
  bytes: number
  sha256: string
  created: number
}

/** Creates a store of artifacts in PostgreSQL, in chunks of 64 KiB. An artifact is visible once all its bytes are stored. */
export function createPostgresArtifacts(database: Database, { newId, ...limits }: PostgresArtifactLimits & { newId: () => string }): ArtifactStore {
  const pages = createJsonPages()
  const read = (blob: string) => async (k: number) =>
    (await database.read<{ data: Buffer }>('SELECT data FROM chunk WHERE blob = $1 AND k = $2', [blob, k]))[0]?.data
  const alive = `(blob IS NULL OR created > (extract(epoch FROM clock_timestamp()) * 1000 - $3::float8))`
  const find = async (scope: Scope, artifact_id: string) => {
    const [row] = await database.read<ArtifactRow>(
      `SELECT data, blob, bytes::float8, sha256, created::float8 FROM artifact WHERE owner = $1 AND key = $2 AND ${alive}`,
      [ownerKey(scope), toKey(artifact_id), finite(limits.artifactTtlMs)],
    )
    if (!row) return undefined
    const { data, blob, ...stored } = row
    return { meta: { ...parse<ArtifactMeta>(data), ...stored }, blob }
  }
  return {
    async put(scope, body, meta) {
      const blob = (await database.rows<{ n: string }>('INSERT INTO blob DEFAULT VALUES RETURNING n'))[0]?.n ?? ''
      try {
        const hash = createHash('sha256')
        const bytes = await writeChunks(body, {
          maxBytes: limits.maxArtifactBytes,
          write: (k, chunk) => database.rows('INSERT INTO chunk (blob, k, data) VALUES ($1, $2, $3)', [blob, k, Buffer.from(chunk)]),
          observe: (piece) => hash.update(piece),
        })
        const sha256 = hash.digest('hex')
        const artifact_id = meta.artifact_id ?? newId()
        const created = await keepArtifact(database, {
          owner: ownerKey(scope),
          key: toKey(artifact_id),
          blob,
          bytes,
          sha256,
          meta: { ...meta, artifact_id },
          limits,
        })
        return freezeJson({ ...meta, artifact_id, bytes, sha256, created })
      } catch (error) {
        // A blob that cannot be removed now is removed by `gc`.
        await dropBlob(database, blob).catch(() => undefined)
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
    async delete(scope, artifact_id) {
      await database.rows(`${dropSql('owner = $1 AND key = $2')} SELECT count(*) FROM gone`, [ownerKey(scope), toKey(artifact_id)])
    },
    async gc(before) {
      await dropUnkeptBlobs(database)
      const where = `created < $2 OR blob IS NOT NULL AND created <= (extract(epoch FROM clock_timestamp()) * 1000 - $3::float8)`
      return dropArtifacts(database, { where, values: [before, finite(limits.artifactTtlMs)] })
    },
  }
}

/** Removes artifacts with their bytes. */
export const dropSql = (where: string) => `
  WITH gone AS (DELETE FROM artifact WHERE ${where} RETURNING blob, data),
  chunks AS (DELETE FROM chunk USING gone WHERE chunk.blob = gone.blob),
  blobs AS (DELETE FROM blob USING gone WHERE blob.n = gone.blob)`

/** Returns a time that SQL can subtract: `Infinity` becomes some thirty thousand years. */
const finite = (ms: number) => Math.min(ms, 1e15)

const dropBlob = (database: Database, blob: string) =>
  database.rows('WITH gone AS (DELETE FROM blob WHERE n = $1 AND NOT kept RETURNING n) DELETE FROM chunk USING gone WHERE blob = gone.n', [blob])

interface KeptArtifact {
  owner: string
  key: string
  blob: string
  bytes: number
  sha256: string
  meta: Omit<ArtifactMeta, 'bytes' | 'sha256' | 'created'>
  limits: PostgresArtifactLimits
}

/** Assigns a blob to an artifact, which replaces one with the same id. Resolves to the time. Throws PfError `too_large` if the owner would exceed the limit. */
function keepArtifact(database: Database, { owner, key, blob, bytes, sha256, meta, limits }: KeptArtifact): Promise<number> {
  return database.transaction(async (queries) => {
    // The uploads of one owner are counted one after another.
    await queries.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [owner])
    const expired = `SELECT key FROM artifact WHERE owner = $1 AND blob IS NOT NULL AND created <= (extract(epoch FROM clock_timestamp()) * 1000 - $2::float8)`
    await queries.rows(`${dropSql(`owner = $1 AND key IN (${expired} FOR UPDATE SKIP LOCKED)`)} SELECT 1`, [owner, finite(limits.artifactTtlMs)])
    const sumSql = 'SELECT coalesce(sum(bytes), 0)::float8 AS held FROM artifact WHERE owner = $1 AND key <> $2 AND blob IS NOT NULL'
    const [sum] = await queries.rows<{ held: number }>(sumSql, [owner, key])
    if ((sum?.held ?? 0) + bytes > limits.maxOwnerBytes)
      throw new PfError('too_large', `The artifacts of this owner would exceed ${limits.maxOwnerBytes} bytes. Delete some, or raise maxOwnerBytes.`, {
        fields: { limit: limits.maxOwnerBytes },
      })
    await queries.rows(`${dropSql('owner = $1 AND key = $2')} SELECT 1`, [owner, key])
    const [kept] = await queries.rows('UPDATE blob SET kept = true WHERE n = $1 RETURNING 1', [blob])
    if (!kept) throw new PfError('store_failed', `The upload took longer than ${uploadHours} hours, so its bytes have been removed. Store the artifact again.`)
    const [row] = await queries.rows<{ created: number }>(
      `INSERT INTO artifact (owner, key, run_key, blob, bytes, sha256, created, data)
       VALUES ($1, $2, $7, $3, $4, $5, floor(extract(epoch FROM clock_timestamp()) * 1000), $6) RETURNING created::float8`,
      [owner, key, blob, bytes, sha256, JSON.stringify(freezeJson(meta)), toKey(meta.run_id)],
    )
    return row?.created ?? 0
  })
}
