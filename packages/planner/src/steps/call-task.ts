import { toJson } from '@pf/artifacts'
import type { JsonObject, MergeStrategy, PlannerAction, TaskQueue, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { repeatedCall, repetitionOf } from '../calls/repetition.ts'
import { commitStep } from '../run/commit-step.ts'
import type { Run } from '../run/run.ts'
import { recordInFlight } from '../state/run-state.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { raceAbort } from '../util/race-abort.ts'

/** A task for the queue. */
interface TaskRequest {
  name: string
  group_id?: string
  payload: JsonObject
}

type Read = { ok: true; task: TaskRequest } | { ok: false; issues: ValidationIssue[] }

const strategies: readonly MergeStrategy[] = ['HUMAN_GATED', 'APPEND', 'REPLACE']
const nameChars = 120
const queryChars = 20_000

/** Checks the arguments of a `task`: a query for a subagent, or one call of a host tool as a job. */
export function readTask(args: Record<string, unknown>, tools: ReadonlyMap<string, AgentTool>): Read {
  const mode = typeof args.mode === 'string' ? args.mode.toLowerCase() : args.query === undefined ? 'job' : 'subagent'
  const work = mode === 'subagent' ? queryOf(args) : mode === 'job' ? jobOf(args, tools) : { issues: [issue('/mode', 'subagent or job')] }
  const issues = [...work.issues, ...restIssues(args)]
  if (issues.length > 0) return { ok: false, issues }
  const name = (typeof args.name === 'string' && args.name.trim() !== '' ? args.name.trim() : String(args.query ?? args.tool))
    .slice(0, nameChars)
    .toWellFormed()
  const { group, group_id, group_sealed, group_report, retain_turn } = args
  const merge_strategy = upper(args.merge_strategy) ?? 'HUMAN_GATED'
  const group_merge_strategy = upper(args.group_merge_strategy) ?? merge_strategy
  const grouping =
    group === undefined && group_id === undefined ? {} : { group, group_id, group_sealed, group_report: group_report ?? 'all', group_merge_strategy }
  const payload = toJson({ mode, merge_strategy, ...('payload' in work ? work.payload : {}), ...grouping, retain_turn }) as JsonObject
  return { ok: true, task: { name, ...(typeof group_id === 'string' ? { group_id } : {}), payload } }
}

type Work = { issues: ValidationIssue[]; payload?: Record<string, unknown> }

function queryOf({ query }: Record<string, unknown>): Work {
  if (typeof query !== 'string' || query.trim() === '') return { issues: [issue('/query', 'what the subagent has to do')] }
  return { issues: [], payload: { query: query.slice(0, queryChars).toWellFormed() } }
}

function jobOf({ tool: name, tool_args = {} }: Record<string, unknown>, tools: ReadonlyMap<string, AgentTool>): Work {
  const tool = typeof name === 'string' ? tools.get(name) : undefined
  if (tool?.work.kind !== 'host') return { issues: [issue('/tool', 'one of the listed tools')] }
  if (!isRecord(tool_args)) return { issues: [issue('/tool_args', 'an object')] }
  const checked = checkArgs(tool, tool_args)
  if (!checked.ok) return { issues: checked.issues.map((fault) => ({ ...fault, pointer: `/tool_args${fault.pointer}` })) }
  return { issues: [], payload: { tool: tool.name, tool_args: checked.args } }
}

function restIssues(args: Record<string, unknown>): ValidationIssue[] {
  const is = (key: string, fits: (value: unknown) => boolean, expected: string) => (args[key] == null || fits(args[key]) ? [] : [issue(`/${key}`, expected)])
  const short = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 200
  const merges = (value: unknown) => upper(value) !== undefined
  const flag = (value: unknown) => typeof value === 'boolean'
  return [
    ...is('merge_strategy', merges, strategies.join(', ')),
    ...is('group_merge_strategy', merges, strategies.join(', ')),
    ...is('group', short, 'a name of at most 200 characters'),
    ...is('group_id', short, 'an id of at most 200 characters'),
    ...is('group_sealed', flag, 'true or false'),
    ...is('retain_turn', flag, 'true or false'),
    ...is('group_report', (value) => ['all', 'any', 'none'].includes(String(value)), 'all, any, none'),
  ]
}

const upper = (value: unknown) => strategies.find((strategy) => typeof value === 'string' && strategy === value.toUpperCase())

const issue = (pointer: string, expected: string): ValidationIssue => ({ code: 'invalid_input', pointer, expected })

type Called = { observed: ToolOutcome; note?: string }

const handedOver = 'It was handed over and runs in the background; you do not get its result in this run. Tell the user that it was started.'

/** Adds a task to the queue and returns its id to the model. Without a queue, and for invalid arguments, the model gets an error. */
export async function callTask(run: Run, { action, tool_call_id }: { action: PlannerAction; tool_call_id: string }): Promise<Called> {
  const { tasks } = run.agent.ports
  if (!tasks) return { observed: errorOutcome('task_unavailable', 'Background tasks are not available here. Do the work in this run with the tools you have.') }
  const { note, refused } = repetitionOf(run, action, false)
  if (refused) return { observed: repeatedCall(note) }
  const read = readTask(action.args, run.tools)
  if (!read.ok) return { observed: errorOutcome('task_invalid', 'The task cannot be handed over. Correct the listed places.', { issues: read.issues }) }
  // The call is recorded first, so that a node that takes over does not start the task again.
  const started = { tool_call_id, tool: 'task', args: toJson(action.args) as JsonObject }
  recordInFlight(run.state, started)
  await commitStep(run)
  const observed = await enqueue(run, tasks, read.task)
  recordInFlight(run.state, { ...started, observation: observed.observation })
  return { observed }
}

async function enqueue(run: Run, tasks: TaskQueue, { name, group_id, payload }: TaskRequest): Promise<ToolOutcome> {
  const { thread_id, run_id, scope, agent } = run
  const { signal } = run.segment
  const task_id = agent.newId()
  const group = group_id === undefined ? {} : { group_id }
  const waits = AbortSignal.any([signal, AbortSignal.timeout(agent.limits.toolTimeoutMs)])
  try {
    const record = { task_id, name, thread_id, status: 'queued', ...group, payload: { ...payload, run_id } } as const
    await raceAbort(
      Promise.resolve().then(() => tasks.enqueue(scope, record)),
      waits,
    )
  } catch {
    signal.throwIfAborted()
    return errorOutcome('task_failed', 'The task could not be handed over; whether it was started is unknown. Do not start it again; tell the user.')
  }
  run.emit({ type: 'task_start', step: run.state.step, task_id, name, ...group })
  return { status: 'ok', observation: { task_id, name, status: 'queued', message: handedOver } }
}
