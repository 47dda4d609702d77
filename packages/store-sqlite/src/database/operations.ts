import type { RateLimit, RateLimitResult } from '@pf/core'
import { takeToken } from '@pf/core/internal'
import { approvalOperations } from './approval-operations.ts'
import { artifactOperations } from './artifact-operations.ts'
import { exportOperations } from './export-operations.ts'
import { recordOperations } from './record-operations.ts'
import { removalOperations } from './removal-operations.ts'
import { retentionOperations } from './retention-operations.ts'
import { runOperations } from './run-operations.ts'
import { spendingOperations } from './spending-operations.ts'
import { openOwner, type Statements } from './statements.ts'
import { taskOperations } from './task-operations.ts'
import { threadOperations } from './thread-operations.ts'

/** Creates all operations of the database thread. Each runs inside a transaction. */
export function createOperations(sql: Statements) {
  return {
    ...runOperations(sql),
    ...recordOperations(sql),
    ...threadOperations(sql),
    ...artifactOperations(sql),
    ...taskOperations(sql),
    ...maintenanceOperations(sql),
    ...exportOperations(sql),
    ...removalOperations(sql),
    ...retentionOperations(sql),
    ...rateLimitOperations(sql),
    ...spendingOperations(sql),
    ...approvalOperations(sql),
  }
}

/** Operations by name. */
export type Operations = ReturnType<typeof createOperations>

/** Operations on the entire file. */
function maintenanceOperations(sql: Statements) {
  return {
    backup(file: string): void {
      sql.run('VACUUM INTO ?', file)
    },
    /** Writes without changing anything, because a file on a full disk can still be read. */
    check(): void {
      sql.run("INSERT INTO owner (key) VALUES ('')")
      sql.run("DELETE FROM owner WHERE key = ''")
    },
  }
}

/** Number of calls between two removals of buckets that are full, which need no row. */
const callsPerSweep = 1_000

/** Operations on rate limits. */
function rateLimitOperations(sql: Statements) {
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
