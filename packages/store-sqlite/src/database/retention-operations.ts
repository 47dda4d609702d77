import { ownerAccount } from '@pf/core/internal'
import { artifactColumns, dropArtifactRows, takeArtifacts } from './artifact-operations.ts'
import { droppedColumns, dropRuns } from './drop-runs.ts'
import { ownerTables } from './owner-tables.ts'
import type { Statements } from './statements.ts'

/** Maximum number of rows that one step of retention removes. Other requests are served between two steps. */
const runsPerStep = 100
const rowsPerStep = 1_000

/** A run that is not finished, with the key of its owner. */
export interface IdleRun {
  n: number
  owner: string
  run_id: string
  thread_id: string
}

/** Result of a step that walks over the rows of a table in the order of their numbers: the number of removed rows, and the position of the next step. */
export interface Walked {
  removed: number
  last?: number
}

/** Removes old data, one step at a time. Times are in milliseconds since the epoch. A step that removes 0 rows is the last one. */
export function retentionOperations(sql: Statements) {
  const dropGroups = (rows: readonly { owner: number; group_id: string; n: number }[]) => {
    for (const { owner, group_id, n } of rows) {
      sql.run('DELETE FROM task WHERE owner = ? AND group_id = ?', owner, group_id)
      sql.run('DELETE FROM task_group WHERE n = ?', n)
    }
    return rows.length
  }
  const groups = (where: string, ...values: number[]) =>
    dropGroups(sql.all(`SELECT owner, group_id, n FROM task_group WHERE ${where} LIMIT ?`, ...values, rowsPerStep) as never[])
  return {
    /** Removes finished runs, with the paused runs that they continue. */
    pruneRuns: (before: number): number =>
      dropRuns(sql, sql.all(`SELECT ${droppedColumns} FROM run WHERE phase = 'finished' AND changed < ? ORDER BY changed LIMIT ?`, before, runsPerStep)),
    /** Returns runs that have not begun, or not finished, and that have not been changed since a time. It does not check whether a lease is held. */
    idleRuns: (phase: 'new' | 'open', { before, after }: { before: number; after: number }): IdleRun[] =>
      sql.all(phase === 'new' ? newSql : openSql, before, after, runsPerStep) as unknown as IdleRun[],
    /** Removes such runs, unless they have been changed. A run that has not begun stays while a paused run waits for it. */
    dropIdleRuns(numbers: readonly number[], before: number): number {
      const rows = numbers.flatMap((n) =>
        sql.all(`SELECT ${droppedColumns} FROM run WHERE n = ? AND phase <> 'finished' AND changed < ? AND NOT (phase = 'new' AND ${isAwaited})`, n, before),
      )
      return dropRuns(sql, rows)
    },
    pruneDrafts: (before: number): number =>
      sql.run('DELETE FROM draft WHERE rowid IN (SELECT rowid FROM draft WHERE changed < ? LIMIT ?)', before, rowsPerStep),
    /** Removes artifacts created before a time, and those whose bytes have expired. */
    pruneArtifacts(before: number, expiredBefore: number): number {
      const old = `SELECT ${artifactColumns} FROM artifact WHERE created < ? OR blob IS NOT NULL AND created <= ? LIMIT ?`
      return dropArtifactRows(sql, takeArtifacts(sql.all(old, before, expiredBefore, rowsPerStep))).length
    },
    /** Removes groups that have ended, with nothing to report or to approve. */
    pruneTasks: (before: number): number =>
      groups(
        `changed < ? AND due IS NULL AND instr(data, '"approval":"pending"') = 0 AND NOT EXISTS (
           SELECT 1 FROM task WHERE task.owner = task_group.owner AND task.group_id = task_group.group_id AND task.due IS NOT NULL)`,
        before,
      ),
    /** Removes groups in any state, unless a task is due to begin later or a worker holds one. */
    pruneIdleTasks: (before: number, now: number): number =>
      groups(
        `changed < ? AND NOT EXISTS (
           SELECT 1 FROM task WHERE task.owner = task_group.owner AND task.group_id = task_group.group_id AND task.due > ?)`,
        before,
        now,
      ),
    pruneGrants: (before: number): number =>
      sql.run(`DELETE FROM approval_grant WHERE n IN (SELECT n FROM approval_grant WHERE json_extract(data, '$.created') < ? LIMIT ?)`, before, rowsPerStep),
    /**
     * Removes spending of runs, threads and days. The account of the owner is kept, because it limits all runs. The accounts of runs that
     * have not finished, and of their threads, are kept as well.
     */
    pruneSpending: (before: number): number => sql.run(spendingSql, before, JSON.stringify(ownerAccount), rowsPerStep),
    /** Removes rate limits that are full again, which need no row. */
    pruneRateLimits: (now: number): number => sql.run('DELETE FROM rate_limit WHERE full_at <= ?', now),
    /** Removes owners without any data. */
    pruneOwners(after: number): Walked {
      const rows = sql.all('SELECT n FROM owner WHERE n > ? ORDER BY n LIMIT ?', after, rowsPerStep)
      const empty = rows.filter(({ n }) => !sql.get(anyRowSql, n as number))
      for (const { n } of empty) sql.run('DELETE FROM owner WHERE n = ?', n as number)
      const last = rows.at(-1)?.n as number | undefined
      return { removed: empty.length, ...(last === undefined ? {} : { last }) }
    },
  }
}

const isAwaited = 'EXISTS (SELECT 1 FROM run AS paused WHERE paused.owner = run.owner AND paused.successor = run.run_id)'

const idleSql = (condition: string) => `
  SELECT run.n, owner.key AS owner, run.run_id, run.thread_id FROM run JOIN owner ON owner.n = run.owner
  WHERE ${condition} AND run.changed < ? AND run.n > ? ORDER BY run.n LIMIT ?`

const newSql = idleSql("run.phase = 'new'")

/** A run that was handed over is removed with its successor, once the successor has begun. */
const openSql = idleSql(`run.phase IN ('working', 'paused') AND (run.successor IS NULL OR NOT EXISTS (
  SELECT 1 FROM run AS next WHERE next.owner = run.owner AND next.run_id = run.successor AND next.last_seq > 0))`)

/** The key of an account is that of its run or thread, preceded by the name of its kind inside the quotes. */
const spendingSql = `
  DELETE FROM spending WHERE (owner, account) IN (
    SELECT owner, account FROM spending AS old WHERE changed < ?1 AND account <> ?2
      AND NOT EXISTS (SELECT 1 FROM run WHERE run.owner = old.owner AND run.phase IN ('working', 'paused')
        AND old.account LIKE '"run:%' AND run.run_id = '"' || substr(old.account, 6))
      AND NOT EXISTS (SELECT 1 FROM run WHERE run.owner = old.owner AND run.phase IN ('working', 'paused')
        AND old.account LIKE '"thread:%' AND run.thread_id = '"' || substr(old.account, 9))
    LIMIT ?3)`

const anyRowSql = `${Object.keys(ownerTables)
  .map((table) => `SELECT 1 AS one FROM ${table} WHERE owner = ?1`)
  .join(' UNION ALL ')} LIMIT 1`
