import type { RateLimitStore } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { dropRows } from './drop-rows.ts'
import { toKey } from './keys.ts'

const minuteMs = 60_000

/** Takes a token if the bucket has one. A bucket is stored as the time at which it is full again. $3: milliseconds to refill one token, $4: to refill all. */
const takeSql = `
  INSERT INTO rate_limit AS bucket (owner, name, full_at) VALUES ($1, $2, clock_timestamp() + $3::float8 * interval '1 ms')
  ON CONFLICT (owner, name) DO UPDATE SET full_at = greatest(bucket.full_at, clock_timestamp()) + $3::float8 * interval '1 ms'
    WHERE greatest(bucket.full_at, clock_timestamp()) + $3::float8 * interval '1 ms' <= clock_timestamp() + $4::float8 * interval '1 ms'
  RETURNING 1`

const waitSql = `
  SELECT (extract(epoch FROM full_at - clock_timestamp()) * 1000 + $3::float8 - $4::float8)::float8 AS wait
  FROM rate_limit WHERE owner = $1 AND name = $2`

/** Number of calls between two removals of buckets that are full, which need no row. */
const callsPerSweep = 1_000

/** Creates rate limits over all processes that use the database, by its clock. */
export function createPostgresRateLimits(database: Database): RateLimitStore {
  let calls = 0
  return {
    async take(scope, name, { burst, perMinute }) {
      calls += 1
      if (calls % callsPerSweep === 0) await dropRows(database, 'rate_limit', { where: 'full_at < clock_timestamp()', values: [] })
      const refillMs = minuteMs / perMinute
      const values = [ownerKey(scope), toKey(name), refillMs, burst * refillMs]
      if ((await database.rows(takeSql, values)).length > 0) return { allowed: true }
      const [row] = await database.read<{ wait: number }>(waitSql, values)
      return { allowed: false, retryAfterMs: Math.max(1, Math.ceil(row?.wait ?? 0)) }
    },
  }
}
