import type { Spending, SpendingReservation, SpendingStore } from '@pf/core'
import { mayReserve, noSpending, ownerKey, spendingUnits } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { toKey } from './keys.ts'

const units = spendingUnits.join(', ')

/** One request to reserve at a time for each owner, over all processes. A statement after this one sees the reservation of the request before. */
const lockSql = "SELECT pg_advisory_xact_lock(hashtextextended('pf spending ' || $1, 0))"

/** One statement, so that a commit which is written meanwhile is seen as a whole: its amount is either still reserved or spent. */
const statesSql = `
  SELECT account, false AS is_reserved, ${units} FROM spending WHERE owner = $1 AND account = ANY($2)
  UNION ALL
  SELECT account, true, ${spendingUnits.map((unit) => `sum(${unit})`).join(', ')} FROM spending_reservation
  WHERE owner = $1 AND account = ANY($2) AND run_key <> $3 AND until > clock_timestamp() GROUP BY account`

const dropSql = 'DELETE FROM spending_reservation WHERE owner = $1 AND run_key = $2'

const insertSql = `
  INSERT INTO spending_reservation (owner, run_key, account, ${units}, until)
  SELECT $1, $2, account, ${spendingUnits.map((_, index) => `$${index + 4}::float8`).join(', ')}, clock_timestamp() + $9::float8 * interval '1 millisecond'
  FROM unnest($3::text[]) AS account`

/** Creates a store of accounts in PostgreSQL. They are written with the commits of runs, which also end reservations. */
export function createPostgresSpending(database: Database): SpendingStore {
  return {
    async read(scope, accounts) {
      const keys = accounts.map(toKey)
      const rows = await database.read<Spending & { account: string }>(`SELECT account, ${units} FROM spending WHERE owner = $1 AND account = ANY($2)`, [
        ownerKey(scope),
        keys,
      ])
      const amounts = new Map(rows.map(({ account, ...spending }) => [account, spending]))
      return keys.map((key) => amounts.get(key) ?? noSpending)
    },
    reserve(scope, reservation) {
      const owner = ownerKey(scope)
      const run_key = toKey(reservation.run_id)
      return database.transaction(async (queries) => {
        await queries.rows(lockSql, [owner])
        const states = await readStates(queries, [owner, reservation.accounts.map(({ account }) => toKey(account)), run_key], reservation)
        const granted = mayReserve(states, reservation.spending)
        await queries.rows(dropSql, [owner, run_key])
        if (granted) await queries.rows(insertSql, valuesOf(owner, run_key, reservation))
        return { granted, spent: states.map(({ spent }) => spent) }
      })
    },
  }
}

async function readStates(queries: Queries, values: [string, string[], string], { accounts }: SpendingReservation) {
  const rows = await queries.rows<Spending & { account: string; is_reserved: boolean }>(statesSql, values)
  const amountOf = (key: string, reserved: boolean): Spending => {
    const row = rows.find(({ account, is_reserved }) => account === key && is_reserved === reserved)
    if (!row) return noSpending
    const { account: _, is_reserved: __, ...spending } = row
    return spending
  }
  return accounts.map(({ account, limits }) => ({ limits, spent: amountOf(toKey(account), false), reserved: amountOf(toKey(account), true) }))
}

function valuesOf(owner: string, run_key: string, { accounts, spending, ttlMs }: SpendingReservation): unknown[] {
  const keys = [...new Set(accounts.map(({ account }) => toKey(account)))]
  return [owner, run_key, keys, ...spendingUnits.map((unit) => spending[unit] ?? 0), ttlMs]
}
