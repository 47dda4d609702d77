import type { CommitInput, RunStore, SpendingStore } from '@pf/core'
import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'

const reading =
  (change: (spending: SpendingStore) => SpendingStore): Faults[string] =>
  ({ spending }) =>
    spending ? { spending: change(spending) } : {}

const committing =
  (change: (input: CommitInput) => CommitInput): Faults[string] =>
  ({ storage }) => ({ storage: { ...storage, commit: (scope, input) => storage.commit(scope, change(input)) } satisfies RunStore })

/** Faults of `SpendingStore` and of the spending that commits write. */
export const spendingFaults: Faults = {
  'nothing is written': committing(({ spending: _, ...input }) => input),
  'only the first account is written': committing((input) => ({ ...input, ...(input.spending ? { spending: input.spending.slice(0, 1) } : {}) })),
  'fractions of the currency are lost': committing((input) => ({
    ...input,
    ...(input.spending
      ? { spending: input.spending.map(({ account, spending }) => ({ account, spending: { ...spending, cost: Math.floor(spending.cost / 1_000_000) } })) }
      : {}),
  })),
  'accounts come in the order of their names': reading((spending) => ({ read: (scope, accounts) => spending.read(scope, [...accounts].sort()) })),
  'unknown accounts are left out': reading((spending) => ({
    read: async (scope, accounts) => (await spending.read(scope, accounts)).filter(({ tokens, cost }) => tokens + cost > 0),
  })),
  'owners are not looked at': (ports) => ({
    ...reading((spending) => scoped(spending, () => nobody))(ports),
    storage: scoped(ports.storage, () => nobody),
  }),
  'tenants are not looked at': (ports) => ({
    ...reading((spending) => scoped(spending, withoutTenant))(ports),
    storage: scoped(ports.storage, withoutTenant),
  }),
}
