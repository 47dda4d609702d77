import type { BudgetScope, BudgetStatus, Scope, Spending, SpendingEntry, SpendingStore, SpendingUnit } from '@pf/core'
import { addSpending, noSpending, ownerAccount, runAccount, spendingUnits, threadAccount } from '@pf/core/internal'
import { type BudgetOptions, budgetScopes, limitUnits } from '../options/budget-options.ts'
import { raceAbort } from '../util/race-abort.ts'

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
  /** Output tokens that are reserved for a model call. */
  reservedOutput: number
  store: SpendingStore
}

const million = 1_000_000
const defaultReservedOutput = 4_096
/** Interval in milliseconds at which a run asks again while other runs have reserved what is left. */
const askAgainMs = 100
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
  return { limits, warnAt: options.warnAt ?? 0.8, prices: options.prices ?? {}, reservedOutput: options.reservedOutputTokens ?? defaultReservedOutput, store }
}

/** The spending of one segment of a run, and the remaining amounts of its budgets. */
export interface SpendingLedger {
  /** Adds an amount that was spent, before its commit. */
  add(spending: Partial<Spending>): void
  /** Returns the amounts spent since the last call, for the next commit; undefined if there are none. */
  take(): SpendingEntry[] | undefined
  /**
   * Reserves what is not committed yet and the amount that a call may spend. While other runs have reserved what is left, waits for their
   * commits. Resolves to the exhausted budget, if there is one. Rejects with the abort reason of the run.
   */
  reserve(expected: Partial<Spending>): Promise<BudgetStatus | undefined>
  /** True while a reservation is held that the next commit should end. */
  readonly holds: boolean
  /** Returns what the run has spent and the status of its budgets, if anything was committed since the last call. */
  news(): { spent: Spending; limits: BudgetStatus[] } | undefined
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
  /** The run that spends. */
  runId: string
  /** The maximum duration of the segment, after which a reservation of a process that died ends. */
  maxMs: number
  signal: AbortSignal
  /** The run whose budget is charged: the run itself, or the run that started it as a subagent. */
  budgetRunId: string
  now: () => number
  /** Called once when a time budget is exhausted while the run is active. */
  onTimeSpent: (status: BudgetStatus) => void
}

/** Creates the ledger of one segment, whose time starts now. */
export function createLedger({ budgets, scope, threadId, runId, maxMs, signal, budgetRunId, now, onTimeSpent }: LedgerOptions): SpendingLedger {
  const accountOf = (budget: BudgetScope) =>
    ({ run: runAccount(budgetRunId), thread: threadAccount(threadId), day: `day:${new Date(now()).toISOString().slice(0, 10)}`, owner: ownerAccount })[budget]
  const used = budgetScopes.filter((budget) => budget === 'run' || budgets.limits.some((limit) => limit.scope === budget))
  const stored = new Map<string, Spending>()
  let pending: Spending = noSpending
  let since = now()
  let holds = false
  let isUnreported = false
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
  const limitsOf = (budget: BudgetScope) =>
    Object.fromEntries(budgets.limits.filter((each) => each.scope === budget && each.unit !== 'ms').map(({ unit, limit }) => [unit, limit]))
  const isReserved = budgets.limits.some(({ unit }) => unit !== 'ms')
  const store = (accounts: readonly string[], amounts: readonly Spending[]) => {
    accounts.forEach((account, index) => {
      stored.set(account, amounts[index] ?? noSpending)
    })
    watchTime()
  }
  const spent = () => {
    addTime()
    const { cost, ...amounts } = spentOn('run')
    return { ...amounts, cost: cost / million }
  }
  const exhausted = (unit?: SpendingUnit) => statuses().find((status) => status.left === 0 && (unit === undefined || status.unit === unit))
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
      if (!holds && !spendingUnits.some((unit) => spending[unit] > 0)) return undefined
      holds = false
      isUnreported = true
      const accounts = used.map(accountOf)
      for (const account of accounts) stored.set(account, addSpending(spending, stored.get(account) ?? noSpending))
      return accounts.map((account) => ({ account, spending }))
    },
    async refresh() {
      const accounts = used.map(accountOf)
      store(accounts, await budgets.store.read(scope, accounts))
    },
    async reserve(expected) {
      while (isReserved) {
        const accounts = used.map(accountOf)
        const spending = { ...addSpending(pending, expected), ms: 0 }
        const reservation = {
          run_id: runId,
          accounts: used.map((budget) => ({ account: accountOf(budget), limits: limitsOf(budget) })),
          spending,
          ttlMs: maxMs,
        }
        const { granted, spent: amounts } = await budgets.store.reserve(scope, reservation)
        holds = granted
        store(accounts, amounts)
        const status = exhausted()
        if (status || granted) return status
        await raceAbort(new Promise((resolve) => setTimeout(resolve, askAgainMs)), signal)
      }
      return undefined
    },
    get holds() {
      return holds
    },
    news() {
      if (!isUnreported) return undefined
      isUnreported = false
      return { spent: spent(), limits: statuses() }
    },
    spent,
    statuses,
    exhausted,
    low: () => statuses().filter(({ spent, limit }) => spent >= limit * budgets.warnAt),
    stop: () => clearTimeout(timer),
  }
}
