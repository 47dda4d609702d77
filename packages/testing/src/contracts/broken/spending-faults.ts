import { randomUUID } from 'node:crypto'
import type { CommitInput, RunStore, SpendingReservation, SpendingStore } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'

const reading =
  (change: (spending: SpendingStore) => SpendingStore): Faults[string] =>
  ({ spending }) =>
    spending ? { spending: change(spending) } : {}

const committing =
  (change: (input: CommitInput) => CommitInput): Faults[string] =>
  ({ storage }) => ({ storage: { ...storage, commit: (scope, input) => storage.commit(scope, change(input)) } satisfies RunStore })

const reserving = (change: (reservation: SpendingReservation) => SpendingReservation): Faults[string] =>
  reading((spending) => ({ ...spending, reserve: (scope, reservation) => spending.reserve(scope, change(reservation)) }))

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
  'accounts come in the order of their names': reading((spending) => ({ ...spending, read: (scope, accounts) => spending.read(scope, [...accounts].sort()) })),
  'unknown accounts are left out': reading((spending) => ({
    ...spending,
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
  'every reservation is granted': reading((spending) => ({
    ...spending,
    reserve: async (...request) => ({ ...(await spending.reserve(...request)), granted: true }),
  })),
  'amounts that are spent are not compared with the limits of a reservation': reading((spending) => {
    const { reserve } = createMemoryStore().spending as SpendingStore
    return {
      ...spending,
      reserve: async (scope, reservation) => ({
        ...(await reserve(scope, reservation)),
        spent: await spending.read(
          scope,
          reservation.accounts.map(({ account }) => account),
        ),
      }),
    }
  }),
  'reservations are never replaced': reserving((reservation) => ({ ...reservation, run_id: `${reservation.run_id}-${randomUUID()}` })),
  'all runs share one reservation': reserving((reservation) => ({ ...reservation, run_id: 'one' })),
  'reservations do not end by themselves': reserving((reservation) => ({ ...reservation, ttlMs: 600_000_000 })),
  'only the first account is reserved': reserving((reservation) => ({ ...reservation, accounts: reservation.accounts.slice(0, 1) })),
  'only tokens are reserved': reserving((reservation) => ({ ...reservation, spending: { tokens: reservation.spending.tokens ?? 0 } })),
  'a check and its reservation can be interrupted': reading((spending) => ({
    ...spending,
    reserve: async (scope, reservation) => {
      const probe = await spending.reserve(scope, { ...reservation, run_id: `probe-${randomUUID()}`, ttlMs: 1e-9 })
      if (!probe.granted) return probe
      await new Promise((resolve) => setImmediate(resolve))
      return { ...(await spending.reserve(scope, reservation)), granted: true }
    },
  })),
  'commits do not end reservations': (ports) => {
    const { spending } = ports
    const apart = createMemoryStore().spending
    return spending && apart ? { spending: { ...spending, reserve: apart.reserve } } : {}
  },
  'owners of reservations are not looked at': reading((spending) => ({ ...spending, reserve: scoped(spending, () => nobody).reserve })),
}
