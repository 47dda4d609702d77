import type { ModelMessage } from '../model/model.ts'
import { actionMessage } from '../prompt/transcript-messages.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { listFigures, type TracedAnswer, traceOutcome, unprovenFigures } from './trace-run.ts'

/** Code of the warnings about figures without an origin, and reason for which text is withdrawn. */
export const unprovenCode = 'unproven_figures'

/** The result of checking an answer: the outcome with its figures traced, and whether the model is asked again. */
export interface CheckedAnswer {
  outcome: Outcome
  again: boolean
}

const start = '[planner] These figures are in no result: '

/** True if the model was already asked about figures in this run. */
const wasAsked = (run: Run): boolean => run.state.transcript.some(({ role, content }) => role === 'user' && content.startsWith(start))

/**
 * Checks the figures of an answer. With the policies `warn` and `refuse`, an answer with figures that are in no result is withdrawn once, and
 * the transcript asks the model to correct it in the next step.
 */
export async function askForProof(run: Run, outcome: Outcome): Promise<CheckedAnswer> {
  const traced = await traceOutcome(run, outcome)
  if (!traced) return { outcome, again: false }
  const checked = { ...outcome, traced }
  const unproven = unprovenFigures(traced.provenance)
  const { provenance: policy, limits } = run.agent
  const isLast = run.state.step >= limits.maxSteps || run.state.tokens >= limits.maxTokens
  if (unproven.length === 0 || policy === 'mark' || isLast || wasAsked(run)) return { outcome: checked, again: false }
  const figures = listFigures(unproven)
  run.emit({
    type: 'warning',
    step: run.state.step,
    code: unprovenCode,
    text: `The model was asked again, because these figures are in no result: ${figures}.`,
  })
  run.segment.answer.withdraw(unprovenCode)
  const { kept_reasoning: reasoning } = run.state
  delete run.state.kept_reasoning
  const action = actionMessage({ next_node: 'final_response', args: outcome.args ?? {} }, run.agent.format)
  run.state.transcript.push({ ...action, ...(reasoning ? { reasoning } : {}) }, proofMessage(figures))
  return { outcome: checked, again: true }
}

const proofMessage = (figures: string): ModelMessage => ({
  role: 'user',
  content: `${start}${figures}. The user has not seen your answer. Correct the figures from the results above, call a tool for what is missing, declare a computation in "computations", or leave the figures out. A figure that you know and no tool returned must be called that in the answer.`,
})

/** With the policy `refuse`, replaces an answer with figures that are in no result by a refusal that names them. */
export async function refuseUnproven(run: Run, outcome: Outcome): Promise<Outcome> {
  const traced: TracedAnswer | undefined = await traceOutcome(run, outcome)
  if (!traced) return outcome
  const unproven = unprovenFigures(traced.provenance)
  if (unproven.length === 0 || run.agent.provenance !== 'refuse') return { ...outcome, traced }
  const figures = listFigures(unproven)
  run.segment.answer.withdraw(unprovenCode)
  const { args: _, ...rest } = outcome
  return {
    ...rest,
    traced,
    answer: `The answer is withheld, because these figures are in no result: ${figures}.`,
    route: 'refusal',
    warnings: [...(outcome.warnings ?? []), `${unprovenCode}: ${figures}`],
  }
}
