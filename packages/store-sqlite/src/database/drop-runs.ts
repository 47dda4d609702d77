import { dropGrants } from './approval-operations.ts'
import type { Row } from './protocol.ts'
import type { Statements } from './statements.ts'

/** Columns of a run that are needed to remove it. */
export const droppedColumns = 'n, owner, run_id, thread_id'

interface DroppedRun {
  n: number
  owner: number
  run_id: string
  thread_id: string
}

/**
 * Removes runs, given as rows with `droppedColumns`, with their events, questions and entries of the conversation. The paused runs that
 * they continue are removed as well: without its successor, such a run would look like one whose successor has not begun. Returns the
 * number of runs.
 */
export function dropRuns(sql: Statements, rows: readonly Row[]): number {
  const runs = new Map((rows as unknown as DroppedRun[]).map((run) => [run.n, run]))
  // The loop also visits the runs that are added while it runs.
  for (const run of runs.values())
    for (const before of sql.all(`SELECT ${droppedColumns} FROM run WHERE owner = ? AND successor = ?`, run.owner, run.run_id) as unknown as DroppedRun[])
      runs.set(before.n, before)
  for (const { n, owner, run_id } of runs.values()) {
    sql.run('DELETE FROM event WHERE run = ?', n)
    sql.run('DELETE FROM interaction WHERE owner = ? AND run_id = ?', owner, run_id)
    sql.run('DELETE FROM thread_entry WHERE owner = ? AND run_id = ?', owner, run_id)
    sql.run('DELETE FROM run WHERE n = ?', n)
  }
  for (const { owner, thread_id } of runs.values()) dropEmptyThread(sql, owner, thread_id)
  return runs.size
}

/** Removes a thread that has neither runs nor entries, and the grants of that thread. */
function dropEmptyThread(sql: Statements, owner: number, thread_id: string): void {
  const left = sql.get(
    `SELECT 1 AS one FROM run WHERE owner = ?1 AND thread_id = ?2
     UNION ALL SELECT 1 FROM thread_entry WHERE owner = ?1 AND thread_id = ?2 LIMIT 1`,
    owner,
    thread_id,
  )
  if (left) return
  sql.run('DELETE FROM thread WHERE owner = ? AND thread_id = ?', owner, thread_id)
  dropGrants(sql, owner, thread_id)
}
