import type { TaskGroup, TaskRecord } from '@pf/core'
import { ownerOfKey, reportDue, roleKey, taskDue } from '@pf/core/internal'
import type { Queries } from '../database/database.ts'
import { parse, toKey } from './keys.ts'

/** A column with the time of the database in milliseconds since the epoch. */
export const nowSql = '(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now'

/** Returns a group from the data of its row and of the rows of its tasks. */
export function toGroup(data: string, tasks: readonly string[]): TaskGroup {
  return { ...parse<TaskGroup>(data), tasks: tasks.map((text) => parse<TaskRecord>(text)) }
}

/** The key of a group's row. */
export interface GroupKey {
  owner: string
  group_key: string
}

/** Returns the key of a group's row as one text, for use in maps. */
export const textOfKey = ({ owner, group_key }: GroupKey): string => JSON.stringify([owner, group_key])

/** Returns the columns of keys, as parameters of `unnest`. */
export const columnsOf = (keys: readonly GroupKey[]): [string[], string[]] => [keys.map(({ owner }) => owner), keys.map(({ group_key }) => group_key)]

const lockSql = `SELECT owner, key AS group_key, data FROM task_group
  WHERE (owner, key) IN (SELECT * FROM unnest($1::text[], $2::text[])) FOR UPDATE SKIP LOCKED`

const tasksSql = `SELECT ${nowSql}, u.owner, u.group_key, (SELECT array_agg(t.data ORDER BY t.n) FROM task AS t WHERE t.owner = u.owner AND t.group_key = u.group_key) AS tasks
  FROM (SELECT) AS always LEFT JOIN unnest($1::text[], $2::text[]) AS u (owner, group_key) ON true`

/**
 * Locks groups and reads them by the text of their key, with the time of the database. Groups that another transaction has locked, or that are
 * not stored, are left out. The tasks are read once the locks are held.
 */
export async function lockGroups(queries: Queries, wanted: readonly GroupKey[]): Promise<{ groups: Map<string, TaskGroup>; now: number }> {
  const locked = await queries.rows<GroupKey & { data: string }>(lockSql, columnsOf(wanted), 'pf_groups_lock')
  const rows = await queries.rows<GroupKey & { now: number; tasks: string[] | null }>(tasksSql, columnsOf(locked), 'pf_groups_tasks')
  const tasks = new Map(rows.map((row) => [textOfKey(row), row.tasks ?? []]))
  return { groups: new Map(locked.map((row) => [textOfKey(row), toGroup(row.data, tasks.get(textOfKey(row)) ?? [])])), now: rows[0]?.now ?? 0 }
}

/** A group to write, and its stored value, from which the tasks that differ are found. */
export interface ChangedGroup {
  owner: string
  group: TaskGroup
  before: TaskGroup | undefined
}

const saveSql = `
  WITH saved AS (
    INSERT INTO task_group (owner, key, thread_key, agent, due, data, role)
    SELECT g.owner, g.key, g.thread_key, g.agent, to_timestamp(g.due / 1000), g.data, g.role
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::text[], $7::text[])
      WITH ORDINALITY AS g (owner, key, thread_key, agent, due, data, role, at) ORDER BY at
    ON CONFLICT (owner, key) DO UPDATE SET due = excluded.due, data = excluded.data, changed = clock_timestamp()
  )
  INSERT INTO task AS old (owner, key, group_key, agent, priority, due, data)
  SELECT t.owner, t.key, t.group_key, t.agent, t.priority, to_timestamp(t.due / 1000), t.data
  FROM unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::float8[], $13::float8[], $14::text[])
    WITH ORDINALITY AS t (owner, key, group_key, agent, priority, due, data, at) ORDER BY at
  ON CONFLICT (owner, key) DO UPDATE SET due = excluded.due, data = excluded.data WHERE old.group_key = excluded.group_key`

/** Writes locked groups, with those of their tasks that differ. No two of them may have the same key. */
export async function saveGroups(queries: Queries, changed: readonly ChangedGroup[]): Promise<void> {
  if (changed.length === 0) return
  const groups = changed.map(({ owner, group }) => {
    const { tasks: _, ...rest } = group
    const role = group.approval_role === undefined ? null : roleKey(ownerOfKey(owner).tenant, group.approval_role)
    const due = reportDue(group) ?? null
    return { owner, key: toKey(group.group_id), thread_key: toKey(group.thread_id), agent: group.agent, due, data: JSON.stringify(rest), role }
  })
  const tasks = changed.flatMap(({ owner, group, before }) => {
    const stored = new Map(before?.tasks.map((task) => [task.task_id, JSON.stringify(task)]))
    return group.tasks
      .map((task) => ({ task, data: JSON.stringify(task) }))
      .filter(({ task, data }) => stored.get(task.task_id) !== data)
      .map(({ task, data }) => ({
        owner,
        key: toKey(task.task_id),
        group_key: toKey(group.group_id),
        agent: group.agent,
        priority: task.priority,
        due: taskDue(task) ?? null,
        data,
      }))
  })
  const values = [
    ...(['owner', 'key', 'thread_key', 'agent', 'due', 'data', 'role'] as const).map((name) => groups.map((group) => group[name])),
    ...(['owner', 'key', 'group_key', 'agent', 'priority', 'due', 'data'] as const).map((name) => tasks.map((task) => task[name])),
  ]
  await queries.rows(saveSql, values, 'pf_groups_save')
}
