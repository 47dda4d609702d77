import type { Spending, SpendingStore } from '@pf/core'
import { noSpending, ownerKey } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { toKey } from './keys.ts'

/** Creates a store of accounts in PostgreSQL. They are written with the commits of runs. */
export function createPostgresSpending(database: Database): SpendingStore {
  return {
    async read(scope, accounts) {
      const keys = accounts.map(toKey)
      const rows = await database.read<Spending & { account: string }>(
        'SELECT account, tokens, cost, ms, model_calls, tool_calls FROM spending WHERE owner = $1 AND account = ANY($2)',
        [ownerKey(scope), keys],
      )
      const amounts = new Map(rows.map(({ account, ...spending }) => [account, spending]))
      return keys.map((key) => amounts.get(key) ?? noSpending)
    },
  }
}
