import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { RateLimitStore, StorePorts } from '@pf/core'
import { hostileNames } from '../support/hostile.ts'
import { someScope } from '../support/open-run.ts'
import type { CaseTable } from '../support/to-cases.ts'

function rateLimitsOf({ rateLimits }: StorePorts): RateLimitStore {
  ok(rateLimits, 'The ports have no rate limit store.')
  return rateLimits
}

const allowed = { allowed: true }

/** Cases of token buckets by owner and name. */
export const rateLimitCases: CaseTable = {
  'a burst is allowed, and the next request learns when it will be': async ({ ports, scope }) => {
    const limits = rateLimitsOf(ports)
    const limit = { burst: 3, perMinute: 1 }
    for (let request = 0; request < 3; request += 1) deepStrictEqual(await limits.take(scope, 'a', limit), allowed)
    const refused = await limits.take(scope, 'a', limit)
    ok(!refused.allowed)
    ok(Number.isInteger(refused.retryAfterMs) && refused.retryAfterMs > 45_000 && refused.retryAfterMs <= 60_000, String(refused.retryAfterMs))
  },
  'a request is allowed after the time that a refusal names, and refusals cost nothing': async ({ ports, scope }) => {
    const limits = rateLimitsOf(ports)
    const limit = { burst: 1, perMinute: 60 }
    deepStrictEqual(await limits.take(scope, 'a', limit), allowed)
    const refusals = [await limits.take(scope, 'a', limit), await limits.take(scope, 'a', limit)]
    const last = refusals.at(-1)
    ok(last && !last.allowed && last.retryAfterMs <= 1_000)
    await sleepFor(last.retryAfterMs + 5)
    deepStrictEqual(await limits.take(scope, 'a', limit), allowed)
  },
  'a bucket never holds more than its burst': async ({ ports, scope }) => {
    const limits = rateLimitsOf(ports)
    const limit = { burst: 2, perMinute: 120 }
    deepStrictEqual(await limits.take(scope, 'a', limit), allowed)
    await sleepFor(1_500)
    const start = performance.now()
    const results = await Promise.all(Array.from({ length: 6 }, () => limits.take(scope, 'a', limit)))
    const count = results.filter((result) => result.allowed).length
    // While a slow store works on the requests, the bucket is refilled.
    const refilled = Math.floor(((performance.now() - start) * limit.perMinute) / 60_000)
    ok(count >= 2 && count <= 2 + refilled, `${count} requests were allowed.`)
  },
  'names, owners and tenants have buckets of their own': async ({ ports, scope }) => {
    const limits = rateLimitsOf(ports)
    const limit = { burst: 1, perMinute: 1 }
    const tenants = [scope, { owner: { ...scope.owner, tenant: 'a' } }, { owner: { ...scope.owner, tenant: 'b' } }, someScope()]
    for (const each of tenants)
      for (const name of hostileNames) {
        deepStrictEqual(await limits.take(each, name, limit), allowed)
        strictEqual((await limits.take(each, name, limit)).allowed, false)
      }
  },
  'of many requests at once exactly the burst is allowed': async ({ ports, scope }) => {
    const limits = rateLimitsOf(ports)
    const results = await Promise.all(Array.from({ length: 60 }, () => limits.take(scope, 'a', { burst: 10, perMinute: 1 })))
    strictEqual(results.filter((result) => result.allowed).length, 10)
  },
}

/** Waits with the global timer, which a test may replace by a fake one. */
const sleepFor = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
