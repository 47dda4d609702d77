import type { RunStore, ThreadDeletion, ThreadEntry, ThreadRecord, ThreadStore } from '@pf/core'
import { deleteThread, type EventFeeds, feedKey, type LeaseTable, ownerKey, readThreadQuery, readTitle, toThreadPage } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import type { ThreadRow } from '../database/thread-operations.ts'
import { fromKey, parse, toKey } from './keys.ts'
import { toThreadWrites, toTitle } from './thread-writes.ts'

/** Options of the conversations. `now` returns milliseconds since the epoch. */
export interface SqliteThreadOptions {
  database: Database
  leases: LeaseTable
  feeds: EventFeeds
  storage: RunStore
  now: () => number
}

/** Creates a store of conversations and their list in SQLite. */
export function createSqliteThreads({ database, leases, feeds, storage, now }: SqliteThreadOptions): ThreadStore {
  return {
    append: (scope, thread_id, entries) =>
      database.call('appendEntries', ownerKey(scope), { thread_id: toKey(thread_id), now: now(), ...toThreadWrites(entries) }),
    async read(scope, thread_id, limit) {
      const rows = await database.call('readEntries', ownerKey(scope), toKey(thread_id), limit === undefined ? null : Math.max(0, limit))
      return rows.map((text) => parse<ThreadEntry>(text))
    },
    async summary(scope, thread_id) {
      const { entries, last_run_id } = await database.call('countEntries', ownerKey(scope), toKey(thread_id))
      return last_run_id === undefined ? { entries } : { last_run_id: fromKey(last_run_id), entries }
    },
    async list(scope, query) {
      const { limit, after = null, search = null } = readThreadQuery(query)
      const rows = await database.call('listThreads', ownerKey(scope), { after, search, limit: limit + 1 })
      return toThreadPage(
        rows.map((row) => ({ n: row.n, ...toRecord(row) })),
        limit,
      )
    },
    async rename(scope, thread_id, title) {
      const row = await database.call('renameThread', ownerKey(scope), toKey(thread_id), toTitle(readTitle(title)))
      return row && toRecord(row)
    },
    delete: (scope, thread_id) =>
      deleteThread(storage, { scope, threadId: thread_id }, async (): Promise<ThreadDeletion> => {
        const owner = ownerKey(scope)
        const runs = (await database.call('runsOfThread', owner, toKey(thread_id))).map((run) => ({
          run_id: fromKey(run.run_id),
          thread_id: fromKey(run.thread_id),
        }))
        const active = runs.find((run) => leases.isHeld(scope, { kind: 'run', ...run }))
        if (active) return { status: 'busy', run_id: active.run_id }
        const deleted = await database.call('deleteThread', owner, toKey(thread_id))
        if (!deleted) return { status: 'unknown' }
        for (const run_id of deleted.run_ids) feeds.wake(feedKey(scope, fromKey(run_id)))
        return { status: 'deleted', artifact_ids: deleted.artifact_ids.map(fromKey) }
      }),
  }
}

const toRecord = ({ thread_id, title, created, updated }: ThreadRow): ThreadRecord => ({ thread_id: fromKey(thread_id), title, created, updated })
