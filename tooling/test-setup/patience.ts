import { afterAll, vi } from 'vitest'

/** Waiting for an event is not a speed test: on a loaded machine it may take as long as a test may. */
const shortest = 30_000
const { waitFor, waitUntil } = vi

const patient = (options: number | { timeout?: number; interval?: number } = {}) => {
  const { timeout = shortest, interval = 20 } = typeof options === 'number' ? { timeout: options } : options
  return { timeout: Math.max(timeout, shortest), interval }
}

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

// Files of the node project share a process: what one file replaced must not reach the next. Spies go first, since a spy on a fake timer
// would put the fake one back.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
