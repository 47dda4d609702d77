import { PfError } from '@pf/core'
import { RunStopped } from '../hooks/run-stopped.ts'
import type { Outcome } from '../run/outcome.ts'
import { isInstanceOf } from '../util/is-instance-of.ts'
import { isPfError } from '../util/is-pf-error.ts'

/** How a run ends that threw: stopped on purpose, by the model, by the store, or by a fault of ours. */
export function outcomeOfError(thrown: unknown): Outcome {
  if (isInstanceOf(thrown, RunStopped)) return stoppedOutcome(thrown)
  const error = isPfError(thrown) ? thrown : new PfError('internal', 'The run ended with an internal error.', { cause: thrown })
  if (error.code === 'cancelled') return { reason: 'cancelled', error }
  if (error.code === 'deadline') return { reason: 'deadline', error }
  if (error.code === 'model_refused') return { reason: 'error', route: 'refusal', error }
  return { reason: 'error', error }
}

/** A run that a hook stopped is a refusal: what the user gets is the hook's message and nothing that was found until then. */
const stoppedOutcome = ({ stage, reason, answer }: RunStopped): Outcome => ({
  reason: 'answer',
  answer,
  route: 'refusal',
  bare: true,
  warnings: [`${stage} stopped the run: ${reason}`],
})
