import { buildFinalPayload } from '@pf/artifacts'
import type { FinalPayload } from '@pf/core'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'

/** Reasons after which the text that was streamed so far is kept as a partial answer. */
const stopped = new Set(['cancelled', 'deadline', 'budget_exhausted', 'error'])

/** Builds the payload of a finish. Never throws for data of a run: the builder leaves out what cannot be represented. */
export function buildPayload(run: Run, outcome: Outcome): FinalPayload {
  const { reason, error } = outcome
  const partial = stopped.has(reason) ? run.segment.answer.text : ''
  const answer = outcome.answer ?? (partial === '' ? undefined : partial)
  const args = outcome.args || outcome.route || outcome.requires_followup !== undefined ? argsOf(outcome) : undefined
  return buildFinalPayload({
    reason,
    ...(args ? { args } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(outcome.bare ? {} : { artifacts: run.segment.collector.getAll(), sources: run.state.sources }),
    ...(showsFallback(run, outcome) ? { fallback: run.state.last_observation } : {}),
    ...(outcome.reflection === undefined ? {} : { reflection: outcome.reflection }),
    warnings: [...new Set([...run.state.warnings, ...(outcome.warnings ?? [])])],
    // A run without a path asks the user; its error code is for the log only.
    ...(error && reason !== 'no_path' ? { error: { code: error.code, message: error.message } } : {}),
  })
}

/** `onAnswerDelta` does not check text that is not streamed, so such a text must not contain results of the run. */
function showsFallback({ state, agent }: Run, { reason, bare }: Outcome): boolean {
  return state.last_observation !== undefined && !bare && (reason !== 'error' || !agent.checks.onAnswerDelta)
}

function argsOf({ args, route, requires_followup }: Outcome): Record<string, unknown> {
  return { ...args, ...(route === undefined ? {} : { route }), ...(requires_followup === undefined ? {} : { requires_followup }) }
}
