import type { Scope } from './owner.ts'

/** A token bucket. `burst` is the number of requests allowed at once, `perMinute` the sustained rate. Both are at least 1. */
export interface RateLimit {
  burst: number
  perMinute: number
}

/** The decision on a request. `retryAfterMs` is the number of milliseconds until the next request is allowed, at least 1. */
export type RateLimitResult = { allowed: true } | { allowed: false; retryAfterMs: number }

/** Counts the requests of owners. Each owner has a separate bucket for every name. */
export interface RateLimitStore {
  /** Takes one token from a bucket, or nothing if the bucket is empty. The operation is atomic: concurrent requests cannot exceed the limit. */
  take(scope: Scope, name: string, limit: RateLimit): Promise<RateLimitResult>
}
