import { PfError } from '@pf/core'
import { askForProof } from '../provenance/ask-for-proof.ts'
import { commitStep } from '../run/commit-step.ts'
import type { Outcome } from '../run/outcome.ts'
import { readMessages } from '../run/read-messages.ts'
import { reportComponentFailures } from '../run/report-component-failures.ts'
import type { Run } from '../run/run.ts'
import { continueStep, hasWork } from '../steps/continue-step.ts'
import { decide } from '../steps/decide.ts'
import { executeAction, type StepStatus } from '../steps/execute-action.ts'
import { createPauseSlot } from '../tools/tool-run.ts'

/**
 * Runs the strategy `react` (ReAct, reason and act): thinks, acts and observes until there is an answer, a question or a limit. Each step is
 * committed once; the last step is committed with the finish.
 */
export async function runReasonAct(run: Run): Promise<Outcome> {
  const { maxSteps } = run.agent.limits
  // Nobody has answered, so the run waits again.
  if (run.state.waiting && !run.state.resolution) return { reason: 'paused' }
  if (run.state.waiting) {
    const outcome = await resumeStep(run)
    if (outcome) return outcome
    await endStep(run)
  }
  for (let step = run.state.step + 1; step <= maxSteps; step++) {
    Object.assign(run.state, { step, attempt: 1 })
    run.segment.pause = createPauseSlot()
    const outcome = await runStep(run)
    if (outcome) {
      const checked = await askForProof(run, outcome)
      if (!checked.again) return checked.outcome
    }
    await endStep(run)
  }
  return { reason: 'budget_exhausted', error: new PfError('budget_exhausted', `The run reached its limit of ${maxSteps} steps.`) }
}

async function endStep(run: Run): Promise<void> {
  run.state.in_flight = []
  run.state.transcript.push(...run.state.deferred_messages.splice(0))
  await commitStep(run)
  run.segment.signal.throwIfAborted()
}

async function runStep(run: Run): Promise<Outcome | undefined> {
  const complete = beginStep(run)
  await readMessages(run)
  run.state.transcript.push(...reportComponentFailures(run))
  const decision = await decide(run)
  if ('outcome' in decision) {
    complete('none', decision.outcome.reason === 'answer' ? 'ok' : 'error')
    return decision.outcome
  }
  const { outcome, status } = await executeAction(run, decision)
  complete(decision.action.next_node, status, decision.thought)
  return outcome
}

/** Completes the step that waited, under its own number. Clients see it as a step only if work is left to do. */
async function resumeStep(run: Run): Promise<Outcome | undefined> {
  const { waiting, resolution } = run.state
  if (!waiting || !resolution) return undefined
  run.segment.pause = createPauseSlot()
  const complete = hasWork(waiting) ? beginStep(run) : undefined
  const { outcome, status } = await continueStep(run, waiting, resolution)
  complete?.(waiting.action.next_node, status)
  return outcome
}

function beginStep(run: Run) {
  const { step } = run.state
  const started = run.agent.now()
  run.emit({ type: 'step_start', step })
  return (node: string, status: StepStatus, thought = '') => {
    const shownThought = thought !== '' && run.agent.reasoning === 'stream' ? { thought: thought.slice(0, 4_000).toWellFormed() } : {}
    run.emit({
      type: 'step_complete',
      step,
      node: node.slice(0, 64).toWellFormed(),
      status,
      latency_ms: Math.max(0, run.agent.now() - started),
      ...shownThought,
    })
  }
}
