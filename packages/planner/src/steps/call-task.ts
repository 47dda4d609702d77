import { toJson } from '@pf/artifacts'
import type { JsonObject, PlannerAction, TaskStore, TaskWrite } from '@pf/core'
import { repeatedCall, repetitionOf } from '../calls/repetition.ts'
import type { TaskSettings } from '../options/task-options.ts'
import { commitStep, takeStepCommit } from '../run/commit-step.ts'
import type { Run } from '../run/run.ts'
import { recordInFlight } from '../state/run-state.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { askAboutTask, readTaskAnswer } from './ask-task.ts'
import { depthOf, findTaskGroup, type GroupMembership } from './find-task-group.ts'
import { newTask, type TaskOrigin } from './new-task.ts'
import { readTask, type TaskRequest } from './read-task.ts'
import { retainTurn } from './retain-turn.ts'

type Called = { observed: ToolOutcome; note?: string }

/** The task options of an agent with background tasks. */
interface Background {
  tasks: TaskStore
  settings: TaskSettings
}

/** Starts a background task, or asks the user first. If the agent has no background tasks, or for invalid arguments, the model receives an error. */
export async function callTask(run: Run, { action, tool_call_id }: { action: PlannerAction; tool_call_id: string }): Promise<Called> {
  const background = backgroundOf(run)
  if (!background) return { observed: unavailable }
  const { note, refused } = repetitionOf(run, action, false)
  if (refused) return { observed: repeatedCall(note) }
  const prepared = await prepare(run, action, background)
  if (!prepared.ok) return { observed: prepared.outcome }
  if (background.settings.confirm) return { observed: await askAboutTask(run, prepared.task, { action, tool_call_id }) }
  return { observed: await start(run, { ...background, ...prepared, tool_call_id, args: action.args }) }
}

/** Starts the task about which the user was asked, according to the user's decision. */
export async function resolveTask(run: Run, waiting: Waiting, { status }: Resolution): Promise<ToolOutcome> {
  const { action, tool_call_id } = waiting
  const background = backgroundOf(run)
  if (!background) return unavailable
  const answer = await readTaskAnswer(run, waiting, status)
  if (answer === 'no') return errorOutcome('task_refused', 'The user did not agree to this task; it was not started. Continue without it.')
  const keeps = answer === 'wait'
  const isGrouped = action.args.group != null || action.args.group_id != null
  const args = { ...action.args, retain_turn: keeps, ...(keeps && isGrouped ? { group_sealed: true } : {}) }
  const prepared = await prepare(run, { ...action, args }, background)
  return prepared.ok ? start(run, { ...background, ...prepared, tool_call_id, args }) : prepared.outcome
}

const unavailable = errorOutcome('task_unavailable', 'Background tasks are not available here. Do the work in this run with the tools you have.')

function backgroundOf({ agent }: Run): Background | undefined {
  const { tasks } = agent.ports
  return tasks && agent.tasks && { tasks, settings: agent.tasks }
}

type Prepared = { ok: true; task: TaskRequest; place: GroupMembership } | { ok: false; outcome: ToolOutcome }

async function prepare(run: Run, { args }: PlannerAction, background: Background): Promise<Prepared> {
  // A tool that this owner does not have is treated as unknown here as well.
  const jobs = new Map([...run.agent.jobTools].filter(([name]) => run.tools.has(name)))
  const read = readTask(args, { jobs, time_zone: background.settings.timeZone, now: run.agent.now() })
  const placed = read.ok ? await findTaskGroup(run, read.task, background) : read
  if (read.ok && placed.ok) return { ok: true, task: read.task, place: placed.place }
  const issues = placed.ok ? [] : placed.issues
  return { ok: false, outcome: errorOutcome('task_invalid', 'The task cannot be started. Correct the listed locations.', { issues }) }
}

interface Start extends Background {
  task: TaskRequest
  place: GroupMembership
  tool_call_id: string
  args: Record<string, unknown>
}

/** Writes the task together with the state that records it, so that a process that takes over neither loses nor repeats it. */
async function start(run: Run, { tasks, settings, task, place, tool_call_id, args }: Start): Promise<ToolOutcome> {
  const task_id = place.group.alone ? place.group_id : run.agent.newId()
  const started = startedOutcome(task_id, task, place)
  const call = { tool_call_id, tool: 'task', args: toJson(args) as JsonObject }
  recordInFlight(run.state, { ...call, observation: started.observation })
  rememberGroup(run, place)
  const join: TaskWrite = {
    group_id: place.group_id,
    change: { kind: 'join', task: newTask(task, originOf(run, task_id, { place, settings }), settings), group: place.group },
  }
  const seal: TaskWrite[] = place.seals ? [{ group_id: place.group_id, change: { kind: 'seal' } }] : []
  await run.segment.writer.commit({ ...takeStepCommit(run), tasks: [join, ...seal] })
  settings.changed.notify()
  if (!(await tasks.find(run.scope, task_id))) {
    const refused = errorOutcome('task_invalid', 'The group was sealed in the meantime; the task was not started. Pass group, a name, to create another group.')
    recordInFlight(run.state, { ...call, observation: refused.observation })
    return refused
  }
  announce(run, { task_id, task, place })
  if (!task.retain_turn) return started
  await commitStep(run)
  const waited = await retainTurn(run, { tasks, settings, group_id: place.group_id, task_id })
  recordInFlight(run.state, { ...call, observation: waited.outcome.observation })
  if (waited.reports.length > 0) await run.segment.writer.commit({ ...takeStepCommit(run), tasks: waited.reports })
  return waited.outcome
}

/** Remembers the open groups of the turn, so that a later task finds them by name and the end of the turn seals them. */
function rememberGroup(run: Run, { group_id, group, seals }: GroupMembership): void {
  const others = (run.state.task_groups ?? []).filter((known) => known.group_id !== group_id)
  run.state.task_groups = seals || group.sealed ? others : [...others, { group_id, name: group.name }]
}

function originOf(run: Run, task_id: string, { place: { merge_strategy }, settings }: Pick<Start, 'place' | 'settings'>): TaskOrigin {
  const { traceparent: trace } = run.segment.span
  const context = contextOf(run, settings)
  return { task_id, run_id: run.runId, merge_strategy, context, depth: depthOf(run) + 1, ...(trace === undefined ? {} : { trace }) }
}

const contextChars = 20_000

/** Returns the last messages of the conversation as one text. */
function contextOf({ state }: Run, { contextMessages }: TaskSettings): string {
  if (contextMessages === 0) return ''
  const lines = state.history.filter(({ role }) => role !== 'system').slice(-contextMessages)
  return lines
    .map(({ role, content }) => `${role}: ${content}`)
    .join('\n')
    .slice(-contextChars)
    .toWellFormed()
}

function announce(run: Run, { task_id, task, place }: { task_id: string; task: TaskRequest; place: GroupMembership }): void {
  const { step } = run.state
  const { group_id, group, isNew } = place
  if (isNew && !group.alone) run.emit({ type: 'task_group_start', step, group_id, name: group.name })
  run.emit({ type: 'task_start', step, task_id, name: task.name, ...(group.alone ? {} : { group_id }) })
}

function startedOutcome(task_id: string, { name, schedule }: TaskRequest, { group_id, group, seals }: GroupMembership): ToolOutcome {
  const where = group.alone ? {} : { group_id, group: group.name, group_sealed: seals }
  const starts = schedule ? { starts_at: new Date(schedule.at).toISOString() } : {}
  const message = schedule?.kind === 'cron' ? repeating : whatFollows(group)
  return { status: 'ok', observation: { task_id, name, status: 'queued', ...starts, ...where, message } }
}

const silent = 'It runs in the background and does not report its result: call tasks.get when you need it.'
const reporting =
  'It runs in the background. You do not get its result in this run; it is added to the conversation when it is available. Tell the user that it was started.'
const repeating = 'It is started repeatedly, and each result is added to the conversation. Tell the user when it starts, and that it can be cancelled.'
const gated = 'It runs in the background. The user sees its result and approves it before it is added to the conversation. Tell the user that it was started.'

function whatFollows({ report, merge_strategy }: GroupMembership['group']): string {
  if (report === 'none') return silent
  return merge_strategy === 'HUMAN_GATED' ? gated : reporting
}
