import { afterAll, vi } from 'vitest'

/** Minimum time in milliseconds to wait for an event. Waiting is not a speed test: on a loaded machine it may take as long as the test itself may. */
const shortest = 30_000
const { waitFor, waitUntil } = vi

const patient = (options: number | { timeout?: number; interval?: number } = {}) => {
  const { timeout = shortest, interval = 20 } = typeof options === 'number' ? { timeout: options } : options
  return { timeout: Math.max(timeout, shortest), interval }
}

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// Files of the node project share a process, so replacements of one file must not affect the next. Spies are restored first, because a spy
// on a fake timer would restore the fake one.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
