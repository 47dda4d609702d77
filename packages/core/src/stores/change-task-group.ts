import type { NewTask, NewTaskGroup, TaskChange, TaskGroup, TaskOutcome, TaskRecord, TaskWrite } from '../contracts/tasks.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'

/** The group after a change; undefined if the change does not apply. */
type Changed = TaskGroup | undefined
type Change<K extends TaskChange['kind']> = Extract<TaskChange, { kind: K }>

/** True for a task whose status is final. */
export const hasEnded = ({ status }: Pick<TaskRecord, 'status'>): boolean => status === 'done' || status === 'failed' || status === 'cancelled'

/** Returns the group as seen by readers at a time, in milliseconds since the epoch: tasks past their deadline have failed. */
export function taskGroupAt(group: TaskGroup, now: number): TaskGroup {
  const isLate = (task: TaskRecord) => !hasEnded(task) && task.deadline !== undefined && now >= task.deadline
  if (!group.tasks.some(isLate)) return group
  const tasks = group.tasks.map((task) => (isLate(task) ? endTask(task, { status: 'failed', error: pastDeadline, retry: false }, now) : task))
  return freezeJson(withApproval({ ...group, tasks }))
}

const pastDeadline = { code: 'deadline', message: 'The task did not end before its deadline.' }

/**
 * Applies a change at a time, in milliseconds since the epoch. Stores load the group under a lock, call this function and write the
 * differences. Returns undefined if the change does not apply or there is no group. The result is frozen. Throws PfError `invalid_input`
 * for numbers outside their range.
 */
export function changeTaskGroup(stored: TaskGroup | undefined, { group_id, change }: TaskWrite, now: number): TaskGroup | undefined {
  checkTaskChange(change)
  const group = stored && taskGroupAt(stored, now)
  const changed = change.kind === 'join' ? join(group, { group_id, ...change }, now) : group && changeKnown(group, change, now)
  return changed && freezeJson(withApproval({ ...changed, changed: now }))
}

function changeKnown(group: TaskGroup, change: Exclude<TaskChange, { kind: 'join' }>, now: number): Changed {
  switch (change.kind) {
    case 'seal':
      return group.sealed ? undefined : { ...group, sealed: true }
    case 'cancel':
      return cancel(group, change, now)
    case 'decide':
      return group.approval === 'pending' ? { ...group, approval: change.verdict === 'approve' ? 'approved' : 'rejected' } : undefined
    case 'report':
      return report(group, change, now)
    case 'defer':
      return { ...group, report_after: now + change.ms }
    default:
      return work(group, change, now)
  }
}

function join(group: TaskGroup | undefined, { group_id, task, group: made }: Change<'join'> & { group_id: string }, now: number): Changed {
  const into = group ?? newGroup(group_id, { ...made, run_id: task.run_id }, now)
  if (group && (group.sealed || group.thread_id !== made.thread_id || group.tasks.some(({ task_id }) => task_id === task.task_id))) return undefined
  return { ...into, tasks: [...into.tasks, newTask(into, task, now)] }
}

function newGroup(group_id: string, made: NewTaskGroup & { run_id: string }, now: number): TaskGroup {
  return { ...made, group_id, created: now, changed: now, tasks: [] }
}

function newTask({ group_id, thread_id }: TaskGroup, task: NewTask, now: number): TaskRecord {
  const { delay_ms = 0, not_before = now + delay_ms, deadline_ms, priority = 0, max_attempts = 1, retry_ms = 1_000, ...rest } = task
  const deadline = deadline_ms === undefined ? {} : { deadline: Math.max(now, not_before) + deadline_ms }
  const times = { not_before, created: now, changed: now, ...deadline }
  return { ...rest, group_id, thread_id, status: 'queued', priority, attempts: 0, max_attempts, retry_ms, ...times }
}

function cancel(group: TaskGroup, { task_id }: Change<'cancel'>, now: number): Changed {
  const isMeant = (task: TaskRecord) => !hasEnded(task) && (task_id === undefined || task.task_id === task_id)
  if (!group.tasks.some(isMeant)) return undefined
  const tasks = group.tasks.map((task) => (isMeant(task) ? endTask(task, { status: 'cancelled' }, now) : task))
  return { ...group, sealed: group.sealed || task_id === undefined, tasks }
}

function report(group: TaskGroup, { task_id, run_id }: Change<'report'>, now: number): Changed {
  if (!dueReports(group).includes(task_id)) return undefined
  const reported = { run_id, at: now }
  if (task_id === undefined) return { ...group, reported }
  return { ...group, tasks: group.tasks.map((task) => (task.task_id === task_id ? { ...task, reported } : task)) }
}

function work(group: TaskGroup, change: Change<'claim' | 'renew' | 'end' | 'reschedule'>, now: number): Changed {
  const before = group.tasks.find(({ task_id }) => task_id === change.task_id)
  const after = before && !hasEnded(before) ? workOn(before, change, now) : undefined
  return after && { ...group, tasks: group.tasks.map((task) => (task === before ? after : task)) }
}

function workOn(task: TaskRecord, change: Change<'claim' | 'renew' | 'end' | 'reschedule'>, now: number): TaskRecord | undefined {
  if (change.kind === 'claim') return claim(task, change, now)
  if (task.lease?.token !== change.token) return undefined
  if (change.kind === 'end') return endTask(task, change.outcome, now)
  if (change.kind === 'reschedule') return reschedule(task, change, now)
  const { token, ttl_ms, status = task.status, progress = task.progress } = change
  return { ...task, status, ...(progress ? { progress } : {}), lease: { token, expires: now + ttl_ms }, changed: now }
}

/** Continues the work on a task that was claimed before. This does not count as a new attempt. */
function claim(task: TaskRecord, { token, ttl_ms }: Change<'claim'>, now: number): TaskRecord | undefined {
  if (now < (task.lease?.expires ?? task.not_before)) return undefined
  const lease = { token, expires: now + ttl_ms }
  if (task.status !== 'queued') return { ...task, lease, changed: now }
  return { ...task, status: 'running', attempts: task.attempts + 1, lease, changed: now }
}

function reschedule({ lease: _, ...task }: TaskRecord, { not_before }: Change<'reschedule'>, now: number): TaskRecord {
  return { ...task, status: 'queued', attempts: 0, not_before, changed: now }
}

function endTask({ lease: _, ...task }: TaskRecord, outcome: TaskOutcome, now: number): TaskRecord {
  const { status } = outcome
  if (status === 'cancelled') return { ...task, status, changed: now }
  if (status === 'done') {
    const { error: _, ...rest } = task
    return { ...rest, status, result: outcome.result, changed: now }
  }
  const { error, retry } = outcome
  if (!retry || task.attempts >= task.max_attempts) return { ...task, status, error, changed: now }
  return { ...task, status: 'queued', error, not_before: now + task.retry_ms * 2 ** (task.attempts - 1), changed: now }
}

/** True if every task of a sealed group has ended. */
export const isComplete = ({ sealed, tasks }: Pick<ReportableGroup, 'sealed' | 'tasks'>): boolean => sealed && tasks.every(hasEnded)

/** Sets the group to wait for approval if necessary. A group without any result has nothing to approve. */
function withApproval(group: TaskGroup): TaskGroup {
  const needed = group.merge_strategy === 'HUMAN_GATED' && group.approval === undefined && isComplete(group)
  return needed && group.tasks.some(({ status }) => status === 'done') ? { ...group, approval: 'pending' } : group
}

/** What decides whether a group has a report that is due. */
export type ReportableGroup = Pick<TaskGroup, 'alone' | 'report' | 'merge_strategy' | 'approval' | 'sealed' | 'reported'> & {
  tasks: readonly Pick<TaskRecord, 'task_id' | 'status' | 'reported'>[]
}

/** True if each task of the group is reported when it ends. A group that requires approval is reported as a whole. */
export const reportsEach = ({ alone, report, merge_strategy }: Pick<TaskGroup, 'alone' | 'report' | 'merge_strategy'>): boolean =>
  !alone && report === 'any' && merge_strategy !== 'HUMAN_GATED'

/** Returns the reports that can be made now: the ids of tasks, or undefined for the group. A group without a done or failed task is not reported. */
export function dueReports(group: ReportableGroup): (string | undefined)[] {
  if (group.report === 'none') return []
  const isNews = ({ status }: Pick<TaskRecord, 'status'>) => status === 'done' || status === 'failed'
  if (reportsEach(group)) return group.tasks.filter((task) => isNews(task) && !task.reported).map(({ task_id }) => task_id)
  const isReleased = group.approval === undefined || group.approval === 'approved'
  return isComplete(group) && isReleased && !group.reported && group.tasks.some(isNews) ? [undefined] : []
}

/** Returns the time at which a task has to be processed next, in milliseconds since the epoch; undefined after it has ended. */
export function taskDue(task: TaskRecord): number | undefined {
  if (hasEnded(task)) return undefined
  return Math.min(task.lease?.expires ?? task.not_before, task.deadline ?? Number.POSITIVE_INFINITY)
}

/** Returns the time at which the next report of a group is due, in milliseconds since the epoch; undefined if there is none. */
export function reportDue(group: TaskGroup): number | undefined {
  return dueReports(group).length > 0 ? (group.report_after ?? 0) : undefined
}

/**
 * Throws PfError `invalid_input` for numbers outside their range, such as NaN, with which a task would never be claimed. Must be called
 * before the change is encoded as JSON, which cannot represent NaN.
 */
export function checkTaskChange(change: TaskChange): void {
  const { priority, max_attempts, retry_ms, delay_ms, not_before, deadline_ms } = change.kind === 'join' ? change.task : ({} as Partial<NewTask>)
  const rescheduled = change.kind === 'reschedule' ? change.not_before : undefined
  const durations = [
    retry_ms,
    delay_ms,
    not_before,
    rescheduled,
    deadline_ms,
    'ttl_ms' in change ? change.ttl_ms : undefined,
    'ms' in change ? change.ms : undefined,
  ]
  const isRight = durations.every((ms = 0) => ms >= 0 && ms < Number.POSITIVE_INFINITY) && Number.isFinite(priority ?? 0) && (max_attempts ?? 1) >= 1
  if (!isRight)
    throw new PfError(
      'invalid_input',
      'The times of a task must be finite numbers of milliseconds of at least 0, priority must be a finite number, and max_attempts must be at least 1.',
    )
}
