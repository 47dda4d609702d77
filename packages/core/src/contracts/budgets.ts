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

/** The amounts that a run may spend until its next commit, and the limits of the accounts on which it spends them. */
export interface SpendingReservation {
  run_id: string
  accounts: readonly { account: string; limits: Partial<Spending> }[]
  /** Reserved on each account. */
  spending: Partial<Spending>
  /** Milliseconds after which the reservation ends, above 0. It usually ends with a commit; this is for a process that dies. */
  ttlMs: number
}

/** `spent` has the amounts of the accounts in the given order, as `read` returns them. */
export interface ReservationResult {
  granted: boolean
  spent: Spending[]
}

/** Reads accounts and reserves amounts on them. Amounts are written by the commits of the runs that spend them. */
export interface SpendingStore {
  /** Resolves to the amounts of the accounts, in the given order; zeros for an account that is unknown or belongs to another owner. */
  read(scope: Scope, accounts: readonly string[]): Promise<Spending[]>
  /**
   * Reserves amounts, so that runs that work at the same time do not exceed a limit together. Granted if, for every limit, the account is
   * below it, and either no other run has reserved this unit, or what is spent, reserved by others and wanted is within the limit. A unit
   * that is not wanted is only compared with its limit. The request replaces the earlier reservation of the run, and a refused request ends
   * it. A reservation also ends with the next commit of the run that has `spending` or finishes it. Reservations of two requests are never
   * granted on the same remaining amount, in any process.
   */
  reserve(scope: Scope, reservation: SpendingReservation): Promise<ReservationResult>
}
