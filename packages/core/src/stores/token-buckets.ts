import type { RateLimit, RateLimitResult, RateLimitStore } from '../contracts/rate-limits.ts'
import { ownerKey } from './owner-key.ts'
import type { StoreEnvironment } from './store-environment.ts'

const minuteMs = 60_000

/**
 * Takes one token from a bucket. A bucket is stored as the time at which it is full again, in milliseconds since the epoch. `fullAt` is
 * absent if nothing was taken.
 */
export function takeToken(stored: number, { burst, perMinute }: RateLimit, now: number): { result: RateLimitResult; fullAt?: number } {
  const refillMs = minuteMs / perMinute
  const fullAt = Math.max(stored, now) + refillMs
  const waitMs = fullAt - now - burst * refillMs
  // Because of rounding, the sum may exceed the exact value by less than a microsecond.
  if (waitMs < 0.001) return { result: { allowed: true }, fullAt }
  return { result: { allowed: false, retryAfterMs: Math.max(1, Math.ceil(waitMs)) } }
}

/** Number of calls between two removals of buckets that are full and therefore need no entry. */
const callsPerSweep = 1_000

/** Creates the buckets of this process. */
export function createTokenBuckets({ now }: Pick<StoreEnvironment, 'now'>): RateLimitStore {
  const buckets = new Map<string, number>()
  let calls = 0
  const sweep = () => {
    const time = now()
    for (const [key, fullAt] of buckets) if (fullAt <= time) buckets.delete(key)
  }
  return {
    async take(scope, name, limit) {
      calls += 1
      if (calls % callsPerSweep === 0) sweep()
      const key = JSON.stringify([ownerKey(scope), name])
      const { result, fullAt } = takeToken(buckets.get(key) ?? 0, limit, now())
      if (fullAt !== undefined) buckets.set(key, fullAt)
      return result
    },
  }
}
