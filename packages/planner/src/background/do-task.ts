import type { AgentInput, ClaimedTask, FinishReason, JsonObject, PlannerEvent, Scope, TaskOutcome, TaskProgress, TaskRecord, TaskStatus } from '@pf/core'
import { hasEnded, isRecord, taskThread } from '@pf/core/internal'
import { attachRun } from '../requests/attach-run.ts'
import { cancelRun } from '../requests/cancel-run.ts'
import { startRun } from '../requests/start-run.ts'
import type { Background } from '../state/background.ts'
import { resultChars, taskDepth } from '../tasks/task-texts.ts'
import type { Engine } from '../threads/engine.ts'
import { unref } from '../util/race-abort.ts'
import { thrownMessage } from '../util/thrown-message.ts'

/** Duration of a claim in milliseconds. It is renewed six times within this duration. */
export const claimMs = 12_000

/** The work of this process on one task. */
export interface TaskWork {
  readonly task_id: string
  readonly run_id: string
  /** True while the run of the task waits for an answer. */
  isPaused(): boolean
  /** Settles when the task has ended or another process has taken it over. */
  readonly done: Promise<void>
}

/** Returns the id of the run of an attempt. Each attempt has its own run, so that it does not continue a failed one. */
export const runIdOf = ({ task_id, attempts }: Pick<TaskRecord, 'task_id' | 'attempts'>) => (attempts > 1 ? `${task_id}~${attempts}` : task_id)

/**
 * Works on a claimed task: starts its run, or finds the run that another process started, follows it to its finish, and writes the outcome.
 * Meanwhile it renews the claim, with the progress reported by tools. If the claim is lost because the task was cancelled or is past its
 * deadline, its run is cancelled, and so are the tasks that the run has started. `stop` releases the claim.
 */
export function doTask(engine: Engine, claimed: ClaimedTask, stop: AbortSignal): TaskWork {
  const run_id = runIdOf(claimed.task)
  const view: View = { status: 'running' }
  return { task_id: claimed.task.task_id, run_id, isPaused: () => view.status === 'paused', done: work(engine, claimed, { run_id, view, stop }) }
}

/** The state of the work that is stored with each renewal of the claim. */
interface View {
  status: Extract<TaskStatus, 'running' | 'paused'>
  progress?: TaskProgress
}

interface Working {
  run_id: string
  view: View
  stop: AbortSignal
}

async function work(engine: Engine, claimed: ClaimedTask, { run_id: runId, view, stop }: Working): Promise<void> {
  const { agent } = engine
  const { tasks } = agent.ports
  const { owner, group, task, token } = claimed
  const scope: Scope = { owner }
  const lost = new AbortController()
  const change = async (wanted: { kind: 'renew'; ttl_ms: number } | { kind: 'end'; outcome: TaskOutcome }) => {
    const result = await tasks?.change(scope, group.group_id, { ...wanted, ...(wanted.kind === 'renew' ? view : {}), task_id: task.task_id, token })
    agent.tasks?.changed.notify()
    return result?.status === 'applied'
  }
  const beat = setInterval(
    () => {
      // A failure of the store is harmless while the claim is valid. If another process has taken the claim, the next renewal is refused.
      change({ kind: 'renew', ttl_ms: claimMs }).then(
        (held) => held || lost.abort(),
        () => undefined,
      )
    },
    Math.floor(claimMs / 6),
  )
  unref(beat)
  const signal = AbortSignal.any([lost.signal, stop])
  try {
    const outcome = await perform(engine, claimed, { run_id: runId, view, signal, shown: () => change({ kind: 'renew', ttl_ms: claimMs }) })
    if (outcome && (await change({ kind: 'end', outcome }))) return
    if (stop.aborted) await change({ kind: 'renew', ttl_ms: 0 })
    else await abandon(engine, scope, { task_id: task.task_id, run_id: runId })
  } catch (error) {
    agent.hooks.onLog({
      level: 'error',
      message: `A background task could not be processed: ${thrownMessage(error)}`,
      tool: '',
      owner,
      runId,
      threadId: taskThread(task.task_id),
    })
  } finally {
    clearInterval(beat)
    agent.tasks?.changed.notify()
  }
}

/** Starts the run and follows it. Resolves to undefined if the signal aborts first. */
async function perform(
  engine: Engine,
  { owner, task }: ClaimedTask,
  { run_id, view, signal, shown }: Omit<Working, 'stop'> & { signal: AbortSignal; shown(): Promise<boolean> },
): Promise<TaskOutcome | undefined> {
  const scope: Scope = { owner }
  try {
    const origin = { background: originOf(task), tasks: [], events: [], ...traceOf(task) }
    await startRun(engine, { input: inputOf(task, run_id), scope, origin })
  } catch (error) {
    return { status: 'failed', error: { code: 'store_failed', message: thrownMessage(error) }, retry: true }
  }
  for await (const event of (await attachRun(engine, run_id, { after: 0, scope, signal })) ?? []) {
    if (event.type === 'finish' && event.reason !== 'paused') return outcomeOf(event)
    if (showEvent(view, event)) await shown()
  }
  if (signal.aborted) return undefined
  return { status: 'failed', error: { code: 'internal', message: 'The run of the task ended without a finish event.' }, retry: true }
}

/** Updates the state of the work from an event. Returns true if the change should be stored immediately. */
function showEvent(view: View, event: PlannerEvent): boolean {
  if (event.type === 'tool_call_progress') {
    const { fraction, text } = event
    view.progress = { ...(fraction === undefined ? {} : { fraction }), ...(text === undefined ? {} : { text }) }
  }
  const status = event.type === 'finish' ? 'paused' : event.type === 'run_start' ? 'running' : view.status
  const isNew = status !== view.status
  view.status = status
  return isNew
}

const payloadOf = ({ payload }: ClaimedTask['task']): Record<string, unknown> => (isRecord(payload) ? payload : {})

/** Returns the trace of the run that started the task. */
export const traceOf = (task: Pick<TaskRecord, 'payload'> | undefined): { trace?: string } => {
  const { trace } = isRecord(task?.payload) ? task.payload : {}
  return typeof trace === 'string' ? { trace } : {}
}

function originOf(task: ClaimedTask['task']): Background {
  const { tool, tool_args } = payloadOf(task)
  const shared = { task_id: task.task_id, depth: taskDepth(task) }
  if (task.mode === 'subagent') return { kind: 'subagent', ...shared }
  return { kind: 'job', ...shared, tool: String(tool), tool_args: (isRecord(tool_args) ? tool_args : {}) as JsonObject }
}

function inputOf(task: ClaimedTask['task'], run_id: string): AgentInput {
  const { query, context } = payloadOf(task)
  const conversation = typeof context === 'string' && context !== '' ? [{ description: 'The conversation in which this task was started', value: context }] : []
  return {
    thread_id: taskThread(task.task_id),
    run_id,
    parent_run_id: task.run_id,
    // A schedule outlives the budget of the run that created it.
    ...(task.schedule_id === undefined ? { spends_from: task.run_id } : {}),
    messages: typeof query === 'string' ? [{ id: `${task.task_id}:query`, role: 'user', content: query }] : [],
    client_tools: [],
    context: conversation,
    // With this client, a paused run continues in its own log, which is followed here.
    client: { pf: { tool_results: true } },
  }
}

/** Finish reasons after which another attempt may succeed. */
const retried: ReadonlySet<FinishReason> = new Set(['error'])

function outcomeOf({ reason, payload, error }: PlannerEvent<'finish'>): TaskOutcome {
  const text = payload.raw_answer.slice(0, resultChars).toWellFormed()
  if (reason === 'answer') return { status: 'done', result: text }
  if (reason === 'cancelled') return { status: 'cancelled' }
  const message = error?.message ?? (text === '' ? 'The task ended without a result.' : text)
  return { status: 'failed', error: { code: error?.code ?? reason, message: message.slice(0, 1_000) }, retry: retried.has(reason) }
}

/** Cancels the run of a task that has ended, and the tasks that the run has started. Does nothing if another process works on the task. */
async function abandon(engine: Engine, scope: Scope, { task_id, run_id }: { task_id: string; run_id: string }): Promise<void> {
  const { tasks } = engine.agent.ports
  const task = (await tasks?.find(scope, task_id))?.tasks.find((each) => each.task_id === task_id)
  if (task && !hasEnded(task)) return
  await cancelRun(engine, { run_id, scope })
  for (const { group_id } of (await tasks?.list(scope, taskThread(task_id))) ?? []) await tasks?.change(scope, group_id, { kind: 'cancel' })
}
