import type { Lease, RunStore, Scope, ThreadDeletion, ThreadEntry, ThreadRecord, ThreadStore } from '@pf/core'
import {
  deleteThread,
  type EventFeeds,
  feedKey,
  ownerKey,
  readThreadQuery,
  readTitle,
  runAccount,
  searchableText,
  taskThread,
  threadAccount,
  toThreadPage,
  uploadRun,
} from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { parse, toKey } from './keys.ts'
import type { Notifier } from './notifier.ts'
import { dropGrants } from './postgres-approvals.ts'
import { dropSql } from './postgres-artifacts.ts'
import { holdFences } from './postgres-leases.ts'
import { dropTasks, tasksOfThread } from './postgres-task-store.ts'
import { threadWritesSql, toThreadWrites } from './thread-writes.ts'

/** Options of the conversations. */
export interface PostgresThreadOptions {
  feeds: EventFeeds
  notifier: Notifier
  storage: RunStore
}

/** Creates a store of conversations and their list in PostgreSQL. */
export function createPostgresThreads(database: Database, options: PostgresThreadOptions): ThreadStore {
  return {
    async append(scope, thread_id, entries) {
      if (entries.length === 0) return
      const { keys, run_keys, data, searches, title, titleSearch } = toThreadWrites(entries)
      const values = [ownerKey(scope), toKey(thread_id), JSON.stringify(thread_id), keys, run_keys, data, searches, title, titleSearch]
      await database.rows(appendSql, values)
    },
    async read(scope, thread_id, limit) {
      const rows = await database.read<{ data: string }>(
        'SELECT data FROM (SELECT n, data FROM thread_entry WHERE owner = $1 AND thread_key = $2 ORDER BY n DESC LIMIT $3) AS newest ORDER BY n',
        [ownerKey(scope), toKey(thread_id), limit === undefined ? null : Math.max(0, limit)],
      )
      return rows.map(({ data }) => parse<ThreadEntry>(data))
    },
    async summary(scope, thread_id) {
      const [row] = await database.read<{ entries: number; data: string | null }>(
        `SELECT (SELECT count(*) FROM thread_entry WHERE owner = $1 AND thread_key = $2)::float8 AS entries,
           (SELECT data FROM thread_entry WHERE owner = $1 AND thread_key = $2 ORDER BY n DESC LIMIT 1) AS data`,
        [ownerKey(scope), toKey(thread_id)],
      )
      if (!row?.data) return { entries: 0 }
      return { entries: row.entries, last_run_id: parse<ThreadEntry>(row.data).run_id }
    },
    async list(scope, query) {
      const { limit, after, search } = readThreadQuery(query)
      const values = [ownerKey(scope), after?.updated ?? null, after?.n ?? null, search ?? null, limit + 1]
      const rows = await database.read<ThreadRow>(listSql, values)
      return toThreadPage(
        rows.map((row) => ({ n: row.n, ...toRecord(row) })),
        limit,
      )
    },
    async rename(scope, thread_id, title) {
      const line = readTitle(title)
      const sql = `UPDATE thread SET title = $3, search = $4 WHERE owner = $1 AND key = $2 RETURNING ${columns}`
      const [row] = await database.rows<ThreadRow>(sql, [ownerKey(scope), toKey(thread_id), line, searchableText(line)])
      return row && toRecord(row)
    },
    delete: (scope, thread_id) =>
      deleteThread(options.storage, { scope, threadId: thread_id }, (lease) => remove(database, options, { scope, thread_id, lease })),
  }
}

interface ThreadRow {
  n: number
  thread_id: string
  title: string
  created: number
  updated: number
}

const columns = 'n::float8, thread_id, title, created::float8, updated::float8'

const toRecord = ({ thread_id, title, created, updated }: ThreadRow): ThreadRecord => ({ thread_id: parse(thread_id), title, created, updated })

const appendSql = `
  WITH target AS (SELECT $1::text AS owner), ${threadWritesSql({
    key: '$2',
    thread_id: '$3',
    keys: '$4',
    run_keys: '$5',
    data: '$6',
    searches: '$7',
    title: '$8',
    titleSearch: '$9',
  })}
  SELECT 1`

const listSql = `
  SELECT ${columns} FROM thread
  WHERE owner = $1 AND ($2::bigint IS NULL OR (updated, n) < ($2::bigint, $3::bigint))
    AND ($4::text IS NULL OR strpos(search, $4) > 0 OR EXISTS (
      SELECT 1 FROM thread_entry AS entry WHERE entry.owner = thread.owner AND entry.thread_key = thread.key AND strpos(entry.search, $4) > 0))
  ORDER BY updated DESC, n DESC LIMIT $5`

interface Removal {
  scope: Scope
  thread_id: string
  lease: Lease
}

/**
 * Removes all data of a thread and of its background tasks in one transaction. The rows of the runs are locked first, so that no commit
 * falls between the read and the removal.
 */
async function remove(database: Database, { feeds, notifier }: PostgresThreadOptions, { scope, thread_id, lease }: Removal): Promise<ThreadDeletion> {
  const owner = ownerKey(scope)
  const { run_ids, ...deletion } = await database.transaction(async (queries): Promise<ThreadDeletion & { run_ids: string[] }> => {
    if (!(await holdFences(queries, owner, [lease]))) return { status: 'busy', run_ids: [] }
    const thread_ids = await threadsOfWork(queries, owner, thread_id)
    const runs = await lockRuns(queries, owner, thread_ids)
    const active = runs.find((run) => run.active)
    if (active) return { status: 'busy', run_id: active.run_id, run_ids: [] }
    const artifacts = await queries.rows<{ data: string }>(`${dropSql('owner = $1 AND run_key = ANY ($2)')} SELECT data FROM gone`, [
      owner,
      [...runs.map((run) => run.key), ...thread_ids.map((id) => toKey(uploadRun(id)))],
    ])
    const entries = await dropRows(queries, owner, { thread_ids, runs })
    if (runs.length + entries === 0) return { status: 'unknown', run_ids: [] }
    const run_ids = runs.map((run) => run.run_id)
    for (const run_id of run_ids) await queries.rows('SELECT pg_notify($1, $2)', [notifier.channel, notifier.payload('event', feedKey(scope, run_id))])
    return { status: 'deleted', artifact_ids: artifacts.map(({ data }) => parse<{ artifact_id: string }>(data).artifact_id), run_ids }
  })
  for (const run_id of run_ids) feeds.wake(feedKey(scope, run_id))
  return deletion
}

/** Returns the ids of a thread and of the threads on which its background tasks run. */
async function threadsOfWork(queries: Queries, owner: string, thread_id: string): Promise<string[]> {
  const threads = new Set([thread_id])
  // The loop also visits the threads that are added while it runs.
  for (const thread of threads) for (const task_id of await tasksOfThread(queries, owner, thread)) threads.add(taskThread(task_id))
  return [...threads]
}

interface LockedRun {
  n: string
  key: string
  run_id: string
  active: boolean
}

async function lockRuns(queries: Queries, owner: string, thread_ids: string[]): Promise<LockedRun[]> {
  const rows = await queries.rows<LockedRun>(
    `SELECT n, key, run_id, lease IS NOT NULL AND lease_until > clock_timestamp() AS active FROM run
     WHERE owner = $1 AND md5(thread_id) = ANY (ARRAY(SELECT md5(id) FROM unnest($2::text[]) AS t (id))) AND thread_id = ANY ($2) ORDER BY n FOR UPDATE`,
    [owner, thread_ids.map((id) => JSON.stringify(id))],
  )
  return rows.map((row) => ({ ...row, run_id: parse<string>(row.run_id) }))
}

/** Removes the rows of threads and their runs. Resolves to the number of entries. */
async function dropRows(queries: Queries, owner: string, { thread_ids, runs }: { thread_ids: string[]; runs: LockedRun[] }): Promise<number> {
  const numbers = runs.map(({ n }) => n)
  const keys = thread_ids.map(toKey)
  const accounts = [...runs.map(({ run_id }) => runAccount(run_id)), ...thread_ids.map(threadAccount)]
  await queries.rows('DELETE FROM event WHERE run = ANY ($1)', [numbers])
  await queries.rows('DELETE FROM run WHERE n = ANY ($1)', [numbers])
  await queries.rows('DELETE FROM interaction WHERE owner = $1 AND thread_key = ANY ($2)', [owner, keys])
  await queries.rows('DELETE FROM spending WHERE owner = $1 AND account = ANY ($2)', [owner, accounts.map(toKey)])
  await dropGrants(queries, owner, thread_ids)
  for (const thread_id of thread_ids) await dropTasks(queries, owner, thread_id)
  const entries = await queries.rows('DELETE FROM thread_entry WHERE owner = $1 AND thread_key = ANY ($2) RETURNING 1', [owner, keys])
  await queries.rows('DELETE FROM thread WHERE owner = $1 AND key = ANY ($2)', [owner, keys])
  return entries.length
}
