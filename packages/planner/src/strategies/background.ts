import { type JsonValue, PfError, toolCallId } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { callTool } from '../calls/call-tool.ts'
import { actionMessage, observationMessage } from '../prompt/transcript-messages.ts'
import { announceUnlessChecked } from '../run/announce-call.ts'
import { commitStep } from '../run/commit-step.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import type { Background } from '../state/background.ts'
import { resolveWaitingCall } from '../steps/continue-step.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import { createPauseSlot } from '../tools/tool-run.ts'

/** Returns the outcome of a report without a model, whose text is the answer. */
export const runNotice = ({ text }: Extract<Background, { kind: 'report' }>): Outcome => ({ reason: 'answer', args: { answer: text } })

/**
 * Runs one call of a tool, without a model. The answer is the result of the tool, in the form that a model would read. A call that must not
 * run twice and was in flight when its process ended is not made again.
 */
export async function runJob(run: Run, job: Extract<Background, { kind: 'job' }>): Promise<Outcome> {
  const { state } = run
  const { waiting, resolution } = state
  if (waiting && !resolution) return { reason: 'paused' }
  const known = state.transcript.length > 0 || state.step > 0 ? lastObservation(run) : undefined
  if (known && !waiting) return known
  run.segment.pause = createPauseSlot()
  const observed = waiting && resolution ? await resolveWaitingCall(run, waiting, resolution) : await call(run, job)
  if (observed.status === 'paused') return pauseJob(run, job)
  delete state.waiting
  delete state.resolution
  // The result is in the commit that ends the call, so that a process that takes over before the run has ended does not call again.
  const { tool, tool_args } = job
  const result = { tool_call_id: toolCallId(run.runId, 1, { attempt: state.attempt }), tool, observation: observed.observation ?? null }
  state.transcript.push(actionMessage({ next_node: tool, args: tool_args }, run.agent.format), observationMessage(result))
  state.in_flight = []
  await commitStep(run)
  return outcomeOf(observed)
}

/** Returns the result that another process left in the transcript. */
function lastObservation({ state }: Run): Outcome | undefined {
  const last = state.transcript.at(-1)
  if (!last) return undefined
  const { observation } = JSON.parse(last.content) as { observation: JsonValue }
  // An error of the planner has a code; the result of a tool may have a field of this name.
  const isError = isRecord(observation) && isRecord(observation.error) && typeof observation.error.code === 'string'
  return outcomeOf({ status: isError ? 'error' : 'ok', observation: observation as ToolOutcome['observation'] })
}

async function call(run: Run, { tool: name, tool_args }: Extract<Background, { kind: 'job' }>): Promise<ToolOutcome> {
  Object.assign(run.state, { step: 1 })
  const tool_call_id = toolCallId(run.runId, 1, { attempt: run.state.attempt })
  const tool = run.tools.get(name)
  if (tool) announceUnlessChecked(run, tool, { step: 1, tool_call_id, args: tool_args })
  return (await callTool(run, { action: { next_node: name, args: tool_args }, tool_call_id })).observed
}

function pauseJob(run: Run, { tool, tool_args }: Extract<Background, { kind: 'job' }>): Outcome {
  const { claim } = run.segment.pause
  if (!claim) throw new TypeError('A job waits, but no question was asked.')
  run.state.waiting = { ...claim, action: { next_node: tool, args: tool_args }, tool_call_id: claim.call.tool_call_id }
  delete run.state.resolution
  return { reason: 'paused' }
}

function outcomeOf({ status, observation, code }: ToolOutcome): Outcome {
  if (status === 'ok') return { reason: 'answer', args: { answer: textOf(observation) } }
  const error = observation as { error?: { code?: string; message?: string } }
  const message = error.error?.message ?? 'The tool did not succeed.'
  return { reason: 'error', error: new PfError('tool_failed', message, { fields: { code: code ?? error.error?.code ?? 'tool_failed' } }) }
}

/** Returns the text of an observation. An answer must not be empty. */
const textOf = (observation: JsonValue | undefined) =>
  typeof observation === 'string' && observation !== '' ? observation : JSON.stringify(observation ?? null)
