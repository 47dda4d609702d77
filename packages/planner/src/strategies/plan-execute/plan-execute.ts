import { ActionError, normalizeAction, PfError } from '@pf/core'
import { actionText } from '../../hooks/pass-output.ts'
import { createActionStream } from '../../model-calls/action-stream.ts'
import { callModel } from '../../model-calls/call-model.ts'
import { conversationOf } from '../../model-calls/conversation.ts'
import { outOfBudget } from '../../model-calls/out-of-budget.ts'
import type { Outcome } from '../../run/outcome.ts'
import type { Run } from '../../run/run.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import { resolveWaitingCall } from '../../steps/continue-step.ts'
import { gracefulFailure } from '../../steps/graceful-failure.ts'
import { createPauseSlot } from '../../tools/tool-run.ts'
import { isInstanceOf, isPfError } from '../../util/thrown-message.ts'
import { makePlan } from './make-plan.ts'
import { respondMessage } from './messages.ts'
import { allReports, enterStage, plannedCallId, recordCall, runCalls } from './run-calls.ts'

/** Runs the responding stage: one model call writes the answer from the conversation and the results. */
async function respond(run: Run, planned: PlannedRun): Promise<Outcome> {
  const step = enterStage(run, 'respond')
  const started = run.agent.now()
  run.emit({ type: 'step_start', step })
  const outcome = (await outOfBudget(run)) ?? (await askForAnswer(run, planned))
  const status = outcome.reason === 'answer' ? 'ok' : 'error'
  run.emit({ type: 'step_complete', step, node: 'final_response', status, latency_ms: Math.max(0, run.agent.now() - started) })
  return outcome
}

async function askForAnswer(run: Run, planned: PlannedRun): Promise<Outcome> {
  const stream = createActionStream(run)
  const message = respondMessage(planned, allReports(run, planned), run.agent.limits.observationChars * 4)
  try {
    const turn = await callModel(run, { messages: [...conversationOf(run), ...run.state.transcript, message], stream })
    if (turn.refusal !== undefined) {
      stream.withdraw('refusal')
      return { reason: 'answer', args: { answer: turn.refusal }, route: 'refusal' }
    }
    if (turn.finish === 'error') throw new PfError('model_cut', 'The provider ended the answer with an error; ask again.')
    if (turn.finish === 'content_filter') throw new PfError('model_refused', "The provider's content filter stopped the output.")
    const args = readAnswer(run, actionText(turn))
    if (args) return { reason: 'answer', args }
    stream.withdraw('not_an_answer')
    return gracefulFailure('unknown_tool')
  } catch (error) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    if (isInstanceOf(error, ActionError)) {
      stream.withdraw(error.code)
      return gracefulFailure(error.code)
    }
    if (isPfError(error)) return { reason: 'error', error }
    stream.withdraw('internal')
    throw error
  }
}

/** Returns undefined for output that calls a tool. Plain text is accepted as an answer, because nothing else was requested. */
function readAnswer(run: Run, text: string): Record<string, unknown> | undefined {
  try {
    const { action } = normalizeAction(text, { tools: run.toolNames, format: run.agent.format })
    return action.next_node === 'final_response' ? action.args : undefined
  } catch (error) {
    if (!isInstanceOf(error, ActionError) || error.code !== 'missing_next_node' || /[{}]/.test(text) || text.trim() === '') throw error
    return { answer: text.trim() }
  }
}

/**
 * Runs the strategy plan-execute: one model call plans, the calls run one after the other without a model, and one model call answers. A
 * run takes one model call if no tool is needed, and two in all other cases.
 */
export async function runPlanExecute(run: Run): Promise<Outcome> {
  if (run.state.waiting && !run.state.resolution) return { reason: 'paused' }
  if (!run.state.planned) {
    const outcome = await makePlan(run)
    if (outcome) return withPlanReport(run, outcome)
  }
  const { planned } = run.state
  if (!planned) throw new TypeError('The model returned neither a plan nor an answer.')
  if (await finishWaiting(run, planned)) return { reason: 'paused' }
  run.segment.pause = createPauseSlot()
  if (await runCalls(run, planned)) return recordWaitingStep(run, planned)
  run.state.transcript.push(...run.state.deferred_messages.splice(0))
  return withPlanReport(run, await respond(run, planned))
}

/** Completes the call that waited, or runs it again with the answer. Resolves to true if it waits again. */
async function finishWaiting(run: Run, planned: PlannedRun): Promise<boolean> {
  const { waiting, resolution } = run.state
  if (!waiting || !resolution) return false
  run.segment.pause = createPauseSlot()
  enterStage(run, 'execute')
  const outcome = await resolveWaitingCall(run, waiting, resolution)
  delete run.state.resolution
  if (outcome.status === 'paused') {
    recordWaitingStep(run, planned)
    return true
  }
  delete run.state.waiting
  recordCall(run, planned, outcome)
  return false
}

/** Stores everything that another node needs to continue. */
function recordWaitingStep(run: Run, planned: PlannedRun): Outcome {
  const { claim } = run.segment.pause
  const index = planned.done.length
  const call = planned.calls[index]
  if (!claim || !call) throw new TypeError('A call waits, but no question was asked.')
  run.state.waiting = { ...claim, action: { next_node: call.tool_name, args: claim.call.args }, tool_call_id: plannedCallId(run, index) }
  return { reason: 'paused' }
}

/** Adds the number of model calls and the status of each planned call to the payload as `extra.plan`. */
function withPlanReport(run: Run, outcome: Outcome): Outcome {
  const calls = run.state.planned
    ? allReports(run, run.state.planned).map(({ tool_name, status, kind }) => ({ tool_name, status, ...(kind ? { kind } : {}) }))
    : []
  const extra = outcome.args?.extra
  const given = typeof extra === 'object' && extra !== null ? extra : {}
  return { ...outcome, args: { ...outcome.args, extra: { ...given, plan: { model_calls: run.state.model_calls, calls } } } }
}
