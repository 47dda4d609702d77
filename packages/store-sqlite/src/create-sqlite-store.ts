import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PfError, type PlannerEvent, type StoreOperations, type StorePorts } from '@pf/core'
import { createEventFeeds, createLeaseTable, noSpending, ownerKey, requireNode } from '@pf/core/internal'
import { type Database, openDatabase } from './client/database.ts'
import { describeHolder, removeHolderNote, writeHolderNote } from './client/holder-note.ts'
import { parse, toKey } from './ports/keys.ts'
import { createSqliteAudit, createSqliteGrants } from './ports/sqlite-approvals.ts'
import { createSqliteArtifacts, type SqliteArtifactLimits } from './ports/sqlite-artifacts.ts'
import { createSqliteOperations } from './ports/sqlite-operations.ts'
import { createSqliteDrafts, createSqliteInteractionStore } from './ports/sqlite-records.ts'
import { createSqliteRunStore } from './ports/sqlite-run-store.ts'
import { createSqliteTaskStore } from './ports/sqlite-task-store.ts'
import { createSqliteThreads } from './ports/sqlite-threads.ts'

/** Options of a SQLite store. Artifacts may take 64 MiB each and 1 GiB an owner, and stay for ever, unless told otherwise. */
export interface SqliteStoreOptions extends Partial<SqliteArtifactLimits> {
  /** The database file, for example `data/pf.sqlite`. Its folder is created. It must be on a disk of this machine, not on a network file system. */
  file: string
  /** Most stored runs of one owner. A request that would begin another one fails with PfError `storage_full`. Default: any number. */
  maxOwnerRuns?: number
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  now?: () => number
  /** Makes ids that nobody can guess. Default 128 random bits. */
  newId?: () => string
}

/** All ports over one file, and what an operator needs. */
export interface SqliteStore extends Required<StorePorts>, StoreOperations {
  /** Writes a consistent copy into a new file while the store works. Rejects with PfError `store_failed` when the file exists. */
  backup(file: string): Promise<void>
  /** Answers every request made so far and closes the file. A process that ends without it loses nothing that was acknowledged. */
  close(): Promise<void>
}

/**
 * Opens a store for this process, which is the only one that may use the file. Rejects with PfError `store_failed`: when another process has
 * the file open, which the message names; when the file is damaged or no database; and when a newer release has written it. Rejects with
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
  const path = resolve(file)
  const limits = { maxArtifactBytes: 67_108_864, maxOwnerBytes: 1_073_741_824, artifactTtlMs: Number.POSITIVE_INFINITY, ...given }
  mkdirSync(dirname(path), { recursive: true })
  const database = await openExclusively(path)
  writeHolderNote(path)
  // A clock that is set anew must neither end a lease or the claim of a task, nor fill a rate limit or keep it empty.
  const steady = now === Date.now ? steadyNow : now
  const leases = createLeaseTable({ now: steady, newId })
  const feeds = createEventFeeds({
    readPage: async (scope, run_id, after) => {
      const { events, finished } = await database.call('readEvents', ownerKey(scope), toKey(run_id), after)
      return { events: events.map((text) => parse<PlannerEvent>(text)), finished }
    },
  })
  const storage = createSqliteRunStore({ database, leases, feeds, now, steady, maxOwnerRuns })
  return {
    storage,
    events: { read: feeds.read, last: (scope, run_id) => database.call('lastSeq', ownerKey(scope), toKey(run_id)) },
    pending: createSqliteInteractionStore(database, now),
    artifacts: createSqliteArtifacts(database, { now, newId, ...limits }),
    threads: createSqliteThreads({ database, leases, feeds, storage, now }),
    drafts: createSqliteDrafts(database, { leases, now }),
    grants: createSqliteGrants(database),
    audit: createSqliteAudit(database, now),
    spending: {
      read: async (scope, accounts) => (await database.call('readSpending', ownerKey(scope), accounts.map(toKey))).map((amounts) => amounts ?? noSpending),
    },
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

/** Milliseconds since the epoch, whole ones, by a clock that nobody sets while the process runs. */
const steadyNow = () => Math.round(performance.timeOrigin + performance.now())

const busy = 5

async function openExclusively(path: string): Promise<Database> {
  try {
    return await openDatabase(path)
  } catch (error) {
    if (!PfError.isInstance(error) || (Number(error.fields.errcode) & 0xff) !== busy) throw error
    throw new PfError('store_failed', `${path} is open in ${describeHolder(path)}. One process writes a file; stop that one, or use another file.`, {
      cause: error,
    })
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
