import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleTimeout } from './timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([Number.POSITIVE_INFINITY, 2 ** 40])('a line that may be silent for %d ms sets no timer that fires at once', async (ms) => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  const line = createIdleTimeout(ms, undefined)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([line.signal.aborted, set.mock.calls.every(([, delay]) => Number(delay) < 2 ** 31), set.mock.calls.length]).toEqual([false, true, 1])
  line.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('a line on which nothing is heard for its time is dead', async () => {
  const line = createIdleTimeout(1_000, undefined)
  await vi.advanceTimersByTimeAsync(600)
  line.reset()
  await vi.advanceTimersByTimeAsync(600)
  expect(line.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(line.signal.aborted).toBe(true)
})
