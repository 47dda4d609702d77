import type { BudgetScope, BudgetStatus, Scope, Spending, SpendingEntry, SpendingStore, SpendingUnit } from '@pf/core'
import { addSpending, noSpending, ownerAccount, runAccount, spendingUnits, threadAccount } from '@pf/core/internal'
import { type BudgetOptions, budgetScopes, limitUnits } from '../options/budget-options.ts'

/** One limit set by the host, in the units in which spending is stored. */
export interface BudgetLimit {
  scope: BudgetScope
  unit: SpendingUnit
  limit: number
}

/** Limits and prices of an agent. */
export interface Budgets {
  limits: readonly BudgetLimit[]
  /** The warning threshold, from 0 to 1. */
  warnAt: number
  prices: NonNullable<BudgetOptions['prices']>
  store: SpendingStore
}

const million = 1_000_000
const dayMs = 86_400_000

/** Compiles the budget options of an agent. Returns undefined without budgets. */
export function compileBudgets(options: BudgetOptions | undefined, store: SpendingStore | undefined): Budgets | undefined {
  if (!options || !store) return undefined
  const limits = budgetScopes.flatMap((scope) =>
    Object.entries(limitUnits).flatMap(([name, unit]): BudgetLimit[] => {
      const limit = options[scope]?.[name as keyof typeof limitUnits]
      if (limit === undefined) return []
      return [{ scope, unit, limit: unit === 'cost' ? limit * million : limit }]
    }),
  )
  return { limits, warnAt: options.warnAt ?? 0.8, prices: options.prices ?? {}, store }
}

/** The spending of one segment of a run, and the remaining amounts of its budgets. */
export interface SpendingLedger {
  /** Adds an amount that was spent, before its commit. */
  add(spending: Partial<Spending>): void
  /** Returns the amounts spent since the last call, for the next commit; undefined if there are none. */
  take(): SpendingEntry[] | undefined
  /** Reads the spending of all runs. */
  refresh(): Promise<void>
  /** Returns the spending of the run with its subagents. `cost` is in the currency. */
  spent(): Spending
  /** Returns the status of all budgets, narrowest first. */
  statuses(): BudgetStatus[]
  /** Returns the first exhausted budget, of any unit or of the given one. */
  exhausted(unit?: SpendingUnit): BudgetStatus | undefined
  /** Returns the budgets that are above the warning threshold. */
  low(): BudgetStatus[]
  /** Stops the timer that ends the run when a time budget is exhausted. */
  stop(): void
}

/** Options of a ledger. */
export interface LedgerOptions {
  budgets: Budgets
  scope: Scope
  threadId: string
  /** The run whose budget is charged: the run itself, or the run that started it as a subagent. */
  budgetRunId: string
  now: () => number
  /** Called once when a time budget is exhausted while the run is active. */
  onTimeSpent: (status: BudgetStatus) => void
}

/** Creates the ledger of one segment, whose time starts now. */
export function createLedger({ budgets, scope, threadId, budgetRunId, now, onTimeSpent }: LedgerOptions): SpendingLedger {
  const accountOf = (budget: BudgetScope) =>
    ({ run: runAccount(budgetRunId), thread: threadAccount(threadId), day: `day:${new Date(now()).toISOString().slice(0, 10)}`, owner: ownerAccount })[budget]
  const used = budgetScopes.filter((budget) => budget === 'run' || budgets.limits.some((limit) => limit.scope === budget))
  const stored = new Map<string, Spending>()
  let pending: Spending = noSpending
  let since = now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const addTime = () => {
    const time = now()
    pending = addSpending(pending, { ms: Math.max(0, time - since) })
    since = time
  }
  const spentOn = (budget: BudgetScope) => addSpending(pending, stored.get(accountOf(budget)) ?? noSpending)
  const statusOf = ({ scope: budget, unit, limit }: BudgetLimit): BudgetStatus => {
    const spent = spentOn(budget)[unit]
    const scale = unit === 'cost' ? million : 1
    return { scope: budget, unit, limit: limit / scale, spent: spent / scale, left: Math.max(0, limit - spent) / scale }
  }
  const statuses = () => {
    addTime()
    return budgets.limits.map(statusOf)
  }
  const watchTime = () => {
    clearTimeout(timer)
    const [first] = statuses()
      .filter(({ unit }) => unit === 'ms')
      .sort((a, b) => a.left - b.left)
    if (first && first.left < dayMs) timer = setTimeout(() => onTimeSpent({ ...first, spent: first.limit, left: 0 }), first.left)
  }
  return {
    add(spending) {
      pending = addSpending(pending, spending)
    },
    take() {
      addTime()
      const spending = pending
      pending = noSpending
      if (!spendingUnits.some((unit) => spending[unit] > 0)) return undefined
      const accounts = used.map(accountOf)
      for (const account of accounts) stored.set(account, addSpending(spending, stored.get(account) ?? noSpending))
      return accounts.map((account) => ({ account, spending }))
    },
    async refresh() {
      const accounts = used.map(accountOf)
      const amounts = await budgets.store.read(scope, accounts)
      accounts.forEach((account, index) => {
        stored.set(account, amounts[index] ?? noSpending)
      })
      watchTime()
    },
    spent() {
      addTime()
      const { cost, ...spent } = spentOn('run')
      return { ...spent, cost: cost / million }
    },
    statuses,
    exhausted: (unit) => statuses().find((status) => status.left === 0 && (unit === undefined || status.unit === unit)),
    low: () => statuses().filter(({ spent, limit }) => spent >= limit * budgets.warnAt),
    stop: () => clearTimeout(timer),
  }
}
