import { PfError } from '@pf/core'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'

/** The outcome of a run that has used up its tokens; undefined while tokens are left. Checked before every model call. */
export function outOfTokens({ state, agent }: Run): Outcome | undefined {
  const { maxTokens } = agent.limits
  if (state.tokens < maxTokens) return undefined
  return { reason: 'budget_exhausted', error: new PfError('budget_exhausted', `The run reached its limit of ${maxTokens} tokens.`) }
}
