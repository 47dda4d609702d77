import type { Row, SqlValue } from './protocol.ts'
import { findOwner, openOwner, type Statements } from './statements.ts'

/** A stored artifact: its metadata as JSON, and the number of the blob of its bytes if they are stored. */
export interface ArtifactRow {
  data: string
  blob: number | null
}

/** An artifact whose bytes have been stored as a blob. */
export interface ArtifactWrite {
  artifact_id: string
  run_id: string
  blob: number
  bytes: number
  created: number
  data: string
}

/** The maximum number of bytes of all artifacts of one owner, and the time before which an artifact has expired. */
export interface ArtifactBounds {
  maxOwnerBytes: number
  expiredBefore: number
}

function dropBlobOf(sql: Statements, blob: number): void {
  sql.run('DELETE FROM chunk WHERE blob = ?', blob)
  sql.run('DELETE FROM blob WHERE n = ?', blob)
}

/** Columns of an artifact that are needed to remove it. */
export const artifactColumns = 'owner, artifact_id, blob, bytes'

/** Maximum number of bytes that one step removes, apart from those of its first artifact. */
const bytesPerStep = 33_554_432

/** Returns as many of the artifacts, given as rows with `artifactColumns`, as one step removes. */
export function takeArtifacts(rows: readonly Row[]): Row[] {
  let sum = 0
  const end = rows.findIndex(({ bytes }, index) => {
    sum += bytes as number
    return index > 0 && sum > bytesPerStep
  })
  return end < 0 ? [...rows] : rows.slice(0, end)
}

/** Removes artifacts, given as rows with `artifactColumns`, with their bytes. Returns their ids. */
export function dropArtifactRows(sql: Statements, rows: readonly Row[]): string[] {
  for (const { owner, artifact_id, blob } of rows) {
    if (blob !== null) dropBlobOf(sql, blob as number)
    sql.run('DELETE FROM artifact WHERE owner = ? AND artifact_id = ?', owner as number, artifact_id as string)
  }
  return rows.map(({ artifact_id }) => artifact_id as string)
}

/** Removes the artifacts that match an SQL condition, with their bytes. Returns their ids. */
export function dropArtifacts(sql: Statements, where: string, ...values: SqlValue[]): string[] {
  return dropArtifactRows(sql, sql.all(`SELECT ${artifactColumns} FROM artifact WHERE ${where}`, ...values))
}

/** Operations on artifacts. Bytes are stored in chunks as a blob, which belongs to no owner until an artifact keeps it. */
export function artifactOperations(sql: Statements) {
  const dropBlob = (blob: number) => dropBlobOf(sql, blob)
  const find = (owner: string, artifact_id: string) => {
    const n = findOwner(sql, owner)
    return n === undefined ? undefined : sql.get('SELECT data, blob FROM artifact WHERE owner = ? AND artifact_id = ?', n, artifact_id)
  }
  return {
    openBlob: (): number => sql.get('INSERT INTO blob DEFAULT VALUES RETURNING n')?.n as number,
    writeChunk(blob: number, k: number, data: Uint8Array): void {
      sql.run('INSERT INTO chunk (blob, k, data) VALUES (?, ?, ?)', blob, k, data)
    },
    readChunk: (blob: number, k: number): Uint8Array | undefined =>
      sql.get('SELECT data FROM chunk WHERE blob = ? AND k = ?', blob, k)?.data as Uint8Array | undefined,
    dropBlob,
    /** Removes blobs that no artifact kept because their process ended before. */
    dropUnkeptBlobs(): void {
      for (const { n } of sql.all('SELECT n FROM blob WHERE kept = 0')) dropBlob(n as number)
    },
    /** Assigns a blob to an artifact, which replaces one with the same id. Resolves to false, and drops the blob, if the owner would exceed the limit. */
    keepArtifact(owner: string, write: ArtifactWrite, { maxOwnerBytes, expiredBefore }: ArtifactBounds): boolean {
      const n = openOwner(sql, owner)
      dropArtifacts(sql, 'owner = ? AND blob IS NOT NULL AND created <= ?', n, expiredBefore)
      const held = sql.get('SELECT sum(bytes) AS bytes FROM artifact WHERE owner = ? AND blob IS NOT NULL AND artifact_id <> ?', n, write.artifact_id)
      if (((held?.bytes as number | null) ?? 0) + write.bytes > maxOwnerBytes) {
        dropBlob(write.blob)
        return false
      }
      const replaced = find(owner, write.artifact_id)
      if (replaced && replaced.blob !== null) dropBlob(replaced.blob as number)
      sql.run('UPDATE blob SET kept = 1 WHERE n = ?', write.blob)
      sql.run(
        'INSERT OR REPLACE INTO artifact (owner, artifact_id, run_id, blob, bytes, created, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
        n,
        write.artifact_id,
        write.run_id,
        write.blob,
        write.bytes,
        write.created,
        write.data,
      )
      return true
    },
    findArtifact: (owner: string, artifact_id: string): ArtifactRow | undefined => find(owner, artifact_id) as unknown as ArtifactRow | undefined,
    deleteArtifact(owner: string, artifact_id: string): void {
      const known = find(owner, artifact_id)
      if (!known) return
      if (known.blob !== null) dropBlob(known.blob as number)
      sql.run('DELETE FROM artifact WHERE owner = ? AND artifact_id = ?', findOwner(sql, owner) as number, artifact_id)
    },
  }
}
