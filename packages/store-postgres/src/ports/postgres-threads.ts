import type { Lease, RunStore, Scope, ThreadDeletion, ThreadEntry, ThreadRecord, ThreadStore } from '@pf/core'
import { deleteThread, type EventFeeds, feedKey, ownerKey, readThreadQuery, readTitle, searchableText, toThreadPage } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { parse, toKey } from './keys.ts'
import type { Notifier } from './notifier.ts'
import { dropSql } from './postgres-artifacts.ts'
import { holdFences } from './postgres-leases.ts'
import { dropTasks } from './postgres-task-store.ts'
import { threadWritesSql, toThreadWrites } from './thread-writes.ts'

/** What the conversations work with. */
export interface PostgresThreadOptions {
  feeds: EventFeeds
  notifier: Notifier
  storage: RunStore
}

/** Conversations in PostgreSQL, and their list. */
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
    delete: (scope, thread_id) => deleteThread(options.storage, { scope, thread_id }, (lease) => remove(database, options, { scope, thread_id, lease })),
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

/** Removes everything of a thread in one transaction. The rows of its runs are locked first, so no commit is between the look and the removal. */
async function remove(database: Database, { feeds, notifier }: PostgresThreadOptions, { scope, thread_id, lease }: Removal): Promise<ThreadDeletion> {
  const owner = ownerKey(scope)
  const key = toKey(thread_id)
  const { run_ids, ...deletion } = await database.transaction(async (queries): Promise<ThreadDeletion & { run_ids: string[] }> => {
    if (!(await holdFences(queries, owner, [lease]))) return { status: 'busy', run_ids: [] }
    const runs = await queries.rows<{ n: string; key: string; run_id: string; active: boolean }>(
      `SELECT n, key, run_id, lease IS NOT NULL AND lease_until > clock_timestamp() AS active FROM run
       WHERE owner = $1 AND md5(thread_id) = md5($2) AND thread_id = $2 ORDER BY n FOR UPDATE`,
      [owner, JSON.stringify(thread_id)],
    )
    const active = runs.find((run) => run.active)
    if (active) return { status: 'busy', run_id: parse(active.run_id), run_ids: [] }
    const artifacts = await queries.rows<{ data: string }>(`${dropSql('owner = $1 AND run_key = ANY ($2)')} SELECT data FROM gone`, [
      owner,
      runs.map((run) => run.key),
    ])
    await queries.rows('DELETE FROM event WHERE run = ANY ($1)', [runs.map(({ n }) => n)])
    await queries.rows('DELETE FROM run WHERE n = ANY ($1)', [runs.map(({ n }) => n)])
    await queries.rows('DELETE FROM interaction WHERE owner = $1 AND thread_key = $2', [owner, key])
    await dropTasks(queries, owner, thread_id)
    const entries = await queries.rows('DELETE FROM thread_entry WHERE owner = $1 AND thread_key = $2 RETURNING 1', [owner, key])
    await queries.rows('DELETE FROM thread WHERE owner = $1 AND key = $2', [owner, key])
    if (runs.length + entries.length === 0) return { status: 'unknown', run_ids: [] }
    for (const run of runs) {
      const payload = notifier.payload('event', feedKey(scope, parse(run.run_id)))
      await queries.rows('SELECT pg_notify($1, $2)', [notifier.channel, payload])
    }
    return {
      status: 'deleted',
      artifact_ids: artifacts.map(({ data }) => parse<{ artifact_id: string }>(data).artifact_id),
      run_ids: runs.map(({ run_id }) => parse<string>(run_id)),
    }
  })
  for (const run_id of run_ids) feeds.wake(feedKey(scope, run_id))
  return deletion
}
