import type { MergeStrategy } from './action.ts'
import type { JsonValue } from './json.ts'
import type { Owner, Scope } from './owner.ts'

/** `paused`: the run of the task waits for an answer. `done`, `failed` and `cancelled` are final. */
export type TaskStatus = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/** The time at which a group reports: once after all of its tasks have ended, once for each task, or never. */
export type GroupReport = 'all' | 'any' | 'none'

/** The progress of a task as reported by its tools. `fraction` is from 0 to 1. */
export interface TaskProgress {
  fraction?: number
  text?: string
}

/** The run that reported a result to the conversation, and the time in milliseconds since the epoch. */
export interface TaskReport {
  run_id: string
  at: number
}

/**
 * `subagent`: a run with a query. `job`: one call of a tool. `schedule`: starts tasks at the times of a cron expression until it is cancelled
 * or has no further time; it is `queued` between them.
 */
export type TaskMode = 'subagent' | 'job' | 'schedule'

/** A background task. Times are in milliseconds since the epoch, according to the clock of the store. */
export interface TaskRecord {
  task_id: string
  group_id: string
  name: string
  /** The conversation that receives the result. */
  thread_id: string
  /** The run that started the task. */
  run_id: string
  mode: TaskMode
  /** The schedule that started the task. */
  schedule_id?: string
  /** The use of the result within the combined result of its group. */
  merge_strategy: MergeStrategy
  status: TaskStatus
  /** Tasks with a higher priority are claimed first. */
  priority: number
  /** Number of attempts that have begun. */
  attempts: number
  max_attempts: number
  /** Delay before the second attempt in milliseconds. It doubles with each further attempt. */
  retry_ms: number
  not_before: number
  /** After this time the task fails, regardless of its status. */
  deadline?: number
  /** The claim of a worker. Changes by a worker contain the token, so a worker that has lost its claim cannot change the task. */
  lease?: { token: string; expires: number }
  progress?: TaskProgress
  /** The text that is added to the conversation. Present if the task is done. */
  result?: string
  /** The error of the last attempt. */
  error?: { code: string; message: string }
  /** Set in groups that report each task separately. */
  reported?: TaskReport
  created: number
  changed: number
  /** The work to do. Opaque to the store; its format belongs to the planner. */
  payload: JsonValue
}

/** A group of tasks. A task that was started alone is the only member of a group whose id is the id of the task. */
export interface TaskGroup {
  group_id: string
  /** A label. Several groups may have the same one. */
  name: string
  thread_id: string
  /** The run that started the group. */
  run_id: string
  /** Name of the agent whose workers claim the tasks. */
  agent: string
  /** True for a task that was started alone. */
  alone: boolean
  /** True if no more tasks can join. */
  sealed: boolean
  report: GroupReport
  merge_strategy: MergeStrategy
  /** The role of the users in the owner's tenant who approve the group. Without it, the owner approves. */
  approval_role?: string
  /** Set for a HUMAN_GATED group whose tasks have ended and that has a result. */
  approval?: 'pending' | 'approved' | 'rejected'
  /** Set in groups that report once. */
  reported?: TaskReport
  /** The report is not due before this time, in milliseconds since the epoch. */
  report_after?: number
  created: number
  changed: number
  /** The tasks in the order in which they joined. */
  tasks: TaskRecord[]
}

/** A task that joins a group. Times are durations in milliseconds. */
export interface NewTask extends Pick<TaskRecord, 'task_id' | 'name' | 'run_id' | 'mode' | 'schedule_id' | 'merge_strategy' | 'payload'> {
  priority?: number
  /** Default 1. */
  max_attempts?: number
  /** Default 1,000. */
  retry_ms?: number
  delay_ms?: number
  /** The task is not claimed before this time, in milliseconds since the epoch according to the clock of the store. Default: after `delay_ms`. */
  not_before?: number
  /** Counted from the time at which the task may start. */
  deadline_ms?: number
}

/** The properties of a group that is created by the first task that joins it. */
export type NewTaskGroup = Pick<TaskGroup, 'name' | 'thread_id' | 'agent' | 'alone' | 'sealed' | 'report' | 'merge_strategy' | 'approval_role'>

/** The result of the work on a task. With `retry`, a failed task is tried again while it has attempts left. */
export type TaskOutcome =
  | { status: 'done'; result: string }
  | { status: 'failed'; error: { code: string; message: string }; retry: boolean }
  | { status: 'cancelled' }

/**
 * One change of a group. `join` adds a task and creates the group if necessary; it is refused for a sealed group, another thread and a
 * known task. `cancel` ends one task, or seals the group and ends all of its unfinished tasks. `decide` approves or rejects a group that
 * waits for approval. `claim`, `renew`, `end` and `reschedule` are changes by a worker; the last one returns a task to the queue until a time, in
 * milliseconds since the epoch according to the clock of the store, and its attempts start again. `report` records that a run has reported the group, or one task
 * of a group that reports each task; it is refused unless that report is due and was not made before. `defer` postpones the report.
 */
export type TaskChange =
  | { kind: 'join'; task: NewTask; group: NewTaskGroup }
  | { kind: 'seal' }
  | { kind: 'cancel'; task_id?: string }
  | { kind: 'decide'; verdict: 'approve' | 'reject' }
  | { kind: 'claim'; task_id: string; token: string; ttl_ms: number }
  | { kind: 'renew'; task_id: string; token: string; ttl_ms: number; status?: 'running' | 'paused'; progress?: TaskProgress }
  | { kind: 'end'; task_id: string; token: string; outcome: TaskOutcome }
  | { kind: 'reschedule'; task_id: string; token: string; not_before: number }
  | { kind: 'report'; task_id?: string; run_id: string }
  | { kind: 'defer'; ms: number }

/** A change and the group to which it applies. */
export interface TaskWrite {
  group_id: string
  change: TaskChange
}

/** `refused`: the change does not apply to the current state of the group, and nothing was written. */
export type TaskChangeResult = { status: 'applied' | 'refused'; group: TaskGroup } | { status: 'unknown' }

/** A task that a worker has claimed. */
export interface ClaimedTask {
  owner: Owner
  group: TaskGroup
  task: TaskRecord
  token: string
}

/** A group whose report is due or that waits for approval. */
export interface OwnedTaskGroup {
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
  /**
   * Resolves to at most `limit` groups that wait for approval, over all conversations, oldest first: those of the owner, and those of the
   * tenant whose `approval_role` is one of the owner's roles. Required for inboxes and for approval by a role.
   */
  waiting?(scope: Scope, limit: number): Promise<OwnedTaskGroup[]>
  /** Applies a change atomically. */
  change(scope: Scope, group_id: string, change: TaskChange): Promise<TaskChangeResult>
  /**
   * Claims at most `limit` tasks of an agent's groups, of all owners: queued tasks that are due, by descending priority, and tasks whose
   * claim has expired. Tasks past their deadline fail instead.
   */
  claim(options: { agent: string; limit: number; ttlMs: number }): Promise<ClaimedTask[]>
  /** Resolves to at most `limit` groups of an agent whose report is due, of all owners, and postpones their reports by `deferMs`. */
  claimReports(options: { agent: string; limit: number; deferMs: number }): Promise<OwnedTaskGroup[]>
}
