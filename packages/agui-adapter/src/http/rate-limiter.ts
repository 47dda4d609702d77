import type { RateLimit, RateLimitStore, Scope } from '@pf/core'
import { createTokenBuckets } from '@pf/core/internal'
import { errorResponse } from './response.ts'

/** Limits of the requests of each owner. Both hold together. */
export interface RateLimitOptions {
  /** Every request to a route. Default a burst of 120 and 600 a minute. */
  requests?: RateLimit
  /** In addition, the requests with which the model begins to work. Default a burst of 10 and 30 a minute. */
  runs?: RateLimit
  /** Where requests are counted. Default: in this process; with several processes the `rateLimits` of a store that they share. */
  store?: RateLimitStore
}

const defaults = { requests: { burst: 120, perMinute: 600 }, runs: { burst: 10, perMinute: 30 } }

/** Names of the limits, which are also the names of their buckets. */
export const rateLimitNames = ['requests', 'runs'] as const

/** Returns the response to a request that is refused, and undefined for one that may be served. */
export type RateLimiter = (scope: Scope, startsWork: boolean) => Promise<Response | undefined>

/** Creates the rate limiter of the routes. */
export function createRateLimiter({ store = createTokenBuckets({ now: Date.now }), ...given }: RateLimitOptions): RateLimiter {
  return async (scope, startsWork) => {
    for (const name of startsWork ? rateLimitNames : (['requests'] as const)) {
      const result = await store.take(scope, name, given[name] ?? defaults[name])
      if (!result.allowed) return rateLimited(result.retryAfterMs)
    }
    return undefined
  }
}

/** 429 with the time after which the same request is accepted. */
function rateLimited(retryAfterMs: number): Response {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return errorResponse({
    status: 429,
    code: 'rate_limited',
    error: `Too many requests. Try again in ${seconds} s.`,
    fields: { retry_after_ms: retryAfterMs },
    headers: { 'retry-after': String(seconds) },
  })
}
