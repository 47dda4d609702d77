import type { TaskRecord, TaskStore } from '@pf/core'
import { checkTaskChange, freezeJson, ownerKey, ownerOfKey, roleKeysOf, taskGroupAt } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { createTaskChanges } from './change-tasks.ts'
import { claimReports, claimTasks } from './claim-tasks.ts'
import { parse, toKey } from './keys.ts'
import { nowSql, toGroup } from './task-rows.ts'

/**
 * Creates a store of background tasks in PostgreSQL. Every change of a group first locks its row, so that changes of a group cannot
 * overtake each other on any node. Times are those of the database's clock.
 */
export function createPostgresTaskStore(database: Database, { newId }: { newId: () => string }): TaskStore {
  const changes = createTaskChanges(database)
  const groupOf = ({ group_data, tasks, now }: GroupRow) => taskGroupAt(toGroup(group_data, tasks ?? []), now)
  const read = async (sql: string, values: unknown[]) => (await database.read<GroupRow>(sql, values)).map(groupOf)
  return {
    get: async (scope, group_id) => (await read(`${readSql} WHERE g.owner = $1 AND g.key = $2`, [ownerKey(scope), toKey(group_id)]))[0],
    async find(scope, task_id) {
      const sql = `${readSql} JOIN task ON task.owner = g.owner AND task.group_key = g.key WHERE task.owner = $1 AND task.key = $2`
      return (await read(sql, [ownerKey(scope), toKey(task_id)]))[0]
    },
    list: async (scope, thread_id) => read(`${readSql} WHERE g.owner = $1 AND g.thread_key = $2 ORDER BY g.n`, [ownerKey(scope), toKey(thread_id)]),
    async waiting(scope, limit) {
      const sql = `${readSql} WHERE (g.owner = $1 OR g.role = ANY($2)) AND g.data LIKE '%"approval":"pending"%' ORDER BY g.n LIMIT $3`
      const rows = await database.read<GroupRow>(sql, [ownerKey(scope), roleKeysOf(scope), limit])
      return rows.map((row) => ({ owner: ownerOfKey(row.owner), group: groupOf(row) })).filter(({ group }) => group.approval === 'pending')
    },
    async change(scope, group_id, change) {
      checkTaskChange(change)
      return changes.change(ownerKey(scope), { group_id, change: freezeJson(change) })
    },
    claim: (options) => claimTasks(database, newId, options),
    claimReports: (options) => claimReports(database, options),
  }
}

/** A row of `readSql`. */
interface GroupRow {
  owner: string
  group_data: string
  tasks: string[] | null
  now: number
}

const readSql = `SELECT g.owner, g.data AS group_data, ${nowSql},
  (SELECT array_agg(t.data ORDER BY t.n) FROM task AS t WHERE t.owner = g.owner AND t.group_key = g.key) AS tasks FROM task_group AS g`

/** Returns the ids of the background tasks of a thread. */
export async function tasksOfThread(queries: Queries, owner: string, thread_id: string): Promise<string[]> {
  const rows = await queries.rows<{ key: string | null; data: string | null }>(
    `SELECT CASE WHEN t.key NOT LIKE 'sha256:%' THEN t.key END AS key, CASE WHEN t.key LIKE 'sha256:%' THEN t.data END AS data
     FROM task_group AS g JOIN task AS t ON t.owner = g.owner AND t.group_key = g.key WHERE g.owner = $1 AND g.thread_key = $2`,
    [owner, toKey(thread_id)],
  )
  return rows.map(({ key, data }) => (key === null ? parse<TaskRecord>(data ?? '').task_id : parse<string>(key)))
}

/** Removes the background tasks of a thread. */
export async function dropTasks(queries: Queries, owner: string, thread_id: string): Promise<void> {
  await queries.rows(
    `WITH gone AS (DELETE FROM task_group WHERE owner = $1 AND thread_key = $2 RETURNING key)
     DELETE FROM task USING gone WHERE task.owner = $1 AND task.group_key = gone.key`,
    [owner, toKey(thread_id)],
  )
}
