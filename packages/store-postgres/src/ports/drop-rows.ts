import type { Database, Queries } from '../database/database.ts'
import type { OwnerTable } from '../database/owner-tables.ts'
import { countLeft, removeInSteps, type Selection, type Step, type StepOptions, type StepResult } from './steps.ts'

/** Maximum number of rows that one statement removes. */
const rowsPerStep = 1_000

/** Removes rows without dependent rows, in small statements. Resolves to their number. */
export function dropRows(database: Database, table: OwnerTable, selection: Selection, options: StepOptions = {}): Promise<number> {
  const { where, values } = selection
  const step = async ({ limit, lock }: Step) => {
    const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT $1 ${lock})) RETURNING 1`
    const removed = (await database.rows(sql, [limit, ...values])).length
    return { removed, more: removed === limit }
  }
  return removeInSteps({ limit: rowsPerStep, step, left: (limit) => countLeft(database, table, selection, limit) }, options)
}

/** Maximum number of task groups that one transaction removes. */
const groupsPerStep = 100

/** Removes groups of background tasks, with their tasks, in small transactions. Resolves to their number. */
export function dropTaskGroups(database: Database, selection: Selection, options: StepOptions = {}): Promise<number> {
  return removeInSteps(
    {
      limit: groupsPerStep,
      step: (step) => database.transaction((queries) => dropGroups(queries, selection, step)),
      left: (limit) => countLeft(database, 'task_group', selection, limit),
    },
    options,
  )
}

async function dropGroups(queries: Queries, { where, values }: Selection, { limit, lock }: Step): Promise<StepResult> {
  const sql = `SELECT n, owner, key FROM task_group WHERE ${where} ORDER BY n LIMIT $1 ${lock}`
  const groups = await queries.rows<{ n: string; owner: string; key: string }>(sql, [limit, ...values])
  if (groups.length === 0) return { removed: 0, more: false }
  await queries.rows('DELETE FROM task USING unnest($1::text[], $2::text[]) AS gone (owner, key) WHERE task.owner = gone.owner AND task.group_key = gone.key', [
    groups.map(({ owner }) => owner),
    groups.map(({ key }) => key),
  ])
  await queries.rows('DELETE FROM task_group WHERE n = ANY ($1::bigint[])', [groups.map(({ n }) => n)])
  return { removed: groups.length, more: groups.length === limit }
}
