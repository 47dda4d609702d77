import type { JsonObject, JsonValue, MergeStrategy, NewTask, TaskGroup, TaskRecord, TaskWrite } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Schedule } from './schedule.ts'

/** The times of a schedule: a cron expression of five fields, and an IANA time zone. */
export type Times = Pick<Extract<Schedule, { kind: 'cron' }>, 'cron' | 'time_zone'>

/** Creates the task that starts another one at the times of a schedule. It has no deadline and no attempts. */
export function repeatedTask({ task_id, name, run_id, ...task }: NewTask, { cron, time_zone, at }: Times & { at: number }): NewTask {
  const payload: JsonObject = { cron, time_zone, task: { ...task } as unknown as JsonValue }
  return { task_id, name, run_id, mode: 'schedule', merge_strategy: 'APPEND', not_before: at, payload }
}

/** Returns the times of a task with the mode `schedule`; undefined if its payload is of another format. */
export function timesOf(payload: JsonValue): Times | undefined {
  if (!isRecord(payload) || typeof payload.cron !== 'string' || typeof payload.time_zone !== 'string') return undefined
  return { cron: payload.cron, time_zone: payload.time_zone }
}

/** Returns the merge strategy of the tasks that a schedule starts; undefined if its payload is of another format. */
export function startedMerge(payload: JsonValue): MergeStrategy | undefined {
  const task = isRecord(payload) && isRecord(payload.task) ? payload.task : {}
  return (['HUMAN_GATED', 'APPEND', 'REPLACE'] as const).find((strategy) => strategy === task.merge_strategy)
}

/**
 * Returns the write that starts a task at a time of a schedule; undefined if the payload is of another format. The id of the task contains the
 * time, so that a second process cannot start it again.
 */
export function startWrite(
  { task_id, name, run_id, payload }: TaskRecord,
  { thread_id, agent, approval_role }: Pick<TaskGroup, 'thread_id' | 'agent' | 'approval_role'>,
  at: number,
): TaskWrite | undefined {
  const wanted = isRecord(payload) && isRecord(payload.task) ? (payload.task as unknown as Omit<NewTask, 'task_id' | 'name' | 'run_id'>) : undefined
  if (!wanted) return undefined
  const id = `${task_id}.${Math.floor(at / 1_000)}`
  const task: NewTask = { ...wanted, task_id: id, name, run_id, schedule_id: task_id }
  const group = {
    name,
    thread_id,
    agent,
    alone: true,
    sealed: true,
    report: 'all',
    merge_strategy: wanted.merge_strategy,
    ...(approval_role === undefined ? {} : { approval_role }),
  } as const
  return { group_id: id, change: { kind: 'join', task, group } }
}
