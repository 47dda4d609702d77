import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleTimeout } from './timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it.each([Number.POSITIVE_INFINITY, 2 ** 40])('an idle timeout of %d ms sets no timer that fires immediately', async (ms) => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  const line = createIdleTimeout(ms, undefined)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([line.signal.aborted, set.mock.calls.every(([, delay]) => Number(delay) < 2 ** 31), set.mock.calls.length]).toEqual([false, true, 1])
  line.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('a connection without data for the timeout is aborted', async () => {
  const line = createIdleTimeout(1_000, undefined)
  await vi.advanceTimersByTimeAsync(600)
  line.reset()
  await vi.advanceTimersByTimeAsync(600)
  expect(line.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(line.signal.aborted).toBe(true)
})
