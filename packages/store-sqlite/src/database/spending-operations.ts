import type { Spending } from '@pf/core'
import type { CommitWrites } from './commit-writes.ts'
import { findOwner, type Statements } from './statements.ts'

const columns = 'tokens, cost, ms, model_calls, tool_calls'

/** Adds to accounts. */
export function writeSpending(sql: Statements, owner: number, { spending: entries, now }: Pick<CommitWrites, 'spending' | 'now'>): void {
  for (const { account, spending } of entries)
    sql.run(
      `INSERT INTO spending (owner, account, ${columns}, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner, account) DO UPDATE SET tokens = tokens + excluded.tokens, cost = cost + excluded.cost, ms = ms + excluded.ms,
         model_calls = model_calls + excluded.model_calls, tool_calls = tool_calls + excluded.tool_calls, changed = excluded.changed`,
      owner,
      account,
      spending.tokens,
      spending.cost,
      spending.ms,
      spending.model_calls,
      spending.tool_calls,
      now,
    )
}

/** Operations on accounts. */
export function spendingOperations(sql: Statements) {
  return {
    /** Returns null for an account without spending. */
    readSpending(owner: string, accounts: readonly string[]): (Spending | null)[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return accounts.map(() => null)
      return accounts.map((account) => {
        const row = sql.get(`SELECT ${columns} FROM spending WHERE owner = ? AND account = ?`, n, account)
        return row ? ({ ...row } as unknown as Spending) : null
      })
    },
  }
}
