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

/** Returns the sum of many amounts. */
export const sumSpending = (amounts: Iterable<Partial<Spending>>): Spending => {
  let sum: Spending = noSpending
  for (const amount of amounts) sum = addSpending(sum, amount)
  return sum
}

/** The state of one account when a reservation is requested: `reserved` by other runs. */
export interface AccountState {
  limits: Partial<Spending>
  spent: Spending
  reserved: Spending
}

/** True if an amount may be reserved on all accounts, as `SpendingStore.reserve` describes. */
export function mayReserve(accounts: readonly AccountState[], wanted: Partial<Spending>): boolean {
  return accounts.every(({ limits, spent, reserved }) =>
    spendingUnits.every((unit) => {
      const limit = limits[unit]
      if (limit === undefined) return true
      if (spent[unit] >= limit) return false
      const amount = wanted[unit] ?? 0
      return amount === 0 || reserved[unit] === 0 || spent[unit] + reserved[unit] + amount <= limit
    }),
  )
}
