import type { MergeStrategy } from './action.ts'
import type { JsonValue } from './json.ts'
import type { Owner, Scope } from './owner.ts'

/** `paused`: the run of the task waits for an answer. `done`, `failed` and `cancelled` are final. */
export type TaskStatus = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/** How a group reports: once when all of its tasks have ended, once for each task, or not at all. */
export type GroupReport = 'all' | 'any' | 'none'

/** How far a task is, as its tools say. `fraction` is from 0 to 1. */
export interface TaskProgress {
  fraction?: number
  text?: string
}

/** Which run reported a result to the conversation, and when, in milliseconds since the epoch. */
export interface TaskReport {
  run_id: string
  at: number
}

/** A background task. Times are in milliseconds since the epoch, by the clock of the store. */
export interface TaskRecord {
  task_id: string
  group_id: string
  name: string
  /** The conversation that gets the result. */
  thread_id: string
  /** The run that started the task. */
  run_id: string
  mode: 'subagent' | 'job'
  /** What becomes of the result inside the combined result of its group. */
  merge_strategy: MergeStrategy
  status: TaskStatus
  /** Higher ones are claimed first. */
  priority: number
  /** How often work on the task has begun. */
  attempts: number
  max_attempts: number
  /** Delay before the second attempt; it doubles with each further one. */
  retry_ms: number
  not_before: number
  /** After this time the task fails, whatever its status. */
  deadline?: number
  /** The claim of a worker. Changes of its work name the token, so a worker that has lost the claim changes nothing. */
  lease?: { token: string; expires: number }
  progress?: TaskProgress
  /** The text that reaches the conversation, of a task that is done. */
  result?: string
  /** Why the last attempt failed. */
  error?: { code: string; message: string }
  /** Set in groups that report each task. */
  reported?: TaskReport
  created: number
  changed: number
  /** What to do. Opaque to the store; its format belongs to the planner. */
  payload: JsonValue
}

/** A group of tasks. A task that was started alone is the only one of a group with the id of the task. */
export interface TaskGroup {
  group_id: string
  /** A label; several groups may have the same one. */
  name: string
  thread_id: string
  /** The run that started the group. */
  run_id: string
  /** Name of the agent whose workers claim the tasks. */
  agent: string
  /** True for a task that was started alone. */
  alone: boolean
  /** No more tasks can join. */
  sealed: boolean
  report: GroupReport
  merge_strategy: MergeStrategy
  /** Of a HUMAN_GATED group whose tasks have ended and that has a result. */
  approval?: 'pending' | 'approved' | 'rejected'
  /** Set in groups that report once. */
  reported?: TaskReport
  /** The report is not due before this time. */
  report_after?: number
  created: number
  changed: number
  /** In the order in which they joined. */
  tasks: TaskRecord[]
}

/** A task as it joins a group. Times are durations in milliseconds. */
export interface NewTask extends Pick<TaskRecord, 'task_id' | 'name' | 'run_id' | 'mode' | 'merge_strategy' | 'payload'> {
  priority?: number
  /** Default 1. */
  max_attempts?: number
  /** Default 1,000. */
  retry_ms?: number
  delay_ms?: number
  deadline_ms?: number
}

/** A group as the first task that joins makes it. */
export type NewTaskGroup = Pick<TaskGroup, 'name' | 'thread_id' | 'agent' | 'alone' | 'sealed' | 'report' | 'merge_strategy'>

/** How the work on a task ended. With `retry` a failed task is tried again while it has attempts left. */
export type TaskOutcome =
  | { status: 'done'; result: string }
  | { status: 'failed'; error: { code: string; message: string }; retry: boolean }
  | { status: 'cancelled' }

/**
 * One change of a group. `join` adds a task, and makes the group if there is none; it is refused for a sealed group, another thread and a known
 * task. `cancel` ends one task, or seals the group and ends all of its tasks that have not ended. `decide` approves or rejects a group that
 * waits for approval. `claim`, `renew` and `end` belong to a worker. `report` says that a run has reported the group, or one task of a group
 * that reports each; it is refused unless that report is due and not made. `defer` moves the report.
 */
export type TaskChange =
  | { kind: 'join'; task: NewTask; group: NewTaskGroup }
  | { kind: 'seal' }
  | { kind: 'cancel'; task_id?: string }
  | { kind: 'decide'; verdict: 'approve' | 'reject' }
  | { kind: 'claim'; task_id: string; token: string; ttl_ms: number }
  | { kind: 'renew'; task_id: string; token: string; ttl_ms: number; status?: 'running' | 'paused'; progress?: TaskProgress }
  | { kind: 'end'; task_id: string; token: string; outcome: TaskOutcome }
  | { kind: 'report'; task_id?: string; run_id: string }
  | { kind: 'defer'; ms: number }

/** A change and the group to which it applies. */
export interface TaskWrite {
  group_id: string
  change: TaskChange
}

/** `refused`: the change does not apply to the group as it is, and nothing was written. */
export type TaskChangeResult = { status: 'applied' | 'refused'; group: TaskGroup } | { status: 'unknown' }

/** A task that a worker has claimed. */
export interface ClaimedTask {
  owner: Owner
  group: TaskGroup
  task: TaskRecord
  token: string
}

/** A group that has something to report. */
export interface ReportingGroup {
  owner: Owner
  group: TaskGroup
}

/** Stores background tasks by group. Groups and tasks of another owner are treated as unknown. Task ids are unique within an owner. */
export interface TaskStore {
  get(scope: Scope, group_id: string): Promise<TaskGroup | undefined>
  /** Resolves to the group of a task. */
  find(scope: Scope, task_id: string): Promise<TaskGroup | undefined>
  /** Resolves to the groups of a conversation, oldest first. */
  list(scope: Scope, thread_id: string): Promise<TaskGroup[]>
  /** Applies a change atomically. */
  change(scope: Scope, group_id: string, change: TaskChange): Promise<TaskChangeResult>
  /**
   * Claims at most `limit` tasks of an agent's groups, of all owners: queued tasks whose time has come, higher priority first, and tasks whose
   * claim has expired. Tasks past their deadline fail instead.
   */
  claim(options: { agent: string; limit: number; ttl_ms: number }): Promise<ClaimedTask[]>
  /** Resolves to at most `limit` groups of an agent whose report is due, of all owners, and moves their reports by `defer_ms`. */
  claimReports(options: { agent: string; limit: number; defer_ms: number }): Promise<ReportingGroup[]>
}
