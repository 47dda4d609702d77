import { describe, expect, it } from 'vitest'
import { runThrough } from '../test-support/cut-runs.ts'
import { scenarios } from '../test-support/scenarios.ts'
import { afterBytes, afterEvents } from '../test-support/tcp-proxy.ts'

describe.each(Object.entries(scenarios))('a run with %s', (_name, script) => {
  it('is the uninterrupted run when the connection is reset behind any of its events', { timeout: 120_000 }, async () => {
    const { whole } = await runThrough(script, [])
    for (let index = 0; index <= whole.length; index++) {
      const { seen, whole: log, starts } = await runThrough(script, [afterEvents(index)])
      expect([index, seen]).toEqual([index, log])
      expect(starts).toBe(1)
    }
  })

  it('is the uninterrupted run when the connection is reset inside its events, three times', { timeout: 120_000 }, async () => {
    for (let bytes = 0; bytes < 2_000; bytes += 17) {
      const { seen, whole, starts } = await runThrough(script, [afterBytes(bytes), afterBytes(bytes + 3), afterBytes(bytes)])
      expect([bytes, seen]).toEqual([bytes, whole])
      expect(starts).toBe(1)
    }
  })
})
