import type { Scope } from './owner.ts'

/** A token bucket: `burst` requests at once, and `perMinute` in the long run. Both are at least 1. */
export interface RateLimit {
  burst: number
  perMinute: number
}

/** Whether a request may be served. `retryAfterMs`: milliseconds from now until the next request is allowed, at least 1. */
export type RateLimitResult = { allowed: true } | { allowed: false; retryAfterMs: number }

/** Counts the requests of owners. Each owner has a bucket of its own for every name. */
export interface RateLimitStore {
  /** Takes one token of a bucket; takes nothing when the bucket is empty. Atomic: of requests at the same time, no more than the limit are allowed. */
  take(scope: Scope, name: string, limit: RateLimit): Promise<RateLimitResult>
}
