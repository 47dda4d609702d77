import { PfError, type StoreOperations, type StorePorts } from '@pf/core'
import { checkStoreLimits, createEventFeeds, createListeners, ownerKey, randomId, requireNode } from '@pf/core/internal'
import { openDatabase } from './database/database.ts'
import { createCancelRequests } from './ports/cancel-requests.ts'
import { createEventAppends } from './ports/event-appends.ts'
import { toKey } from './ports/keys.ts'
import { createNotifier } from './ports/notifier.ts'
import { createPostgresAudit, createPostgresGrants } from './ports/postgres-approvals.ts'
import { createPostgresArtifacts, type PostgresArtifactLimits } from './ports/postgres-artifacts.ts'
import { createPostgresLeases } from './ports/postgres-leases.ts'
import { createPostgresOperations } from './ports/postgres-operations.ts'
import { createPostgresRateLimits } from './ports/postgres-rate-limits.ts'
import { createPostgresDrafts, createPostgresInteractionStore } from './ports/postgres-records.ts'
import { createPostgresRunStore, readEventPage } from './ports/postgres-run-store.ts'
import { createPostgresSpending } from './ports/postgres-spending.ts'
import { createPostgresTaskStore } from './ports/postgres-task-store.ts'
import { createPostgresThreads } from './ports/postgres-threads.ts'

/** Options of a PostgreSQL store. By default, an artifact may have 64 MiB and an owner 1 GiB, and artifacts never expire. */
export interface PostgresStoreOptions extends Partial<PostgresArtifactLimits> {
  /** For example `postgres://user:password@host:5432/database`. Requires PostgreSQL 15 or newer, either directly or through a pooler in session mode. */
  connectionString: string
  /** The schema of the tables, which is created: lower-case letters, digits and underscores. Default `pf`. */
  schema?: string
  /** Maximum number of connections of this process, in addition to one that listens and two that renew leases. Default 10. */
  maxConnections?: number
  /** Milliseconds after which a statement is cancelled. Default 30,000. */
  statementTimeoutMs?: number
  /** Maximum number of stored runs of one owner. A request that would begin another one fails with PfError `storage_full`. Default: no limit. */
  maxOwnerRuns?: number
  /** Maximum time in milliseconds that a request waits for a connection, of the pool or to the server. Default 10,000. */
  connectionTimeoutMs?: number
  /** Creates ids that cannot be guessed. Default 128 random bits. */
  newId?: () => string
}

/** All ports over one database, and the operations for operators. */
export interface PostgresStore extends Required<StorePorts>, StoreOperations {
  /** Ends the connections of this process. */
  close(): Promise<void>
}

/** Interval in milliseconds at which a reader reads without a notification, because a notification may have been lost. */
const pollMs = 1_000

/**
 * Connects to a database that any number of processes share, and creates or updates its schema. Rejects with PfError `store_failed` if it
 * cannot be reached, is older than PostgreSQL 15, or was written by a newer release, `invalid_input` for a name that is not a valid schema and a limit below 1,
 * and `unsupported_runtime` on a Node that is too old.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  requireNode()
  const {
    connectionString,
    schema = 'pf',
    maxConnections = 10,
    statementTimeoutMs = 30_000,
    connectionTimeoutMs,
    maxOwnerRuns = Number.POSITIVE_INFINITY,
    newId = randomId,
    ...given
  } = options
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw new PfError('invalid_input', 'schema must have at most 48 lower-case letters, digits and underscores, and must not begin with a digit.')
  checkStoreLimits({
    maxConnections,
    maxOwnerRuns,
    maxArtifactBytes: given.maxArtifactBytes,
    maxOwnerBytes: given.maxOwnerBytes,
    artifactTtlMs: given.artifactTtlMs,
  })
  const limits = { maxArtifactBytes: 67_108_864, maxOwnerBytes: 1_073_741_824, artifactTtlMs: Number.POSITIVE_INFINITY, ...given }
  const database = await openDatabase({
    connectionString,
    schema,
    maxConnections,
    statementTimeoutMs,
    ...(connectionTimeoutMs === undefined ? {} : { connectionTimeoutMs }),
  })
  const channel = `pf_${schema}`
  const tell = (payloads: string[]) => database.rows('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [channel, payloads])
  const notifier = createNotifier(channel, tell)
  const leases = createPostgresLeases(database, { newId, notifier })
  const left = createListeners<void>()
  const cancels = createCancelRequests(database, notifier)
  const feeds = createEventFeeds({ pollMs, readPage: (scope, run_id, after) => readEventPage(database, scope, { run_id, after }) })
  const hear = (text: string) => {
    const notified = notifier.read(text)
    if (!notified || notified.isOwn) return
    const { topic, keys } = notified
    if (topic === 'left') left.tell()
    for (const key of keys.length > 0 ? keys : [undefined]) {
      if (topic === 'event') feeds.wake(key)
      if (topic === 'lease') leases.wake(key)
      if (topic === 'cancel') cancels.hear(key)
    }
  }
  const reconnected = () => {
    feeds.wake()
    leases.wake()
    cancels.hear()
  }
  database.listen(hear, reconnected)
  const artifacts = createPostgresArtifacts(database, { newId, ...limits })
  const storage = createPostgresRunStore({ database, appends: createEventAppends(database), leases, feeds, notifier, cancels, left, maxOwnerRuns })
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
    artifacts,
    threads: createPostgresThreads(database, { feeds, notifier, storage }),
    drafts: createPostgresDrafts(database),
    rateLimits: createPostgresRateLimits(database),
    spending: createPostgresSpending(database),
    grants: createPostgresGrants(database),
    audit: createPostgresAudit(database),
    tasks: createPostgresTaskStore(database, { newId }),
    ...createPostgresOperations(database, { artifacts, feeds }),
    close: async () => {
      feeds.close()
      cancels.close()
      await notifier.close()
      await database.close()
    },
  }
}
