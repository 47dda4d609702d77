import type { TaskChange, TaskChangeResult, TaskGroup, TaskRecord, TaskWrite } from '@pf/core'
import { applyTaskWrites, changeTaskGroup, claimTask, ownerOfKey, reportDue, roleKey, taskDue, taskGroupAt } from '@pf/core/internal'
import { findOwner, openOwner, type Statements } from './statements.ts'

/** A change of a group: the key of the group, and the change as JSON text. */
export interface TaskWriteRow {
  group_id: string
  data: string
}

/** A claimed task as JSON texts. */
export interface ClaimRow {
  owner: string
  group: string
  task_id: string
  token: string
}

/** Task groups of one owner, loaded and saved with their tasks. Keys of ids are JSON strings. */
function groupsOf(sql: Statements, owner: number) {
  const key = (id: string) => JSON.stringify(id)
  const roleOf = ({ approval_role }: Pick<TaskGroup, 'approval_role'>) => {
    if (approval_role === undefined) return null
    const { tenant } = ownerOfKey(sql.get('SELECT key FROM owner WHERE n = ?', owner)?.key as string)
    return roleKey(tenant, approval_role)
  }
  return {
    load(group_key: string): TaskGroup | undefined {
      const row = sql.get('SELECT data FROM task_group WHERE owner = ? AND group_id = ?', owner, group_key)
      if (!row) return undefined
      const tasks = sql.all('SELECT data FROM task WHERE owner = ? AND group_id = ? ORDER BY n', owner, group_key)
      return { ...(JSON.parse(row.data as string) as TaskGroup), tasks: tasks.map(({ data }) => JSON.parse(data as string) as TaskRecord) }
    },
    save(group: TaskGroup, before: TaskGroup | undefined): void {
      const { tasks, ...rest } = group
      const { group_id, agent, changed } = rest
      sql.run(
        `INSERT INTO task_group (owner, group_id, thread_id, agent, due, changed, data, role) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (owner, group_id) DO UPDATE SET due = excluded.due, changed = excluded.changed, data = excluded.data`,
        owner,
        key(group_id),
        key(rest.thread_id),
        agent,
        wholeMs(reportDue(group)),
        changed,
        JSON.stringify(rest),
        before ? null : roleOf(rest),
      )
      const known = new Map(before?.tasks.map((task) => [task.task_id, JSON.stringify(task)]))
      for (const task of tasks) {
        const data = JSON.stringify(task)
        if (known.get(task.task_id) === data) continue
        sql.run(
          `INSERT INTO task (owner, task_id, group_id, agent, priority, due, data) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (owner, task_id) DO UPDATE SET due = excluded.due, data = excluded.data WHERE task.group_id = excluded.group_id`,
          owner,
          key(task.task_id),
          key(group_id),
          agent,
          task.priority,
          wholeMs(taskDue(task)),
          data,
        )
      }
    },
  }
}

const wholeMs = (ms: number | undefined) => (ms === undefined ? null : Math.ceil(ms))

/** Writes the task changes of a commit. Returns false, and writes nothing, if something was reported before. */
export function writeTasks(sql: Statements, owner: number, { tasks, now }: { tasks: readonly TaskWriteRow[]; now: number }): boolean {
  const groups = groupsOf(sql, owner)
  const stored = new Map<string, TaskGroup>()
  const writes = tasks.map(({ group_id, data }): TaskWrite => {
    const group = groups.load(group_id)
    if (group) stored.set(group.group_id, group)
    return { group_id: JSON.parse(group_id) as string, change: JSON.parse(data) as TaskChange }
  })
  const changed = applyTaskWrites(stored, writes, now)
  for (const { group, before } of changed ?? []) groups.save(group, before)
  return changed !== undefined
}

/** Removes the background tasks of a thread. */
export function dropTasks(sql: Statements, owner: number, thread_id: string): void {
  sql.run('DELETE FROM task WHERE owner = ? AND group_id IN (SELECT group_id FROM task_group WHERE owner = ? AND thread_id = ?)', owner, owner, thread_id)
  sql.run('DELETE FROM task_group WHERE owner = ? AND thread_id = ?', owner, thread_id)
}

/** Operations on background tasks. Ids are JSON strings, groups are JSON. */
export function taskOperations(sql: Statements) {
  const change = (owner: number, { group_id, data, now }: TaskWriteRow & { now: number }): TaskChangeResult => {
    const groups = groupsOf(sql, owner)
    const before = groups.load(group_id)
    const group = changeTaskGroup(before, { group_id: JSON.parse(group_id) as string, change: JSON.parse(data) as TaskChange }, now)
    if (group) groups.save(group, before)
    if (group) return { status: 'applied', group }
    return before ? { status: 'refused', group: taskGroupAt(before, now) } : { status: 'unknown' }
  }
  const read = (owner: number, group_id: string, now: number) => {
    const group = groupsOf(sql, owner).load(group_id)
    return group && JSON.stringify(taskGroupAt(group, now))
  }
  return {
    getTaskGroup(owner: string, group_id: string, now: number): string | undefined {
      const n = findOwner(sql, owner)
      return n === undefined ? undefined : read(n, group_id, now)
    },
    /** Returns the group of a task. */
    findTaskGroup(owner: string, task_id: string, now: number): string | undefined {
      const n = findOwner(sql, owner)
      const row = n === undefined ? undefined : sql.get('SELECT group_id FROM task WHERE owner = ? AND task_id = ?', n, task_id)
      return n === undefined || !row ? undefined : read(n, row.group_id as string, now)
    },
    listTaskGroups(owner: string, thread_id: string, now: number): string[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return []
      const rows = sql.all('SELECT group_id FROM task_group WHERE owner = ? AND thread_id = ? ORDER BY n', n, thread_id)
      return rows.flatMap(({ group_id }) => read(n, group_id as string, now) ?? [])
    },
    /** Returns the groups of the owner and of roles that wait for approval. */
    waitingTaskGroups(owner: string, { roles, limit, now }: { roles: readonly string[]; limit: number; now: number }): { owner: string; group: string }[] {
      const rows = sql.all(waitingGroupsSql, findOwner(sql, owner) ?? null, JSON.stringify(roles), limit)
      return rows.flatMap(({ owner: n, owner_key, group_id }) => {
        const group = read(n as number, group_id as string, now)
        return group === undefined ? [] : [{ owner: owner_key as string, group }]
      })
    },
    changeTaskGroup(owner: string, write: TaskWriteRow & { now: number }): string {
      return JSON.stringify(change(openOwner(sql, owner), write))
    },
    /** Claims due tasks, each with one of the tokens. A task past its deadline fails instead. */
    claimTasks(agent: string, { tokens, ttlMs, now }: { tokens: string[]; ttlMs: number; now: number }): ClaimRow[] {
      const claims: ClaimRow[] = []
      // A task past its deadline is due as well, but is not claimed.
      const due = sql.all(dueTasksSql, agent, now, tokens.length * 4)
      for (const { owner, owner_key, task_id, group_id } of due) {
        const token = tokens[claims.length]
        if (token === undefined) break
        const groups = groupsOf(sql, owner as number)
        const stored = groups.load(group_id as string)
        if (!stored) continue
        const id = JSON.parse(task_id as string) as string
        const { group, claimed } = claimTask(stored, { task_id: id, token, ttl_ms: ttlMs }, now)
        if (group !== stored) groups.save(group, stored)
        if (claimed) claims.push({ owner: owner_key as string, group: JSON.stringify(group), task_id: id, token })
      }
      return claims
    },
    /** Returns the groups whose report is due, and defers their reports. */
    claimTaskReports(agent: string, { limit, deferMs, now }: { limit: number; deferMs: number; now: number }): { owner: string; group: string }[] {
      return sql.all(dueReportsSql, agent, now, limit).flatMap(({ owner, owner_key, group_id }) => {
        const data = JSON.stringify({ kind: 'defer', ms: deferMs } satisfies TaskChange)
        const result = change(owner as number, { group_id: group_id as string, data, now })
        return result.status === 'applied' ? [{ owner: owner_key as string, group: JSON.stringify(result.group) }] : []
      })
    },
  }
}

const waitingGroupsSql = `
  SELECT task_group.owner, owner.key AS owner_key, task_group.group_id FROM task_group JOIN owner ON owner.n = task_group.owner
  WHERE (task_group.owner = ?1 OR task_group.role IN (SELECT value FROM json_each(?2))) AND json_extract(task_group.data, '$.approval') = 'pending'
  ORDER BY task_group.n LIMIT ?3`

const dueTasksSql = `
  SELECT task.owner, owner.key AS owner_key, task.task_id, task.group_id FROM task JOIN owner ON owner.n = task.owner
  WHERE task.agent = ? AND task.due IS NOT NULL AND task.due <= ? ORDER BY task.priority DESC, task.n LIMIT ?`

const dueReportsSql = `
  SELECT task_group.owner, owner.key AS owner_key, task_group.group_id FROM task_group JOIN owner ON owner.n = task_group.owner
  WHERE task_group.agent = ? AND task_group.due IS NOT NULL AND task_group.due <= ? ORDER BY task_group.due LIMIT ?`
