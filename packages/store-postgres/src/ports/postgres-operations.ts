import type { ArtifactMeta, ExportedRecord, PrunePolicy, StoreOperations } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { parse } from './keys.ts'

/** Retention, the data of one owner, and whether the database can be written. */
export function createPostgresOperations(database: Database): StoreOperations {
  return {
    prune: (policy) => prune(database, policy),
    exportOwner: (scope) => exportOwner(database, ownerKey(scope)),
    deleteOwner: (scope) => deleteOwner(database, ownerKey(scope)),
    check: async () => {
      await database.rows(checkSql)
    },
  }
}

/** A write, because a database that takes none still answers: a standby, or one whose disk is full. The row is of no owner. */
const checkSql =
  "INSERT INTO lease (owner, resource, until) VALUES ('', 'check', clock_timestamp()) ON CONFLICT (owner, resource) DO UPDATE SET until = excluded.until"

/** Finished runs that are removed in one statement. */
const pruneBatch = 500

const pruneRunsSql = `
  WITH gone AS (
    DELETE FROM run WHERE n IN (SELECT n FROM run WHERE phase = 'finished' AND changed < to_timestamp($1 / 1000.0) ORDER BY changed LIMIT $2)
    RETURNING n, owner, key
  ), events AS (DELETE FROM event USING gone WHERE event.run = gone.n),
  questions AS (DELETE FROM interaction AS i USING gone WHERE i.owner = gone.owner AND i.run_key = gone.key),
  entries AS (DELETE FROM thread_entry AS t USING gone WHERE t.owner = gone.owner AND t.run_key = gone.key)
  SELECT count(*)::float8 AS gone FROM gone`

/** Threads whose runs have all been removed. */
const emptyThreadsSql =
  'DELETE FROM thread WHERE NOT EXISTS (SELECT 1 FROM thread_entry AS entry WHERE entry.owner = thread.owner AND entry.thread_key = thread.key)'

async function prune(database: Database, { runsBefore, draftsBefore, artifactsBefore }: PrunePolicy): ReturnType<StoreOperations['prune']> {
  const count = async (sql: string, values: unknown[]) => (await database.rows<{ gone: number }>(sql, values))[0]?.gone ?? 0
  const removed = { runs: 0, drafts: 0, artifacts: 0 }
  if (draftsBefore !== undefined)
    removed.drafts = await count(
      'WITH gone AS (DELETE FROM draft WHERE changed < to_timestamp($1 / 1000.0) RETURNING 1) SELECT count(*)::float8 AS gone FROM gone',
      [draftsBefore],
    )
  if (artifactsBefore !== undefined)
    removed.artifacts = await count(
      `WITH gone AS (DELETE FROM artifact WHERE created < $1 RETURNING blob), chunks AS (DELETE FROM chunk USING gone WHERE chunk.blob = gone.blob),
       blobs AS (DELETE FROM blob USING gone WHERE blob.n = gone.blob) SELECT count(*)::float8 AS gone FROM gone`,
      [artifactsBefore],
    )
  // What an owner has spent in all is kept; what was spent in runs, threads and days of that age limits nothing any more.
  if (runsBefore !== undefined) await database.rows(`DELETE FROM spending WHERE changed < to_timestamp($1 / 1000.0) AND account <> '"owner"'`, [runsBefore])
  while (runsBefore !== undefined) {
    const runs = await count(pruneRunsSql, [runsBefore, pruneBatch])
    removed.runs += runs
    if (runs < pruneBatch) break
  }
  if (removed.runs > 0) await database.rows(emptyThreadsSql)
  return removed
}

function deleteOwner(database: Database, owner: string): Promise<void> {
  return database.transaction(async (queries) => {
    await queries.rows('DELETE FROM event WHERE run IN (SELECT n FROM run WHERE owner = $1)', [owner])
    await queries.rows('DELETE FROM chunk WHERE blob IN (SELECT blob FROM artifact WHERE owner = $1)', [owner])
    await queries.rows('DELETE FROM blob WHERE n IN (SELECT blob FROM artifact WHERE owner = $1)', [owner])
    for (const table of [
      'run',
      'lease',
      'interaction',
      'thread',
      'thread_entry',
      'draft',
      'artifact',
      'rate_limit',
      'spending',
      'approval_grant',
      'audit',
      'task',
      'task_group',
    ])
      await queries.rows(`DELETE FROM ${table} WHERE owner = $1`, [owner])
  })
}

/** Rows of an export that are read at once. */
const exportPage = 50

interface ExportRow {
  /** Where the next page begins. */
  at: string
  data: string
}

/** Each kind is read by pages in the order of a key, so rows that come meanwhile move nothing. */
const exportSql = {
  run: `SELECT n::text AS at, '{"run_id":' || run_id || ',"thread_id":' || thread_id || ',"created":' || floor(extract(epoch FROM created) * 1000)::bigint
      || ',"state":' || state || ',"events":[' || coalesce((SELECT string_agg(data, ',' ORDER BY seq) FROM event WHERE event.run = run.n), '') || ']}' AS data
    FROM run WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3`,
  interaction: 'SELECT n::text AS at, data FROM interaction WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3',
  thread: `SELECT n::text AS at, '{"thread_id":' || thread_id || ',"title":' || to_json(title)::text || ',"created":' || created || ',"updated":' || updated || '}' AS data
    FROM thread WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3`,
  // The key of a long thread id is a hash, so the id is taken from the run.
  entry: `SELECT t.n::text AS at, '{"thread_id":' || CASE WHEN t.thread_key LIKE 'sha256:%' THEN coalesce(run.thread_id, 'null') ELSE t.thread_key END
      || ',"entry":' || t.data || '}' AS data
    FROM thread_entry AS t LEFT JOIN run ON run.owner = t.owner AND run.key = t.run_key
    WHERE t.owner = $1 AND t.n > $2::bigint ORDER BY t.n LIMIT $3`,
  draft: 'SELECT key AS at, data FROM draft WHERE owner = $1 AND key > $2 ORDER BY key LIMIT $3',
} as const satisfies Partial<Record<ExportedRecord['kind'], string>>

const artifactsSql = 'SELECT key AS at, data, bytes::float8, sha256, created::float8 FROM artifact WHERE owner = $1 AND key > $2 ORDER BY key LIMIT $3'

async function* exportOwner(database: Database, owner: string): AsyncGenerator<ExportedRecord> {
  for (const kind of Object.keys(exportSql) as (keyof typeof exportSql)[])
    for await (const { data } of pages<ExportRow>(database, { owner, sql: exportSql[kind], from: kind === 'draft' ? '' : '0' }))
      yield { kind, data: parse(data) }
  const artifacts = pages<ExportRow & Pick<ArtifactMeta, 'bytes' | 'sha256' | 'created'>>(database, { owner, sql: artifactsSql, from: '' })
  for await (const { at: _, data, ...stored } of artifacts) yield { kind: 'artifact', data: { ...parse<object>(data), ...stored } }
}

async function* pages<R extends ExportRow>(database: Database, { owner, sql, from }: { owner: string; sql: string; from: string }): AsyncGenerator<R> {
  let after = from
  while (true) {
    const rows = await database.read<R>(sql, [owner, after, exportPage])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < exportPage) return
    after = last.at
  }
}
