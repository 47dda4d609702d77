import type { RateLimit, RateLimitStore, Scope } from '@pf/core'
import { createTokenBuckets } from '@pf/core/internal'
import { errorResponse } from './response.ts'

/** Limits for the requests of each owner. Both limits apply together. */
export interface RateLimitOptions {
  /** Limit of all requests to the routes. Default: a burst of 120, and 600 per minute. */
  requests?: RateLimit
  /** Additional limit of the requests that start work of the model. Default: a burst of 10, and 30 per minute. */
  runs?: RateLimit
  /** Store in which requests are counted. Default: the memory of this process. Several processes need the `rateLimits` of a shared store. */
  store?: RateLimitStore
}

const defaults = { requests: { burst: 120, perMinute: 600 }, runs: { burst: 10, perMinute: 30 } }

/** Names of the limits, which are also the names of their buckets. */
export const rateLimitNames = ['requests', 'runs'] as const

/** Returns the response to a refused request, or undefined for a request that may be served. */
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

/** Returns a 429 response with the time after which the same request is accepted. */
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
