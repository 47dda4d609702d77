import { PfError } from '@pf/core'
import type { Run } from '../run/run.ts'
import { saveState } from '../run/run-state.ts'
import { act } from './act.ts'
import { decide } from './decide.ts'
import type { Outcome } from './outcome.ts'

/** Think, act, observe, until an answer or a limit. One commit a step; the last step is committed with the finish. */
export async function runReact(run: Run): Promise<Outcome> {
  const { maxSteps } = run.agent.limits
  for (let step = 1; step <= maxSteps; step++) {
    Object.assign(run.place, { step, attempt: 1 })
    const outcome = await runStep(run)
    if (outcome) return outcome
    await saveState(run)
    run.signal.throwIfAborted()
  }
  return { reason: 'budget_exhausted', error: new PfError('budget_exhausted', `The run reached its limit of ${maxSteps} steps.`) }
}

async function runStep(run: Run): Promise<Outcome | undefined> {
  const { step } = run.place
  const started = run.agent.now()
  run.emit({ type: 'step_start', step })
  const complete = (node: string, status: 'ok' | 'error', thought = '') => {
    const told = thought !== '' && run.agent.reasoning === 'stream' ? { thought: thought.slice(0, 4_000).toWellFormed() } : {}
    run.emit({ type: 'step_complete', step, node: node.slice(0, 64).toWellFormed(), status, latency_ms: Math.max(0, run.agent.now() - started), ...told })
  }
  const decision = await decide(run)
  if ('outcome' in decision) {
    complete('none', decision.outcome.reason === 'answer' ? 'ok' : 'error')
    return decision.outcome
  }
  const { outcome, status } = await act(run, decision)
  complete(decision.action.next_node, status, decision.thought)
  return outcome
}
