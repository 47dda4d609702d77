import { type BudgetStatus, PfError } from '@pf/core'

const scopeNames = { run: 'this run', thread: 'this conversation', day: 'this user for today', owner: 'this user' } as const
const unitNames = { tokens: 'tokens', cost: 'of the cost limit', ms: 'ms of work', model_calls: 'model calls', tool_calls: 'tool calls' } as const

const inUnits = ({ spent, limit, unit }: BudgetStatus) => `${round(spent)} of ${round(limit)} ${unitNames[unit]}`

const round = (amount: number) => Math.round(amount * 1_000_000) / 1_000_000

/** Returns the error of a run whose budget is exhausted. */
export function budgetError(status: BudgetStatus): PfError {
  const { scope, unit, limit, spent } = status
  return new PfError('budget_exhausted', `The budget of ${scopeNames[scope]} is used up: ${inUnits(status)}.`, { fields: { scope, unit, limit, spent } })
}

/** Returns the text for the model and the log when a budget is nearly exhausted. */
export const lowBudgetText = (status: BudgetStatus): string => `The budget of ${scopeNames[status.scope]} is nearly used up: ${inUnits(status)}.`
