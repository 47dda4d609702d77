import { toJson } from '@pf/artifacts'
import type { JsonObject, PlannerAction, TaskQueue } from '@pf/core'
import { repeatedCall } from '../calls/repeated-call.ts'
import { repetitionOf } from '../calls/repetition.ts'
import { commitStep } from '../run/commit-step.ts'
import type { Run } from '../run/run.ts'
import { recordInFlight } from '../state/run-state.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { raceAbort } from '../util/race-abort.ts'
import { readTask, type TaskRequest } from './read-task.ts'

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
