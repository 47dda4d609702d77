import type { ClaimedTask, TaskGroup, TaskRecord } from '@pf/core'
import { claimTask, ownerOfKey, reportDue, taskDue } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { parse, toKey } from './keys.ts'
import { nowSql, toGroup } from './task-rows.ts'

const dueSql = 'SELECT owner, data, group_key FROM task WHERE agent = $1 AND due <= clock_timestamp() ORDER BY priority DESC, n LIMIT $2'

/** Claims due tasks of an agent, as `TaskStore.claim`. */
export async function claimTasks(
  database: Database,
  newId: () => string,
  { agent, limit, ttlMs }: { agent: string; limit: number; ttlMs: number },
): Promise<ClaimedTask[]> {
  // Other nodes claim the same tasks, so more rows are read than requested.
  const due = await database.read<DueTask>(dueSql, [agent, limit * 4])
  const claims: ClaimedTask[] = []
  for (let from = 0; from < due.length && claims.length < limit; ) {
    const some = due.slice(from, from + limit - claims.length)
    from += some.length
    const wanted = some.map(({ owner, data, group_key }) => ({ owner, group_key, task_id: parse<TaskRecord>(data).task_id, token: newId(), ttl_ms: ttlMs }))
    claims.push(...(await database.transaction((queries) => claimStored(queries, wanted))))
  }
  return claims
}

interface DueTask {
  owner: string
  data: string
  group_key: string
}

interface Claim {
  owner: string
  group_key: string
  task_id: string
  token: string
  ttl_ms: number
}

/** Claims tasks in three statements, however many they are. Tasks of groups that another transaction has locked are left out. */
async function claimStored(queries: Queries, claims: readonly Claim[]): Promise<ClaimedTask[]> {
  const { groups, now } = await lockGroups(queries, claims)
  const before = new Map(groups)
  const claimed: { claim: Claim; key: string }[] = []
  for (const { owner, group_key, ...claim } of claims) {
    const key = groupKey({ owner, group_key })
    const stored = groups.get(key)
    if (!stored) continue
    const result = claimTask(stored, claim, now)
    groups.set(key, result.group)
    if (result.claimed) claimed.push({ claim: { owner, group_key, ...claim }, key })
  }
  await updateGroups(
    queries,
    [...groups].map(([key, group]) => ({ key, group, before: before.get(key) })).filter(({ group, before: old }) => group !== old),
  )
  return claimed.flatMap(({ claim: { owner, task_id, token }, key }) => {
    const group = groups.get(key)
    const task = group?.tasks.find((each) => each.task_id === task_id)
    return group && task ? [{ owner: ownerOfKey(owner), group, task, token }] : []
  })
}

const groupKey = ({ owner, group_key }: { owner: string; group_key: string }) => JSON.stringify([owner, group_key])

const lockGroupsSql = `SELECT owner, key AS group_key, data FROM task_group
  WHERE (owner, key) IN (SELECT * FROM unnest($1::text[], $2::text[])) FOR UPDATE SKIP LOCKED`

/** Locks groups and reads them by key. The tasks are read once the locks are held. */
async function lockGroups(queries: Queries, wanted: readonly { owner: string; group_key: string }[]): Promise<{ groups: Map<string, TaskGroup>; now: number }> {
  const locked = await queries.rows<DueTask>(lockGroupsSql, [wanted.map(({ owner }) => owner), wanted.map(({ group_key }) => group_key)])
  const tasksSql = `SELECT ${nowSql}, u.owner, u.group_key, (SELECT array_agg(t.data ORDER BY t.n) FROM task AS t WHERE t.owner = u.owner AND t.group_key = u.group_key) AS tasks
    FROM unnest($1::text[], $2::text[]) AS u (owner, group_key)`
  const values = [locked.map(({ owner }) => owner), locked.map(({ group_key }) => group_key)]
  const rows = await queries.rows<{ now: number; owner: string; group_key: string; tasks: string[] | null }>(tasksSql, values)
  const tasks = new Map(rows.map((row) => [groupKey(row), row.tasks ?? []]))
  return { groups: new Map(locked.map((row) => [groupKey(row), toGroup(row.data, tasks.get(groupKey(row)) ?? [])])), now: rows[0]?.now ?? 0 }
}

const updateSql = `
  WITH saved AS (
    UPDATE task_group AS g SET due = to_timestamp(u.due / 1000), data = u.data, changed = clock_timestamp()
    FROM unnest($1::text[], $2::text[], $3::float8[], $4::text[]) AS u (owner, key, due, data) WHERE g.owner = u.owner AND g.key = u.key
  )
  UPDATE task AS t SET due = to_timestamp(u.due / 1000), data = u.data
  FROM unnest($5::text[], $6::text[], $7::float8[], $8::text[]) AS u (owner, key, due, data) WHERE t.owner = u.owner AND t.key = u.key`

/** Writes groups that are stored and locked, with those of their tasks that differ. */
async function updateGroups(queries: Queries, changed: readonly { key: string; group: TaskGroup; before: TaskGroup | undefined }[]): Promise<void> {
  if (changed.length === 0) return
  const groups = changed.map(({ key, group: { tasks: _, ...rest }, group }) => ({
    ...parseKey(key),
    due: reportDue(group) ?? null,
    data: JSON.stringify(rest),
  }))
  const tasks = changed.flatMap(({ key, group, before }) =>
    group.tasks
      .filter((task, index) => task !== before?.tasks[index])
      .map((task) => ({ owner: parseKey(key).owner, key: toKey(task.task_id), due: taskDue(task) ?? null, data: JSON.stringify(task) })),
  )
  await queries.rows(updateSql, [
    groups.map(({ owner }) => owner),
    groups.map(({ group_key }) => group_key),
    groups.map(({ due }) => due),
    groups.map(({ data }) => data),
    tasks.map(({ owner }) => owner),
    tasks.map(({ key }) => key),
    tasks.map(({ due }) => due),
    tasks.map(({ data }) => data),
  ])
}

function parseKey(key: string): { owner: string; group_key: string } {
  const [owner = '', group_key = ''] = JSON.parse(key) as string[]
  return { owner, group_key }
}
