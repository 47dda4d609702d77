import type { Spending, SpendingUnit } from '../contracts/budgets.ts'

/** The units of spending, in the order of the contract. */
export const spendingUnits: readonly SpendingUnit[] = ['tokens', 'cost', 'ms', 'model_calls', 'tool_calls']

/** Spending of zero in all units. */
export const noSpending: Readonly<Spending> = Object.freeze({ tokens: 0, cost: 0, ms: 0, model_calls: 0, tool_calls: 0 })

/** Returns the sum of two amounts. */
export function addSpending(left: Spending, right: Partial<Spending>): Spending {
  const sum = { ...left }
  for (const unit of spendingUnits) sum[unit] += right[unit] ?? 0
  return sum
}
