import type { Lease, RunStore } from '@pf/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLeaseKeeper } from './lease-keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

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
