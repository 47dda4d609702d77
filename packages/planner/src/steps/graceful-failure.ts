import { PfError } from '@pf/core'
import type { Outcome } from '../run/outcome.ts'

/**
 * Returns the outcome of a run whose model did not recover: a fixed question to the user, never text of the model. `isCut`: the output limit was
 * reached in the last attempt, for example inside the reasoning, and another question would not help.
 */
export function gracefulFailure(code: string, { isCut = false }: { isCut?: boolean } = {}): Outcome {
  if (isCut)
    return {
      reason: 'no_path',
      answer: 'I reached my output limit before I had an answer. Could you ask for less at once?',
      requires_followup: true,
      warnings: [
        `The model reached its output limit (max_tokens) before its answer (${code}), for example while it was reasoning. Raise maxTokens of the model.`,
      ],
      error: new PfError('repair_exhausted', 'The output limit of the model was reached before its answer in the last attempt.'),
    }
  return {
    reason: 'no_path',
    answer: 'I could not find an answer this time. Could you rephrase your question or add more details?',
    requires_followup: true,
    warnings: [`The model did not produce a valid output after all repair attempts (${code}).`],
    error: new PfError('repair_exhausted', 'The output of the model was still not valid after all repair attempts.'),
  }
}

/** Returns the outcome of a run in which every attempt at an answer was cut: the longest partial answer. */
export function partialAnswerOutcome(answer: string): Outcome {
  return {
    reason: 'answer',
    args: { answer },
    route: 'partial',
    warnings: [
      'The answer is incomplete: the model reached its output limit (max_tokens) in every attempt. Raise maxTokens of the model, or ask for a shorter answer.',
    ],
  }
}
