import type { SpendingReservation, SpendingStore } from '@pf/core'
import { noSpending, ownerKey, type Reservations } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { toKey } from './keys.ts'

/**
 * Creates a store of accounts in SQLite. They are written with the commits of runs. Reservations are kept in this process, which is the
 * only one that writes, and end with it.
 */
export function createSqliteSpending(database: Database, reservations: Reservations): SpendingStore {
  const read: SpendingStore['read'] = async (scope, accounts) =>
    (await database.call('readSpending', ownerKey(scope), accounts.map(toKey))).map((amounts) => amounts ?? noSpending)
  const accountsOf = ({ accounts }: SpendingReservation) => accounts.map(({ account }) => account)
  return { read, reserve: (scope, reservation) => reservations.reserve(scope, reservation, () => read(scope, accountsOf(reservation))) }
}
