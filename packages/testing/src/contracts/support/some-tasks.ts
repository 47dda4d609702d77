import { ok, strictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ClaimedTask, NewTask, NewTaskGroup, Scope, StorePorts, TaskChange, TaskGroup, TaskStore } from '@pf/core'

/** Returns the task store of a case, which must have one. */
export function tasksOf({ tasks }: StorePorts): TaskStore {
  ok(tasks, 'The ports have no task store.')
  return tasks
}

/** Creates a task that no other case has. */
export function someTask(more: Partial<NewTask> = {}): NewTask {
  const task_id = `task-${randomUUID()}`
  return { task_id, name: 'Report', run_id: 'run-1', mode: 'subagent', merge_strategy: 'APPEND', payload: { query: 'Write it.' }, ...more }
}

/** Creates the group of the first task that joins it. Its agent is one that no other case has. */
export function someGroup(more: Partial<NewTaskGroup> = {}): NewTaskGroup {
  const agent = `agent-${randomUUID()}`
  return { name: 'Reports', thread_id: `thread-${randomUUID()}`, agent, alone: false, sealed: false, report: 'all', merge_strategy: 'APPEND', ...more }
}

/** A group that a case changes. Every method except `try` expects that the change is applied. */
export interface GroupUnderTest {
  readonly group_id: string
  readonly made: NewTaskGroup
  /** Tries a change and returns whether it was applied. */
  try(change: TaskChange): Promise<string>
  change(change: TaskChange): Promise<TaskGroup>
  join(more?: Partial<NewTask>): Promise<NewTask>
  claim(limit?: number, ttl_ms?: number): Promise<ClaimedTask[]>
  /** Claims one task, which must exist. */
  claimOne(ttl_ms?: number): Promise<ClaimedTask>
  /** Ends a claimed task with a result. */
  finish(claimed: ClaimedTask, result?: string): Promise<TaskGroup>
  /** Returns the groups with a due report. */
  reports(): Promise<string[]>
  read(): Promise<TaskGroup>
}

/** Returns a group of one owner, which the first `join` creates. */
export function openGroup(tasks: TaskStore, scope: Scope, more: Partial<NewTaskGroup> = {}): GroupUnderTest {
  const group_id = `group-${randomUUID()}`
  const made = someGroup(more)
  const { agent } = made
  const change: GroupUnderTest['change'] = async (wanted) => {
    const result = await tasks.change(scope, group_id, wanted)
    strictEqual(result.status, 'applied', `${wanted.kind} applies`)
    return (result as { group: TaskGroup }).group
  }
  const claim: GroupUnderTest['claim'] = (limit = 10, ttlMs = 600_000) => tasks.claim({ agent, limit, ttlMs })
  return {
    group_id,
    made,
    change,
    claim,
    try: async (wanted) => (await tasks.change(scope, group_id, wanted)).status,
    join: async (given) => {
      const task = someTask(given)
      await change({ kind: 'join', task, group: made })
      return task
    },
    claimOne: async (ttl_ms) => {
      const [claimed] = await claim(1, ttl_ms)
      ok(claimed, 'a task can be claimed')
      return claimed
    },
    finish: ({ task, token }, result = 'Done.') => change({ kind: 'end', task_id: task.task_id, token, outcome: { status: 'done', result } }),
    reports: async () => (await tasks.claimReports({ agent, limit: 100, deferMs: 0 })).map(({ group }) => group.group_id),
    read: async () => {
      const group = await tasks.get(scope, group_id)
      ok(group, 'the group is stored')
      return group
    },
  }
}
