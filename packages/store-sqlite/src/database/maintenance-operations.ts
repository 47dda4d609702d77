import { dropRuns } from './drop-runs.ts'
import { findOwner, type Statements } from './statements.ts'

/** What a policy removes: everything of a kind that was last changed before a time, in milliseconds since the epoch. */
export interface PruneBefore {
  runs?: number
  drafts?: number
}

/** Operations on everything of one owner, and on what has grown old. */
export function maintenanceOperations(sql: Statements) {
  return {
    /** Removes at most `limit` finished runs, with their events, questions and entries of the conversation, and drafts. */
    prune({ runs, drafts }: PruneBefore, limit: number): { runs: number; drafts: number } {
      const old = runs === undefined ? [] : sql.all("SELECT n, owner, run_id, thread_id FROM run WHERE phase = 'finished' AND changed < ? LIMIT ?", runs, limit)
      dropRuns(sql, old)
      // What an owner has spent in all is kept; what was spent in runs, threads and days of that age limits nothing any more.
      if (runs !== undefined) sql.run(`DELETE FROM spending WHERE changed < ? AND account <> '"owner"'`, runs)
      return { runs: old.length, drafts: drafts === undefined ? 0 : sql.run('DELETE FROM draft WHERE changed < ?', drafts) }
    },
    /** One kind of an owner's data, in the order in which it was stored, as JSON texts. */
    exportRows(owner: string, kind: keyof typeof exportSql, position: { after: number; limit: number }): string[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return []
      return sql.all(exportSql[kind], n, position.limit, position.after).map(({ data }) => data as string)
    },
    deleteOwner(owner: string): void {
      const n = findOwner(sql, owner)
      if (n === undefined) return
      sql.run('DELETE FROM event WHERE run IN (SELECT n FROM run WHERE owner = ?)', n)
      sql.run('DELETE FROM chunk WHERE blob IN (SELECT blob FROM artifact WHERE owner = ?)', n)
      sql.run('DELETE FROM blob WHERE n IN (SELECT blob FROM artifact WHERE owner = ?)', n)
      for (const table of [
        'run',
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
        sql.run(`DELETE FROM ${table} WHERE owner = ?`, n)
      sql.run('DELETE FROM owner WHERE n = ?', n)
    },
    backup(file: string): void {
      sql.run('VACUUM INTO ?', file)
    },
    /** Writes something that changes nothing: a file on a full disk can still be read. */
    check(): void {
      sql.run("INSERT INTO owner (key) VALUES ('')")
      sql.run("DELETE FROM owner WHERE key = ''")
    },
  }
}

const exportSql = {
  runs: `SELECT '{"run_id":' || run_id || ',"thread_id":' || thread_id || ',"created":' || created || ',"state":' || state || ',"events":['
    || coalesce((SELECT group_concat(data, ',') FROM (SELECT data FROM event WHERE run = run.n ORDER BY seq)), '') || ']}' AS data
    FROM run WHERE owner = ? ORDER BY n LIMIT ? OFFSET ?`,
  interactions: 'SELECT data FROM interaction WHERE owner = ? ORDER BY n LIMIT ? OFFSET ?',
  threads: `SELECT '{"thread_id":' || thread_id || ',"title":' || json_quote(title) || ',"created":' || created || ',"updated":' || updated || '}' AS data
    FROM thread WHERE owner = ? ORDER BY n LIMIT ? OFFSET ?`,
  entries: `SELECT '{"thread_id":' || thread_id || ',"entry":' || data || '}' AS data FROM thread_entry WHERE owner = ? ORDER BY n LIMIT ? OFFSET ?`,
  drafts: 'SELECT data FROM draft WHERE owner = ? ORDER BY draft_id LIMIT ? OFFSET ?',
  artifacts: 'SELECT data FROM artifact WHERE owner = ? ORDER BY artifact_id LIMIT ? OFFSET ?',
}
