import type { Outcome } from '../../run/outcome.ts'
import type { Run } from '../../run/run.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import { resolveWaitingCall } from '../../steps/continue-step.ts'
import { createPauseSlot } from '../../tools/pause-slot.ts'
import { makePlan } from './make-plan.ts'
import { respond } from './respond.ts'
import { allReports, plannedCallId, recordCall, runCalls } from './run-calls.ts'
import { enterStage } from './stage-step.ts'

/**
 * Plan, execute, respond: one model call plans, the calls run one after the other without a model, and one model call answers. A run takes one
 * model call when no tool is needed, and two in all other cases.
 */
export async function runPlanExecute(run: Run): Promise<Outcome> {
  if (run.state.waiting && !run.state.resolution) return { reason: 'paused' }
  if (!run.state.planned) {
    const outcome = await makePlan(run)
    if (outcome) return withPlanReport(run, outcome)
  }
  const { planned } = run.state
  if (!planned) throw new TypeError('There is neither a plan nor an answer.')
  if (await finishWaiting(run, planned)) return { reason: 'paused' }
  run.segment.pause = createPauseSlot()
  if (await runCalls(run, planned)) return recordWaitingStep(run, planned)
  run.state.transcript.push(...run.state.deferred_messages.splice(0))
  return withPlanReport(run, await respond(run, planned))
}

/** Completes the call that waited, or runs it again with the answer. Resolves with true when it waits again. */
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
  if (!claim || !call) throw new TypeError('A call waits without having asked.')
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
