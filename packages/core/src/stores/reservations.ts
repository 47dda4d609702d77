import type { ReservationResult, Spending, SpendingReservation } from '../contracts/budgets.ts'
import type { Scope } from '../contracts/owner.ts'
import type { CommitInput } from '../contracts/ports.ts'
import { isLastEvent } from './check-commit.ts'
import { ownerKey } from './owner-key.ts'
import { mayReserve, noSpending, sumSpending } from './spending.ts'

/** The reservations of one process. A store that is used by a single process needs no others, because they end with the process. */
export interface Reservations {
  /** Reserves as `SpendingStore.reserve`. `read` returns the amounts that are spent. */
  reserve(scope: Scope, reservation: SpendingReservation, read: () => Promise<Spending[]>): Promise<ReservationResult>
  /** Ends the reservation of a run whose commit was written, if the commit says what it has spent or finishes the run. */
  settle(scope: Scope, input: Pick<CommitInput, 'run' | 'spending' | 'events'>): void
}

interface Held {
  accounts: ReadonlySet<string>
  spending: Partial<Spending>
  until: number
}

/** Creates an empty table. `now` returns milliseconds of a clock that is never set back. */
export function createReservations(now: () => number): Reservations {
  const byOwner = new Map<string, Map<string, Held>>()
  let settled = 0

  const heldBy = (owner: string) => {
    const held = byOwner.get(owner) ?? new Map<string, Held>()
    for (const [run_id, { until }] of held) if (until <= now()) held.delete(run_id)
    return held
  }
  const replace = (owner: string, run_id: string, held: Held | undefined) => {
    const all = heldBy(owner)
    all.delete(run_id)
    if (held) all.set(run_id, held)
    if (all.size > 0) byOwner.set(owner, all)
    else byOwner.delete(owner)
  }
  return {
    async reserve(scope, { run_id, accounts, spending, ttlMs }, read) {
      const owner = ownerKey(scope)
      while (true) {
        const before = settled
        const spent = await read()
        // A commit that was written meanwhile may be missing in these amounts, and its reservation has ended.
        if (settled !== before) continue
        const others = [...heldBy(owner)].filter(([id]) => id !== run_id).map(([, held]) => held)
        const states = accounts.map(({ account, limits }, index) => ({
          limits,
          spent: spent[index] ?? noSpending,
          reserved: sumSpending(others.filter((held) => held.accounts.has(account)).map((held) => held.spending)),
        }))
        const granted = mayReserve(states, spending)
        replace(
          owner,
          run_id,
          granted ? { accounts: new Set(accounts.map(({ account }) => account)), spending: { ...spending }, until: now() + ttlMs } : undefined,
        )
        return { granted, spent }
      }
    },
    settle(scope, { run, spending = [], events }) {
      if (spending.length === 0 && !events.some(isLastEvent)) return
      settled += 1
      replace(ownerKey(scope), run.run_id, undefined)
    },
  }
}
