import type { JsonObject, MergeStrategy, Scope, TaskGroup, TaskRecord, ValidationIssue } from '@pf/core'
import { PfError } from '@pf/core'
import { approverOf, fullIssue, groupOfOne } from '../steps/find-task-group.ts'
import { newTask } from '../steps/new-task.ts'
import { readTask, taskIssue } from '../steps/read-task.ts'
import type { Engine } from '../threads/engine.ts'

/** A background task that the host starts. It has a `query` for a subagent, or a `tool` for a job, as the arguments of a `task` of the model. */
export interface TaskInput {
  /** The conversation that receives the result. It need not exist yet. */
  thread_id: string
  /** At most 200 characters. A second start with the same id returns the task of the first one. Default: a new id. */
  task_id?: string
  name?: string
  query?: string
  tool?: string
  tool_args?: JsonObject
  /** What happens with the result. Default `HUMAN_GATED`, as for the model. */
  merge_strategy?: MergeStrategy
  /** A date and time, a duration or a cron expression of five fields. With a cron expression, the task is started repeatedly. */
  schedule?: string
  /** IANA time zone of `schedule`. Default: that of the option `tasks.timeZone`. */
  time_zone?: string
}

const maxIdChars = 200

/** Starts a task for an owner without asking anybody. Rejects as `startTask` of the agent. */
export async function startTask({ agent }: Engine, input: TaskInput, scope: Scope): Promise<TaskRecord> {
  const { ports, tasks: settings } = agent
  const { thread_id, task_id = agent.newId(), ...args } = input
  if (!ports.tasks || !settings) throw new PfError('invalid_config', 'The agent has no background tasks.')
  const { tools } = agent.offerTo(scope.owner)
  const jobs = new Map([...agent.jobTools].filter(([name]) => tools.has(name)))
  const read = readTask({ ...args, ...ungrouped }, { jobs, time_zone: settings.timeZone, now: agent.now() })
  const issues = [...idIssues({ thread_id, task_id }), ...(read.ok ? [] : read.issues)]
  if (!read.ok || issues.length > 0) throw invalid(issues)
  const known = await ports.tasks.find(scope, task_id)
  if (known) return taskIn(known, { thread_id, task_id })
  const full = await fullIssue(ports.tasks, scope, { thread_id, max: settings.maxPerThread })
  if (full)
    throw new PfError('unavailable', `The conversation has ${settings.maxPerThread} tasks that have not ended, which is the limit.`, {
      fields: { limit: settings.maxPerThread },
    })
  const merge_strategy = read.task.merge_strategy ?? 'HUMAN_GATED'
  // No run has this id, so the task has the limits of a run and the budgets of its conversation and owner.
  const task = newTask(read.task, { task_id, run_id: `host:${task_id}`, merge_strategy, context: '', depth: 1 }, settings)
  const group = groupOfOne(read.task, { thread_id, agent: agent.name, merge_strategy, ...approverOf(settings) })
  await ports.tasks.change(scope, task_id, { kind: 'join', task, group })
  settings.changed.notify()
  // A task that another process started under this id in the meantime is returned as well.
  return taskIn(await ports.tasks.find(scope, task_id), { thread_id, task_id })
}

/** Arguments of the model that a host cannot use. */
const ungrouped = {
  group: undefined,
  group_id: undefined,
  group_sealed: undefined,
  group_report: undefined,
  group_merge_strategy: undefined,
  retain_turn: undefined,
}

function idIssues(ids: Record<'thread_id' | 'task_id', unknown>): ValidationIssue[] {
  const isId = (id: unknown) => typeof id === 'string' && id !== '' && id.length <= maxIdChars
  return Object.entries(ids).flatMap(([name, id]) => (isId(id) ? [] : [taskIssue(`/${name}`, `an id of 1 to ${maxIdChars} characters`)]))
}

function invalid(issues: ValidationIssue[]): PfError {
  const places = issues.map(({ pointer, expected }) => `${pointer === '' ? 'task' : pointer}: ${expected}`).join('; ')
  return new PfError('invalid_input', `The task cannot be started. ${places}`.slice(0, 1_000), { fields: { issues } })
}

function taskIn(group: TaskGroup | undefined, { thread_id, task_id }: { thread_id: string; task_id: string }): TaskRecord {
  const task = group?.tasks.find((each) => each.task_id === task_id)
  if (task?.thread_id === thread_id) return task
  throw new PfError('conflict', 'The id is that of a task of another conversation, or of a group.')
}
