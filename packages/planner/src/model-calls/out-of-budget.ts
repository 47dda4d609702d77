import { type BudgetStatus, PfError } from '@pf/core'
import { budgetError, lowBudgetText } from '../budgets/describe-budget.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'

/**
 * Returns the outcome of a run that has exhausted its tokens or a budget; undefined if it may continue. Checked before every model call.
 * The model is informed once about a budget that is nearly exhausted, so that it can finish its answer.
 */
export async function outOfBudget(run: Run): Promise<Outcome | undefined> {
  const { maxTokens } = run.agent.limits
  if (run.state.tokens >= maxTokens) return exhausted(new PfError('budget_exhausted', `The run reached its limit of ${maxTokens} tokens.`))
  const { ledger } = run.segment
  if (!ledger) return undefined
  await ledger.refresh()
  const spent = ledger.exhausted()
  if (spent) return exhausted(budgetError(spent))
  warnOnce(run, ledger.low())
  return undefined
}

const exhausted = (error: PfError): Outcome => ({ reason: 'budget_exhausted', error })

function warnOnce({ state, emit }: Run, low: readonly BudgetStatus[]): void {
  const { budget } = state
  for (const status of low) {
    const key = `${status.scope}:${status.unit}`
    if (!budget || budget.warned.includes(key)) continue
    budget.warned.push(key)
    const text = lowBudgetText(status)
    emit({ type: 'warning', step: state.step, code: 'budget_low', text })
    state.transcript.push({ role: 'user', content: `${text} Finish now: answer with what you know, and say what is missing.` })
  }
}
