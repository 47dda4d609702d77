import { PfError } from '@pf/core'
import { RunStopped } from '../hooks/run-stopped.ts'
import type { Outcome } from '../run/outcome.ts'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'

/** Returns the outcome of a run that threw: stopped by a hook, by the model or by the store, or failed with an internal error. */
export function outcomeOfError(thrown: unknown): Outcome {
  if (isInstanceOf(thrown, RunStopped)) return stoppedOutcome(thrown)
  const error = isPfError(thrown) ? thrown : new PfError('internal', 'The run ended with an internal error.', { cause: thrown })
  if (error.code === 'cancelled') return { reason: 'cancelled', error }
  if (error.code === 'budget_exhausted') return { reason: 'budget_exhausted', error }
  if (error.code === 'deadline') return { reason: 'deadline', error }
  if (error.code === 'model_refused') return { reason: 'error', route: 'refusal', error }
  return { reason: 'error', error }
}

/** A run that a hook stopped ends as a refusal. The user receives the message of the hook and none of the results so far. */
const stoppedOutcome = ({ stage, reason, answer }: RunStopped): Outcome => ({
  reason: 'answer',
  answer,
  route: 'refusal',
  bare: true,
  warnings: [`${stage} stopped the run: ${reason}`],
})
