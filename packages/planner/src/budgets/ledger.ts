import type { BudgetScope, BudgetStatus, Scope, Spending, SpendingEntry, SpendingStore, SpendingUnit } from '@pf/core'
import { addSpending, noSpending, spendingUnits } from '@pf/core/internal'
import { type BudgetOptions, budgetScopes, limitUnits } from '../options/budget-options.ts'

/** One limit of the host, in the units in which spending is stored. */
export interface BudgetLimit {
  scope: BudgetScope
  unit: SpendingUnit
  limit: number
}

/** Limits and prices of an agent. */
export interface Budgets {
  limits: readonly BudgetLimit[]
  /** From 0 to 1. */
  warnAt: number
  prices: NonNullable<BudgetOptions['prices']>
  store: SpendingStore
}

const million = 1_000_000
const dayMs = 86_400_000

/** Compiles the options of an agent. Undefined without budgets. */
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

/** What one segment of a run spends, and what is left of its budgets. */
export interface SpendingLedger {
  /** Adds what was spent, before its commit. */
  add(spending: Partial<Spending>): void
  /** What was spent since the last call, for the next commit. Undefined when nothing was. */
  take(): SpendingEntry[] | undefined
  /** Reads what all runs have spent. */
  refresh(): Promise<void>
  /** What the run has spent, with its subagents; `cost` in the currency. */
  spent(): Spending
  /** All budgets, narrowest first. */
  statuses(): BudgetStatus[]
  /** The first budget that is used up, of any unit or of one. */
  exhausted(unit?: SpendingUnit): BudgetStatus | undefined
  /** Budgets of which more than the warning limit is spent. */
  low(): BudgetStatus[]
  /** Stops the clock that ends the run when a budget of time is used up. */
  stop(): void
}

/** What a ledger is made of. */
export interface LedgerOptions {
  budgets: Budgets
  scope: Scope
  thread_id: string
  /** The run whose budget is spent: the run itself, or the one that started it as a subagent. */
  budget_run_id: string
  now: () => number
  /** Called once when a budget of time is used up while the run works. */
  onTimeSpent: (status: BudgetStatus) => void
}

/** Creates the ledger of one segment. Its time begins now. */
export function createLedger({ budgets, scope, thread_id, budget_run_id, now, onTimeSpent }: LedgerOptions): SpendingLedger {
  const accountOf = (budget: BudgetScope) =>
    ({ run: `run:${budget_run_id}`, thread: `thread:${thread_id}`, day: `day:${new Date(now()).toISOString().slice(0, 10)}`, owner: 'owner' })[budget]
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
