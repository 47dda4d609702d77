import type { Row } from './protocol.ts'
import type { Statements } from './statements.ts'

/** Removes runs, given as rows with their `n`, `owner`, `run_id` and `thread_id`, with their events, questions and entries of the conversation. */
export function dropRuns(sql: Statements, runs: readonly Row[]): void {
  for (const { n, owner, run_id, thread_id } of runs as { [name in 'n' | 'owner' | 'run_id' | 'thread_id']: string }[]) {
    sql.run('DELETE FROM event WHERE run = ?', n)
    sql.run('DELETE FROM interaction WHERE owner = ? AND run_id = ?', owner, run_id)
    sql.run('DELETE FROM thread_entry WHERE owner = ? AND run_id = ?', owner, run_id)
    sql.run('DELETE FROM run WHERE n = ?', n)
    sql.run(
      `DELETE FROM thread WHERE owner = ?1 AND thread_id = ?2
         AND NOT EXISTS (SELECT 1 FROM thread_entry WHERE thread_entry.owner = ?1 AND thread_entry.thread_id = ?2)`,
      owner,
      thread_id,
    )
  }
}
