import { PfError, type Scope, type StorePorts } from '@pf/core'
import { createEventFeeds, createListeners, ownerKey, requireNode } from '@pf/core/internal'
import { type Database, openDatabase } from './database/database.ts'
import { createCancelRequests } from './ports/cancel-requests.ts'
import { toKey } from './ports/keys.ts'
import { createNotifier, readPayload } from './ports/notifier.ts'
import { createPostgresAudit, createPostgresGrants } from './ports/postgres-approvals.ts'
import { createPostgresArtifacts, type PostgresArtifactLimits } from './ports/postgres-artifacts.ts'
import { createPostgresLeases } from './ports/postgres-leases.ts'
import { createPostgresRateLimits } from './ports/postgres-rate-limits.ts'
import { createPostgresDrafts, createPostgresInteractionStore } from './ports/postgres-records.ts'
import { createPostgresRunStore, readEventPage } from './ports/postgres-run-store.ts'
import { createPostgresSpending } from './ports/postgres-spending.ts'
import { createPostgresTaskStore } from './ports/postgres-task-store.ts'
import { createPostgresThreads } from './ports/postgres-threads.ts'

/** Options of a PostgreSQL store. Artifacts may take 64 MiB each and 1 GiB an owner, and stay for ever, unless told otherwise. */
export interface PostgresStoreOptions extends Partial<PostgresArtifactLimits> {
  /** For example `postgres://user:password@host:5432/database`. PostgreSQL 15 or newer, reached directly or by a pooler in session mode. */
  connectionString: string
  /** The schema of the tables, which is created: lower-case letters, digits and underscores. Default `pf`. */
  schema?: string
  /** Connections of this process, without the one that listens. Default 10. */
  maxConnections?: number
  /** Milliseconds after which a statement is given up. Default 30,000. */
  statementTimeoutMs?: number
  /** Makes ids that nobody can guess. Default 128 random bits. */
  newId?: () => string
}

/** What `prune` removes: everything of a kind that was last changed before a time, in milliseconds since the epoch. */
export interface PrunePolicy {
  /** Finished runs with their events, questions and entries of the conversation. Runs that work or wait are kept. */
  runsBefore?: number
  draftsBefore?: number
  artifactsBefore?: number
}

/** All ports over one database, and what an operator needs. */
export interface PostgresStore extends Required<StorePorts> {
  /** Removes what a policy calls old; resolves to the numbers of removed things. */
  prune(policy: PrunePolicy): Promise<{ runs: number; drafts: number; artifacts: number }>
  /** Removes everything that is stored of one owner. */
  deleteOwner(scope: Scope): Promise<void>
  /** Resolves when the database answers; rejects with PfError `store_failed` otherwise. */
  check(): Promise<void>
  /** Ends the connections of this process. */
  close(): Promise<void>
}

/** How long a reader waits before it looks without having been woken, in milliseconds: a notification may have been lost. */
const pollMs = 1_000

/**
 * Connects to a database that any number of processes share, and creates or updates its schema. Rejects with PfError `store_failed` when it
 * cannot be reached or when a newer release has written it, `invalid_input` for a name that is no schema, and `unsupported_runtime` on a Node
 * that is too old.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  requireNode()
  const { connectionString, schema = 'pf', maxConnections = 10, statementTimeoutMs = 30_000, newId = randomId, ...given } = options
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw new PfError('invalid_input', 'schema is at most 48 lower-case letters, digits and underscores, and begins with no digit.')
  const limits = { maxArtifactBytes: 67_108_864, maxOwnerBytes: 1_073_741_824, artifactTtlMs: Number.POSITIVE_INFINITY, ...given }
  const database = await openDatabase({ connectionString, schema, maxConnections, statementTimeoutMs })
  const notifier = createNotifier(`pf_${schema}`)
  const leases = createPostgresLeases(database, { newId, notifier })
  const left = createListeners<void>()
  const cancels = createCancelRequests(database, notifier)
  const feeds = createEventFeeds({ pollMs, readPage: (scope, run_id, after) => readEventPage(database, scope, { run_id, after }) })
  const hear = (text: string) => {
    const notified = readPayload(text)
    if (notified?.topic === 'event') feeds.wake(notified.key)
    if (notified?.topic === 'lease') leases.wake(notified.key)
    if (notified?.topic === 'cancel') cancels.hear(notified.key)
    if (notified?.topic === 'left') left.tell()
  }
  const reconnected = () => {
    feeds.wake()
    leases.wake()
    cancels.hear()
  }
  database.listen(hear, reconnected)
  const storage = createPostgresRunStore({ database, leases, feeds, notifier, cancels, left })
  return {
    storage,
    events: {
      read: feeds.read,
      last: async (scope, run_id) => {
        const sql = 'SELECT last_seq::float8 FROM run WHERE owner = $1 AND key = $2'
        return (await database.read<{ last_seq: number }>(sql, [ownerKey(scope), toKey(run_id)]))[0]?.last_seq ?? 0
      },
    },
    pending: createPostgresInteractionStore(database),
    artifacts: createPostgresArtifacts(database, { newId, ...limits }),
    threads: createPostgresThreads(database, { feeds, notifier, storage }),
    drafts: createPostgresDrafts(database),
    rateLimits: createPostgresRateLimits(database),
    spending: createPostgresSpending(database),
    grants: createPostgresGrants(database),
    audit: createPostgresAudit(database),
    tasks: createPostgresTaskStore(database, { newId }),
    prune: (policy) => prune(database, policy),
    deleteOwner: (scope) => deleteOwner(database, ownerKey(scope)),
    check: async () => {
      await database.read('SELECT 1')
    },
    close: async () => {
      feeds.close()
      cancels.close()
      await database.close()
    },
  }
}

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

async function prune(database: Database, { runsBefore, draftsBefore, artifactsBefore }: PrunePolicy) {
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

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
