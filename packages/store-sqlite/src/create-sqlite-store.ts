import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PfError, type PlannerEvent, type StoreOperations, type StorePorts } from '@pf/core'
import { checkStoreLimits, createEventFeeds, createLeaseTable, createReservations, ownerKey, randomId, requireNode } from '@pf/core/internal'
import { type Database, openDatabase } from './client/database.ts'
import { describeHolder, removeHolderNote, writeHolderNote } from './client/holder-note.ts'
import { parse, toKey } from './ports/keys.ts'
import { createSqliteAudit, createSqliteGrants } from './ports/sqlite-approvals.ts'
import { createSqliteArtifacts, type SqliteArtifactLimits } from './ports/sqlite-artifacts.ts'
import { createSqliteOperations } from './ports/sqlite-operations.ts'
import { createSqliteDrafts, createSqliteInteractionStore } from './ports/sqlite-records.ts'
import { createSqliteRunStore } from './ports/sqlite-run-store.ts'
import { createSqliteSpending } from './ports/sqlite-spending.ts'
import { createSqliteTaskStore } from './ports/sqlite-task-store.ts'
import { createSqliteThreads } from './ports/sqlite-threads.ts'

/** Options of a SQLite store. By default, an artifact may have 64 MiB and an owner 1 GiB, and artifacts never expire. */
export interface SqliteStoreOptions extends Partial<SqliteArtifactLimits> {
  /** The database file, for example `data/pf.sqlite`. Its folder is created. It must be on a disk of this machine, not on a network file system. */
  file: string
  /** Maximum number of stored runs of one owner. A request that would begin another one fails with PfError `storage_full`. Default: no limit. */
  maxOwnerRuns?: number
  /** Returns the time in milliseconds since the epoch. Default `Date.now`. */
  now?: () => number
  /** Creates ids that cannot be guessed. Default 128 random bits. */
  newId?: () => string
}

/** All ports over one file, and the operations for operators. */
export interface SqliteStore extends Required<StorePorts>, StoreOperations {
  /** Writes a consistent copy to a new file while the store is in use. Rejects with PfError `store_failed` if the file exists. */
  backup(file: string): Promise<void>
  /** Answers all previous requests and closes the file. A process that ends without this call loses no acknowledged data. */
  close(): Promise<void>
}

/**
 * Opens a store for this process, which is the only one that may use the file. Rejects with PfError `store_failed` if another process,
 * which the message names, has the file open, if the file is damaged or not a database, or if a newer release has written it. Rejects with
 * `unsupported_runtime` on a Node that is too old.
 */
export async function createSqliteStore({
  file,
  now = Date.now,
  newId = randomId,
  maxOwnerRuns = Number.POSITIVE_INFINITY,
  ...given
}: SqliteStoreOptions): Promise<SqliteStore> {
  requireNode()
  checkStoreLimits({ maxOwnerRuns, maxArtifactBytes: given.maxArtifactBytes, maxOwnerBytes: given.maxOwnerBytes, artifactTtlMs: given.artifactTtlMs })
  const path = resolve(file)
  const limits = { maxArtifactBytes: 67_108_864, maxOwnerBytes: 1_073_741_824, artifactTtlMs: Number.POSITIVE_INFINITY, ...given }
  mkdirSync(dirname(path), { recursive: true })
  const database = await openExclusively(path)
  writeHolderNote(path)
  // A clock that is changed must neither end a lease or the claim of a task, nor fill a rate limit or keep it empty.
  const steady = now === Date.now ? steadyNow : now
  const leases = createLeaseTable({ now: steady, newId })
  const feeds = createEventFeeds({
    readPage: async (scope, run_id, after) => {
      const { events, finished } = await database.call('readEvents', ownerKey(scope), toKey(run_id), after)
      return { events: events.map((text) => parse<PlannerEvent>(text)), finished }
    },
  })
  const reservations = createReservations(steady)
  const storage = createSqliteRunStore({ database, leases, reservations, feeds, now, steady, maxOwnerRuns })
  return {
    storage,
    events: { read: feeds.read, last: (scope, run_id) => database.call('lastSeq', ownerKey(scope), toKey(run_id)) },
    pending: createSqliteInteractionStore(database, now),
    artifacts: createSqliteArtifacts(database, { now, newId, ...limits }),
    threads: createSqliteThreads({ database, leases, feeds, storage, now }),
    drafts: createSqliteDrafts(database, { leases, now }),
    grants: createSqliteGrants(database),
    audit: createSqliteAudit(database, now),
    spending: createSqliteSpending(database, reservations),
    rateLimits: { take: (scope, name, limit) => database.call('takeToken', ownerKey(scope), { name: toKey(name), limit, now: steady() }) },
    tasks: createSqliteTaskStore(database, { now: steady, newId }),
    backup: (target) => database.call('backup', resolve(target)),
    ...createSqliteOperations(database, { leases, feeds, now, steady, artifactTtlMs: limits.artifactTtlMs }),
    close: async () => {
      feeds.close()
      await database.close()
      removeHolderNote(path)
    },
  }
}

/** Returns whole milliseconds since the epoch from a clock that nobody changes while the process runs. */
const steadyNow = () => Math.round(performance.timeOrigin + performance.now())

const busy = 5

async function openExclusively(path: string): Promise<Database> {
  try {
    return await openDatabase(path)
  } catch (error) {
    if (!PfError.isInstance(error) || (Number(error.fields.errcode) & 0xff) !== busy) throw error
    throw new PfError('store_failed', `${path} is open in ${describeHolder(path)}. Only one process can use a file. Stop that process, or use another file.`, {
      cause: error,
    })
  }
}
