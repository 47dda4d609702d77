import type { Scope, TaskChangeResult, TaskGroup, TaskRecord, TaskStore, TaskWrite } from '@pf/core'
import {
  applyTaskWrites,
  changeTaskGroup,
  checkTaskChange,
  freezeJson,
  ownerKey,
  ownerOfKey,
  reportDue,
  roleKey,
  roleKeysOf,
  taskDue,
  taskGroupAt,
} from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { claimTasks } from './claim-tasks.ts'
import { parse, toKey } from './keys.ts'
import { nowSql, toGroup } from './task-rows.ts'

/** A stored group, and the time of the database in milliseconds since the epoch. */
interface Loaded {
  group: TaskGroup | undefined
  now: number
}

/**
 * Creates a store of background tasks in PostgreSQL. Every change of a group first locks its row, so that changes of a group cannot
 * overtake each other on any node. Times are those of the database's clock.
 */
export function createPostgresTaskStore(database: Database, { newId }: { newId: () => string }): TaskStore {
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
      const write = { group_id, change: freezeJson(change) }
      return database.transaction((queries) => changeStored(queries, ownerKey(scope), write))
    },
    claim: (options) => claimTasks(database, newId, options),
    async claimReports({ agent, limit, deferMs }) {
      const sql = 'SELECT owner, data FROM task_group WHERE agent = $1 AND due <= clock_timestamp() ORDER BY due LIMIT $2'
      const due = await database.read<{ owner: string; data: string }>(sql, [agent, limit])
      const groups = []
      for (const { owner, data } of due) {
        const { group_id } = parse<TaskGroup>(data)
        const group = await database.transaction((queries) => deferReport(queries, { owner, group_id, deferMs }))
        if (group) groups.push({ owner: ownerOfKey(owner), group })
      }
      return groups
    },
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

/** Locks a group and reads it. With `skip`, a group that another transaction has locked is read as unknown. The tasks are read once the lock is held. */
async function load(queries: Queries, { owner, group_key, skip }: { owner: string; group_key: string; skip?: boolean }): Promise<Loaded> {
  const lockSql = `SELECT data FROM task_group WHERE owner = $1 AND key = $2 FOR UPDATE${skip ? ' SKIP LOCKED' : ''}`
  const lock = async () => (await queries.rows<{ data: string }>(lockSql, [owner, group_key]))[0]
  let row = await lock()
  if (!row && !skip) {
    // A group that does not exist yet has no row to lock.
    await queries.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${owner} ${group_key}`])
    row = await lock()
  }
  const tasksSql = `SELECT ${nowSql}, (SELECT array_agg(data ORDER BY n) FROM task WHERE owner = $1 AND group_key = $2) AS tasks`
  const [rest] = await queries.rows<{ now: number; tasks: string[] | null }>(tasksSql, [owner, group_key])
  return { group: row && toGroup(row.data, rest?.tasks ?? []), now: rest?.now ?? 0 }
}

async function save(queries: Queries, owner: string, { group, before }: { group: TaskGroup; before: TaskGroup | undefined }): Promise<void> {
  const { tasks, ...rest } = group
  const group_key = toKey(group.group_id)
  const known = new Map(before?.tasks.map((task) => [task.task_id, JSON.stringify(task)]))
  const changed = tasks.map((task) => ({ task, data: JSON.stringify(task) })).filter(({ task, data }) => known.get(task.task_id) !== data)
  await queries.rows(saveSql, [
    owner,
    group_key,
    toKey(group.thread_id),
    group.agent,
    reportDue(group) ?? null,
    JSON.stringify(rest),
    changed.map(({ task }) => toKey(task.task_id)),
    changed.map(({ task }) => task.priority),
    changed.map(({ task }) => taskDue(task) ?? null),
    changed.map(({ data }) => data),
    group.approval_role === undefined ? null : roleKey(ownerOfKey(owner).tenant, group.approval_role),
  ])
}

const saveSql = `
  WITH saved AS (
    INSERT INTO task_group (owner, key, thread_key, agent, due, data, role) VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000), $6, $11)
    ON CONFLICT (owner, key) DO UPDATE SET due = excluded.due, data = excluded.data, changed = clock_timestamp()
  )
  INSERT INTO task AS old (owner, key, group_key, agent, priority, due, data)
  SELECT $1, t.key, $2, $4, t.priority, to_timestamp(t.due / 1000), t.data
  FROM unnest($7::text[], $8::float8[], $9::float8[], $10::text[]) WITH ORDINALITY AS t (key, priority, due, data, at) ORDER BY at
  ON CONFLICT (owner, key) DO UPDATE SET due = excluded.due, data = excluded.data WHERE old.group_key = excluded.group_key`

async function changeStored(queries: Queries, owner: string, write: TaskWrite): Promise<TaskChangeResult> {
  const { group: before, now } = await load(queries, { owner, group_key: toKey(write.group_id) })
  const group = changeTaskGroup(before, write, now)
  if (group) await save(queries, owner, { group, before })
  if (group) return { status: 'applied', group }
  return before ? { status: 'refused', group: taskGroupAt(before, now) } : { status: 'unknown' }
}

async function deferReport(
  queries: Queries,
  { owner, group_id, deferMs }: { owner: string; group_id: string; deferMs: number },
): Promise<TaskGroup | undefined> {
  const { group: before, now } = await load(queries, { owner, group_key: toKey(group_id), skip: true })
  if (!before || (reportDue(before) ?? Number.POSITIVE_INFINITY) > now) return undefined
  const group = changeTaskGroup(before, { group_id, change: { kind: 'defer', ms: deferMs } }, now)
  if (group) await save(queries, owner, { group, before })
  return group
}

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

/** Writes the task changes of a commit in its transaction. Returns false if something was reported before, so that the transaction must not be committed. */
export async function writeTasks(queries: Queries, scope: Scope, writes: readonly TaskWrite[]): Promise<boolean> {
  const owner = ownerKey(scope)
  const stored = new Map<string, TaskGroup>()
  let time = 0
  // Locked in the same order everywhere, so that no two commits wait for each other.
  for (const group_id of [...new Set(writes.map((write) => write.group_id))].sort()) {
    const { group, now } = await load(queries, { owner, group_key: toKey(group_id) })
    if (group) stored.set(group_id, group)
    time = now
  }
  const changed = applyTaskWrites(stored, freezeJson([...writes]), time)
  for (const each of changed ?? []) await save(queries, owner, each)
  return changed !== undefined
}
