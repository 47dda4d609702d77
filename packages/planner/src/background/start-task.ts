import type { JsonObject, MergeStrategy, Scope, TaskGroup, TaskRecord, ValidationIssue } from '@pf/core'
import { PfError } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
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

/** Creates the function that starts tasks for owners without asking anybody. It rejects as `start` of `AgentTasks`. */
export function createTaskStarts(engine: Engine): (input: TaskInput, scope: Scope) => Promise<TaskRecord> {
  const last = new Map<string, Promise<unknown>>()
  return async (input, scope) => {
    // One after the other in each conversation, because each one counts the tasks that are open.
    const key = JSON.stringify([ownerKey(scope), input.thread_id])
    const started = (last.get(key) ?? Promise.resolve()).then(() => startTask(engine, input, scope))
    const settled = started.catch(() => undefined)
    last.set(key, settled)
    void settled.then(() => last.get(key) === settled && last.delete(key))
    return started
  }
}

async function startTask({ agent }: Engine, input: TaskInput, scope: Scope): Promise<TaskRecord> {
  const { ports, tasks: settings } = agent
  const { thread_id, task_id = agent.newId(), ...args } = input
  if (!ports.tasks || !settings) throw new PfError('invalid_config', 'The agent has no background tasks.')
  const { tools } = agent.offerTo(scope.owner)
  const jobs = new Map([...agent.jobTools].filter(([name]) => tools.has(name)))
  const read = readTask(args as Record<string, unknown>, { jobs, time_zone: settings.timeZone, now: agent.now() })
  const issues = [...idIssues({ thread_id, task_id }), ...argIssues(args), ...(read.ok ? [] : workIssues(args, read.issues))]
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

/** Arguments of the model that a host cannot use, because its task is alone and no turn waits for it. */
const groupArgs = ['group', 'group_id', 'group_sealed', 'group_report', 'group_merge_strategy', 'retain_turn']

function argIssues({ query, tool, ...rest }: Omit<TaskInput, 'thread_id' | 'task_id'>): ValidationIssue[] {
  const given: Record<string, unknown> = { ...rest }
  return [
    ...(query !== undefined && tool !== undefined ? [taskIssue('/tool', 'no tool together with a query: a task is a subagent or a job')] : []),
    ...groupArgs.filter((name) => given[name] !== undefined).map((name) => taskIssue(`/${name}`, 'no value: a task of the host is in no group')),
  ]
}

/** An input without work is missing one of two arguments, not a certain one. */
function workIssues({ query, tool }: Pick<TaskInput, 'query' | 'tool'>, issues: readonly ValidationIssue[]): ValidationIssue[] {
  if (query !== undefined || tool !== undefined) return [...issues]
  return [...issues.filter(({ pointer }) => pointer !== '/tool'), taskIssue('/tool', 'the name of a tool for a job, or a query for a subagent')]
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
