import { runAccount, taskThread, threadAccount, uploadRun } from '@pf/core/internal'
import { dropGrants } from './approval-operations.ts'
import { dropArtifacts } from './artifact-operations.ts'
import { dropRuns } from './drop-runs.ts'
import type { Row } from './protocol.ts'
import { findOwner, openOwner, type Statements } from './statements.ts'
import { dropTasks } from './task-operations.ts'
import { type EntriesWrite, writeEntries } from './write-records.ts'

/** A thread in the form of the list. `n` distinguishes threads that were changed at the same time. */
export interface ThreadRow {
  n: number
  thread_id: string
  title: string
  created: number
  updated: number
}

/** Selects the threads of a list; null for a condition that does not apply. */
export interface ThreadListQuery {
  after: { updated: number; n: number } | null
  search: string | null
  limit: number
}

/** Operations on conversations and their list. Ids are JSON strings, values are JSON. */
export function threadOperations(sql: Statements) {
  return {
    appendEntries(owner: string, write: EntriesWrite): void {
      if (write.entries.length > 0) writeEntries(sql, openOwner(sql, owner), write)
    },
    /** Returns the newest `limit` entries, the oldest first; all of them if `limit` is null. */
    readEntries(owner: string, thread_id: string, limit: number | null): string[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return []
      const rows = sql.all('SELECT data FROM thread_entry WHERE owner = ? AND thread_id = ? ORDER BY n DESC LIMIT ?', n, thread_id, limit ?? -1)
      return rows.map(({ data }) => data as string).reverse()
    },
    countEntries(owner: string, thread_id: string): { entries: number; last_run_id?: string } {
      const n = findOwner(sql, owner)
      if (n === undefined) return { entries: 0 }
      const last = sql.get('SELECT run_id FROM thread_entry WHERE owner = ? AND thread_id = ? ORDER BY n DESC LIMIT 1', n, thread_id)
      if (!last) return { entries: 0 }
      const entries = sql.get('SELECT count(*) AS entries FROM thread_entry WHERE owner = ? AND thread_id = ?', n, thread_id)?.entries as number
      return { entries, last_run_id: last.run_id as string }
    },
    /** Returns the threads after a position, the most recently changed first. */
    listThreads(owner: string, { after, search, limit }: ThreadListQuery): ThreadRow[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return []
      return sql.all(listSql, n, after?.updated ?? null, after?.n ?? null, search, limit).map(toThreadRow)
    },
    /** Returns the renamed thread; undefined for one that is not listed. */
    renameThread(owner: string, thread_id: string, title: { text: string; search: string }): ThreadRow | undefined {
      const row = sql.get(
        'UPDATE thread SET title = ?, search = ? WHERE owner = ? AND thread_id = ? RETURNING *',
        title.text,
        title.search,
        findOwner(sql, owner) ?? null,
        thread_id,
      )
      return row && toThreadRow(row)
    },
    /** Returns the runs of a thread and of its background tasks. */
    runsOfThread(owner: string, thread_id: string): { run_id: string; thread_id: string }[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return []
      return threadsOfWork(sql, n, thread_id).flatMap((thread) =>
        sql.all(runsSql, n, thread).map(({ run_id }) => ({ run_id: run_id as string, thread_id: thread })),
      )
    },
    /** Removes all data of a thread and of its background tasks; undefined if there is none. */
    deleteThread(owner: string, thread_id: string): { run_ids: string[]; artifact_ids: string[] } | undefined {
      const n = findOwner(sql, owner)
      if (n === undefined) return undefined
      const dropped = threadsOfWork(sql, n, thread_id).map((thread) => dropThread(sql, n, thread))
      if (dropped.every(({ rows }) => rows === 0)) return undefined
      return { run_ids: dropped.flatMap(({ run_ids }) => run_ids), artifact_ids: dropped.flatMap(({ artifact_ids }) => artifact_ids) }
    },
  }
}

/** Returns the keys of a thread and of the threads on which its background tasks run. */
function threadsOfWork(sql: Statements, owner: number, thread_id: string): string[] {
  const threads = new Set([thread_id])
  // The loop also visits the threads that are added while it runs.
  for (const thread of threads)
    for (const { task_id } of sql.all(tasksSql, owner, thread)) threads.add(JSON.stringify(taskThread(JSON.parse(task_id as string) as string)))
  return [...threads]
}

const tasksSql = `
  SELECT task.task_id FROM task_group JOIN task ON task.owner = task_group.owner AND task.group_id = task_group.group_id
  WHERE task_group.owner = ? AND task_group.thread_id = ?`

function dropThread(sql: Statements, owner: number, thread_id: string): { rows: number; run_ids: string[]; artifact_ids: string[] } {
  const runs = sql.all(runsSql, owner, thread_id)
  const run_ids = runs.map(({ run_id }) => run_id as string)
  const uploads = JSON.stringify(uploadRun(JSON.parse(thread_id) as string))
  const artifact_ids = [...run_ids, uploads].flatMap((run_id) => dropArtifacts(sql, 'owner = ? AND run_id = ?', owner, run_id))
  for (const run_id of run_ids) dropAccount(sql, owner, runAccount(JSON.parse(run_id) as string))
  dropAccount(sql, owner, threadAccount(JSON.parse(thread_id) as string))
  dropRuns(sql, runs)
  sql.run('DELETE FROM interaction WHERE owner = ? AND thread_id = ?', owner, thread_id)
  dropTasks(sql, owner, thread_id)
  dropGrants(sql, owner, thread_id)
  const entries = sql.run('DELETE FROM thread_entry WHERE owner = ? AND thread_id = ?', owner, thread_id)
  const listed = sql.run('DELETE FROM thread WHERE owner = ? AND thread_id = ?', owner, thread_id)
  return { rows: runs.length + entries + listed, run_ids, artifact_ids }
}

const dropAccount = (sql: Statements, owner: number, account: string) =>
  sql.run('DELETE FROM spending WHERE owner = ? AND account = ?', owner, JSON.stringify(account))

const runsSql = 'SELECT n, owner, run_id, thread_id FROM run WHERE owner = ? AND thread_id = ?'

const listSql = `
  SELECT n, thread_id, title, created, updated FROM thread
  WHERE owner = ?1 AND (?2 IS NULL OR (updated, n) < (?2, ?3))
    AND (?4 IS NULL OR instr(search, ?4) > 0 OR EXISTS (
      SELECT 1 FROM thread_entry AS entry WHERE entry.owner = thread.owner AND entry.thread_id = thread.thread_id AND instr(entry.search, ?4) > 0))
  ORDER BY updated DESC, n DESC LIMIT ?5`

const toThreadRow = ({ n, thread_id, title, created, updated }: Row): ThreadRow => ({
  n: n as number,
  thread_id: thread_id as string,
  title: title as string,
  created: created as number,
  updated: updated as number,
})
