import type { ClaimedTask, TaskRecord, TaskStore } from '@pf/core'
import { changeTaskGroup, claimTask, ownerOfKey, reportDue } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { parse } from './keys.ts'
import { type ChangedGroup, type GroupKey, lockGroups, saveGroups, textOfKey } from './task-rows.ts'

const dueSql = 'SELECT owner, data, group_key FROM task WHERE agent = $1 AND due <= clock_timestamp() ORDER BY priority DESC, n LIMIT $2'

/** Claims due tasks of an agent, as `TaskStore.claim`. */
export async function claimTasks(database: Database, newId: () => string, { agent, limit, ttlMs }: Parameters<TaskStore['claim']>[0]): Promise<ClaimedTask[]> {
  // Other nodes claim the same tasks, so more rows are read than requested.
  const due = await database.read<GroupKey & { data: string }>(dueSql, [agent, limit * 4])
  const claims: ClaimedTask[] = []
  for (let from = 0; from < due.length && claims.length < limit; ) {
    const some = due.slice(from, from + limit - claims.length)
    from += some.length
    const wanted = some.map(({ owner, data, group_key }) => ({ owner, group_key, task_id: parse<TaskRecord>(data).task_id, token: newId(), ttl_ms: ttlMs }))
    claims.push(...(await database.transaction((queries) => claimStored(queries, wanted))))
  }
  return claims
}

interface Claim extends GroupKey {
  task_id: string
  token: string
  ttl_ms: number
}

/** Claims tasks in three statements, however many they are. Tasks of groups that another transaction has locked are left out. */
async function claimStored(queries: Queries, claims: readonly Claim[]): Promise<ClaimedTask[]> {
  const { groups: before, now } = await lockGroups(queries, claims)
  const changed = new Map<string, ChangedGroup>()
  const claimed: Claim[] = []
  for (const { owner, group_key, ...claim } of claims) {
    const key = textOfKey({ owner, group_key })
    const stored = changed.get(key)?.group ?? before.get(key)
    if (!stored) continue
    const result = claimTask(stored, claim, now)
    if (result.group !== stored) changed.set(key, { owner, group: result.group, before: before.get(key) })
    if (result.claimed) claimed.push({ owner, group_key, ...claim })
  }
  await saveGroups(queries, [...changed.values()])
  return claimed.flatMap(({ task_id, token, ...key }) => {
    const group = changed.get(textOfKey(key))?.group
    const task = group?.tasks.find((each) => each.task_id === task_id)
    return group && task ? [{ owner: ownerOfKey(key.owner), group, task, token }] : []
  })
}

/** Claims groups whose report is due, as `TaskStore.claimReports`. */
export async function claimReports(database: Database, { agent, limit, deferMs }: Parameters<TaskStore['claimReports']>[0]) {
  const sql = 'SELECT owner, key AS group_key FROM task_group WHERE agent = $1 AND due <= clock_timestamp() ORDER BY due LIMIT $2'
  const due = await database.read<GroupKey>(sql, [agent, limit])
  if (due.length === 0) return []
  const groups = await database.transaction((queries) => deferReports(queries, due, deferMs))
  return groups.map(({ owner, group }) => ({ owner: ownerOfKey(owner), group }))
}

async function deferReports(queries: Queries, due: readonly GroupKey[], deferMs: number): Promise<ChangedGroup[]> {
  const { groups, now } = await lockGroups(queries, due)
  const changed = due.flatMap(({ owner, group_key }) => {
    const before = groups.get(textOfKey({ owner, group_key }))
    if (!before || (reportDue(before) ?? Number.POSITIVE_INFINITY) > now) return []
    const group = changeTaskGroup(before, { group_id: before.group_id, change: { kind: 'defer', ms: deferMs } }, now)
    return group ? [{ owner, group, before }] : []
  })
  await saveGroups(queries, changed)
  return changed
}
