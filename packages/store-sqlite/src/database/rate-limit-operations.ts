import type { RateLimit, RateLimitResult } from '@pf/core'
import { takeToken } from '@pf/core/internal'
import { openOwner, type Statements } from './statements.ts'

/** Number of calls between two removals of buckets that are full, which need no row. */
const callsPerSweep = 1_000

/** Operations on rate limits. */
export function rateLimitOperations(sql: Statements) {
  let calls = 0
  return {
    takeToken(owner: string, { name, limit, now }: { name: string; limit: RateLimit; now: number }): RateLimitResult {
      calls += 1
      if (calls % callsPerSweep === 0) sql.run('DELETE FROM rate_limit WHERE full_at <= ?', now)
      const n = openOwner(sql, owner)
      const stored = (sql.get('SELECT full_at FROM rate_limit WHERE owner = ? AND name = ?', n, name)?.full_at as number | undefined) ?? 0
      const { result, fullAt } = takeToken(stored, limit, now)
      if (fullAt !== undefined) sql.run('INSERT OR REPLACE INTO rate_limit (owner, name, full_at) VALUES (?, ?, ?)', n, name, fullAt)
      return result
    },
  }
}
