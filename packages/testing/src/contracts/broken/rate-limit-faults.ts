import type { RateLimitStore } from '@pf/core'
import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'

const faulty =
  (change: (limits: RateLimitStore) => RateLimitStore): Faults[string] =>
  ({ rateLimits }) =>
    rateLimits ? { rateLimits: change(rateLimits) } : {}

/** Creates a store that decides based on a value read before it waited. */
function countedLate(): RateLimitStore {
  const taken = new Map<string, number>()
  return {
    async take(scope, name, { burst, perMinute }) {
      const key = JSON.stringify([scope, name])
      const before = taken.get(key) ?? 0
      await Promise.resolve()
      if (before >= burst) return { allowed: false, retryAfterMs: 60_000 / perMinute }
      taken.set(key, before + 1)
      return { allowed: true }
    },
  }
}

/** Tokens accumulate beyond the burst while nothing is taken. */
function withoutCap(): RateLimitStore {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    async take(scope, name, { burst, perMinute }) {
      const key = JSON.stringify([scope, name])
      const now = performance.now()
      const known = buckets.get(key)
      const tokens = known ? known.tokens + ((now - known.at) * perMinute) / 60_000 : burst
      if (tokens < 1) return { allowed: false, retryAfterMs: Math.ceil(((1 - tokens) * 60_000) / perMinute) }
      buckets.set(key, { tokens: tokens - 1, at: now })
      return { allowed: true }
    },
  }
}

/** Faults of `RateLimitStore`. */
export const rateLimitFaults: Faults = {
  'nothing is refused': faulty(() => ({ take: async () => ({ allowed: true }) })),
  'a token is counted late': faulty(countedLate),
  'one more than the burst is allowed': faulty((limits) => ({ take: (scope, name, limit) => limits.take(scope, name, { ...limit, burst: limit.burst + 1 }) })),
  'a bucket holds more than its burst': faulty(withoutCap),
  'a bucket is never filled again': faulty((limits) => ({ take: (scope, name, limit) => limits.take(scope, name, { ...limit, perMinute: 0.001 }) })),
  'the time is in seconds': faulty((limits) => ({
    take: async (...args) => {
      const result = await limits.take(...args)
      return result.allowed ? result : { allowed: false, retryAfterMs: Math.ceil(result.retryAfterMs / 1_000) }
    },
  })),
  'names are not looked at': faulty((limits) => ({ take: (scope, _, limit) => limits.take(scope, '', limit) })),
  'owners are not looked at': faulty((limits) => scoped(limits, () => nobody)),
  'tenants are not looked at': faulty((limits) => scoped(limits, withoutTenant)),
}
