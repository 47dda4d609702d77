import type { Scope } from './owner.ts'

/**
 * The resources that runs consume, as integers of at least 0. `tokens`: input and output of models. `cost`: millionths of the currency of
 * the price table. `ms`: milliseconds during which a run is active, without the time it waits for an answer.
 */
export interface Spending {
  tokens: number
  cost: number
  ms: number
  model_calls: number
  tool_calls: number
}

/** The units of spending. */
export type SpendingUnit = keyof Spending

/** The scope of a budget: one run with the subagents it starts, a thread, an owner on one day (UTC), or an owner in total. */
export type BudgetScope = 'run' | 'thread' | 'day' | 'owner'

/** A budget and the spent part of it. Amounts of `cost` are in the currency of the price table. */
export interface BudgetStatus {
  scope: BudgetScope
  unit: SpendingUnit
  limit: number
  spent: number
  /** At least 0. */
  left: number
}

/** The spending of a run on an account since its last commit. An account can have any name; its amounts never decrease. */
export interface SpendingEntry {
  account: string
  spending: Spending
}

/** Reads accounts. They are written by the commits of the runs that charge them. */
export interface SpendingStore {
  /** Resolves to the amounts of the accounts, in the given order; zeros for an account that is unknown or belongs to another owner. */
  read(scope: Scope, accounts: readonly string[]): Promise<Spending[]>
}
