import type { Lease, RunStore } from '@pf/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLeaseKeeper, leaseRun } from './lease-keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const first: Lease = { resource: { kind: 'run', run_id: 'r', thread_id: 't' }, token: 't', expires: 3_000 }

function keep(renew: (call: number) => Promise<Lease | undefined>) {
  const state = { calls: 0, lost: 0 }
  const storage = {
    renew: (_scope: unknown, lease: Lease) => (lease.token === 't' ? renew(++state.calls) : Promise.reject(new Error('wrong token'))),
  } as unknown as RunStore
  const keeper = createLeaseKeeper({
    storage,
    scope: { owner: { id: 'a' } },
    lease: first,
    ttlMs: 3_000,
    onLost: () => {
      state.lost += 1
    },
  })
  return { state, keeper }
}

it('renews three times a term and hands out the newest lease', async () => {
  const { state, keeper } = keep(async (call) => ({ ...first, expires: 3_000 + call }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state.calls).toBe(3)
  expect(keeper.lease().expires).toBe(3_003)
  keeper.stop()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(state).toMatchObject({ calls: 3, lost: 0 })
})

it('tells once that the lease is somebody else’s', async () => {
  const { state } = keep(async () => undefined)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(state).toMatchObject({ calls: 1, lost: 1 })
})

it.each([0, 3_600_000, -3_600_000])('bears a store that is away while the lease holds, and not longer, with a clock that is %i ms ahead', async (ahead) => {
  vi.setSystemTime(ahead)
  const { state } = keep(async () => Promise.reject(new Error('away')))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.lost).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state.lost).toBe(1)
})

it('gives up a lease a twelfth of its time before another process can take it, also when the store never answers', async () => {
  const { state } = keep(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_749)
  expect(state).toEqual({ calls: 1, lost: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(state).toEqual({ calls: 1, lost: 1 })
})

it('asks again soon after a renewal that failed', async () => {
  const { state } = keep(async (call) => (call < 3 ? Promise.reject(new Error('away')) : first))
  await vi.advanceTimersByTimeAsync(1_500)
  expect(state).toEqual({ calls: 3, lost: 0 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.lost).toBe(0)
})

it('counts the time of a lease from the moment at which it was asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const storage = {
    lease: () => promise.then(() => ({ status: 'granted', lease: first })),
    renew: () => new Promise(() => undefined),
  } as unknown as RunStore
  const scope = { owner: { id: 'a' } }
  const leasing = leaseRun(storage, scope, { run_id: 'r', thread_id: 't' })
  await vi.advanceTimersByTimeAsync(1_000)
  resolve()
  const lease = await leasing
  const onLost = vi.fn()
  createLeaseKeeper({ storage, scope, lease: lease ?? first, ttlMs: 3_000, onLost })
  await vi.advanceTimersByTimeAsync(1_750)
  expect(onLost).toHaveBeenCalledTimes(1)
})

describe('a process that was suspended past its lease', () => {
  /** Time passes, and no timer fires. */
  const suspend = (ms: number) => {
    const { now } = performance
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms)
  }

  it('keeps a lease that it can still renew', async () => {
    const { state } = keep(async () => first)
    suspend(20_000)
    await vi.advanceTimersByTimeAsync(125)
    expect(state).toEqual({ calls: 1, lost: 0 })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(state.lost).toBe(0)
  })

  it('loses the lease when it cannot, without waiting for an answer', async () => {
    const { state } = keep(() => new Promise(() => undefined))
    suspend(20_000)
    await vi.advanceTimersByTimeAsync(250)
    expect(state).toEqual({ calls: 1, lost: 1 })
  })
})
