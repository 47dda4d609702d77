import { budgetError } from '../budgets/describe-budget.ts'
import type { Run } from '../run/run.ts'
import { expectedSpending } from './count-model-call.ts'

/** The model of a call and its size in characters. */
export interface ReservedCall {
  model: string
  sent: number
  maxReceived: number
}

/**
 * Makes a model call under a reservation on the budgets of the run. What the call has spent is committed after it, so that tools which take
 * long keep nothing reserved. A call that fails is counted with the next commit. Rejects with PfError `budget_exhausted` before the call.
 */
export async function underReservation<T>(run: Run, { model, ...size }: ReservedCall, call: () => Promise<T>): Promise<T> {
  const { ledger, writer } = run.segment
  if (!ledger) return call()
  const spent = await ledger.reserve(expectedSpending(run, model, size))
  if (spent) throw budgetError(spent)
  const result = await call()
  const spending = ledger.holds ? ledger.take() : undefined
  if (spending) await writer.commit({ spending })
  return result
}
