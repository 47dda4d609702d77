import type { Scope } from './owner.ts'

/**
 * What runs spend; whole numbers of at least 0. `tokens`: input and output of models. `cost`: millionths of the currency of the price table.
 * `ms`: milliseconds in which a run works, without the time in which it waits for an answer.
 */
export interface Spending {
  tokens: number
  cost: number
  ms: number
  model_calls: number
  tool_calls: number
}

/** The kinds of amounts. */
export type SpendingUnit = keyof Spending

/** What a budget holds for: one run with the subagents it starts, a thread, an owner on one day (UTC), or an owner in all. */
export type BudgetScope = 'run' | 'thread' | 'day' | 'owner'

/** One budget and how much of it is spent. The amounts of `cost` are in the currency of the price table. */
export interface BudgetStatus {
  scope: BudgetScope
  unit: SpendingUnit
  limit: number
  spent: number
  /** At least 0. */
  left: number
}

/** What a run has spent on an account since its last commit. An account is any name; its amounts only grow. */
export interface SpendingEntry {
  account: string
  spending: Spending
}

/** Reads accounts. They are written by the commits of the runs that spend. */
export interface SpendingStore {
  /** Resolves to the amounts of the accounts, in their order; zeros for an account that is unknown or belongs to another owner. */
  read(scope: Scope, accounts: readonly string[]): Promise<Spending[]>
}
