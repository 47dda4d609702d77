import type { MergeStrategy, NewTaskGroup, Scope, TaskGroup, TaskStore, ValidationIssue } from '@pf/core'
import { hasEnded } from '@pf/core/internal'
import type { TaskSettings } from '../options/task-options.ts'
import type { Run } from '../run/run.ts'
import { type TaskRequest, taskIssue } from './read-task.ts'

/** The group of a task: an existing one, or a new one. */
export interface GroupMembership {
  group_id: string
  group: NewTaskGroup
  merge_strategy: MergeStrategy
  /** True if the group is sealed after the task has joined. */
  seals: boolean
  isNew: boolean
}

type FoundGroup = { ok: true; place: GroupMembership } | { ok: false; issues: ValidationIssue[] }

/** Returns the nesting depth of a run; 0 for a run that was requested by a user. */
export const depthOf = ({ state: { background } }: Run): number => (background && 'depth' in background ? background.depth : 0)

/** Finds or plans the group of a task and checks the limits. Arguments that cannot be applied give issues with an alternative. */
export async function findTaskGroup(run: Run, task: TaskRequest, { tasks, settings }: { tasks: TaskStore; settings: TaskSettings }): Promise<FoundGroup> {
  if (depthOf(run) >= settings.maxDepth)
    return refuse(taskIssue('', `no further background task: they can be nested at most ${settings.maxDepth} deep. Do the work here.`))
  const full = await fullIssue(tasks, run.scope, { thread_id: run.threadId, max: settings.maxPerThread })
  if (full) return refuse(full)
  const known = await knownGroup(run, task, tasks)
  if (known && 'issues' in known) return { ok: false, issues: known.issues }
  const issues = known ? joinIssues(known, task, settings) : newIssues(task)
  if (issues.length > 0) return { ok: false, issues }
  return { ok: true, place: known ? joined(known, task) : made(run, task) }
}

const refuse = (...issues: ValidationIssue[]): FoundGroup => ({ ok: false, issues })

/** Returns the group that the arguments name. Names are valid within one turn, ids within the conversation. */
async function knownGroup(run: Run, { group, group_id }: TaskRequest, tasks: TaskStore): Promise<TaskGroup | { issues: ValidationIssue[] } | undefined> {
  if (group_id === undefined) {
    const open = run.state.task_groups?.find(({ name }) => name === group)
    const found = open && (await tasks.get(run.scope, open.group_id))
    return found?.sealed ? undefined : found
  }
  const found = await tasks.get(run.scope, group_id)
  if (!found || found.thread_id !== run.threadId || found.alone)
    return { issues: [taskIssue('/group_id', 'the id of a group of this conversation; omit it and pass group, a name, to create a group')] }
  if (found.sealed) return { issues: [taskIssue('/group_id', 'a group that is not sealed; pass group, a name, to create another group')] }
  if (group !== undefined && group !== found.name) return { issues: [taskIssue('/group', 'no value together with group_id, or the name of that group')] }
  return found
}

function joinIssues(group: TaskGroup, task: TaskRequest, { maxPerGroup }: TaskSettings): ValidationIssue[] {
  const { group_report = group.report, group_merge_strategy = group.merge_strategy } = task
  return [
    ...(group.tasks.length >= maxPerGroup ? [taskIssue('', `another group: this one has ${group.tasks.length} tasks, which is the limit`)] : []),
    ...(group_report === group.report ? [] : [taskIssue('/group_report', `${group.report}, with which the group was created, or no value`)]),
    ...(group_merge_strategy === group.merge_strategy
      ? []
      : [taskIssue('/group_merge_strategy', `${group.merge_strategy}, with which the group was created, or no value`)]),
    ...gateIssues(task.merge_strategy, group.merge_strategy),
    ...retainIssues(task),
  ]
}

function newIssues(task: TaskRequest): ValidationIssue[] {
  const { merge_strategy, group_merge_strategy } = task
  return [...(group_merge_strategy ? gateIssues(merge_strategy, group_merge_strategy) : []), ...retainIssues(task)]
}

/** Returns an issue for a task that needs approval in a group that does not: the report of the group would have to omit the task. */
function gateIssues(merge: MergeStrategy | undefined, group: MergeStrategy): ValidationIssue[] {
  if (merge !== 'HUMAN_GATED' || group === 'HUMAN_GATED') return []
  return [taskIssue('/merge_strategy', `APPEND or REPLACE in a group that merges with ${group}; for approval, start the task outside the group`)]
}

function retainIssues({ group, group_id, group_sealed, retain_turn }: TaskRequest): ValidationIssue[] {
  const grouped = group !== undefined || group_id !== undefined
  return retain_turn && grouped && group_sealed !== true
    ? [taskIssue('/group_sealed', 'true: a turn can only wait for a group that no further task can join')]
    : []
}

function joined(group: TaskGroup, { merge_strategy = group.merge_strategy, group_sealed = false }: TaskRequest): GroupMembership {
  return { group_id: group.group_id, group, merge_strategy, seals: group_sealed, isNew: false }
}

/** The part of a new group that says who approves it. */
export const approverOf = (settings: TaskSettings | undefined): Pick<NewTaskGroup, 'approval_role'> =>
  settings?.approvedBy === undefined ? {} : { approval_role: settings.approvedBy }

/** The group of a task that is started alone. A repeated task has no result of its own; each task that it starts has one. */
export function groupOfOne(
  { name, schedule }: TaskRequest,
  shared: Pick<NewTaskGroup, 'thread_id' | 'agent' | 'merge_strategy' | 'approval_role'>,
): NewTaskGroup {
  const alone = { ...shared, name, alone: true, sealed: true } as const
  return schedule?.kind === 'cron' ? { ...alone, report: 'none', merge_strategy: 'APPEND' } : { ...alone, report: 'all' }
}

/** Returns an issue if a conversation has as many unfinished tasks as it may have. */
export async function fullIssue(tasks: TaskStore, scope: Scope, { thread_id, max }: { thread_id: string; max: number }): Promise<ValidationIssue | undefined> {
  const open = (await tasks.list(scope, thread_id)).flatMap((group) => group.tasks).filter((one) => !hasEnded(one)).length
  return open < max
    ? undefined
    : taskIssue('', `fewer tasks: ${open} tasks of this conversation have not ended, which is the limit. Wait for one, or cancel one.`)
}

function made({ agent, threadId }: Run, task: TaskRequest): GroupMembership {
  const { group, group_merge_strategy, group_report = 'all', group_sealed = false } = task
  const merge_strategy = task.merge_strategy ?? group_merge_strategy ?? 'HUMAN_GATED'
  const shared = { thread_id: threadId, agent: agent.name, merge_strategy: group_merge_strategy ?? merge_strategy, ...approverOf(agent.tasks) }
  const group_id = agent.newId()
  if (group === undefined) {
    return { group_id, group: groupOfOne(task, shared), merge_strategy, seals: false, isNew: true }
  }
  return { group_id, group: { ...shared, name: group, alone: false, sealed: false, report: group_report }, merge_strategy, seals: group_sealed, isNew: true }
}
