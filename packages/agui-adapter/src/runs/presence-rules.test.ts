import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPresence } from './presence.ts'

const scope = { owner: { id: 'u' } }
let cancelled: string[]
beforeEach(() => {
  cancelled = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const presence = () => createPresence({ orphanMs: 100, onOrphan: async (_, run_id) => void cancelled.push(run_id) })

it('a run that was left while it ran is cancelled, even when an earlier segment of it is read to its end in the meantime', async () => {
  const { join, markEnded } = presence()
  join(scope, 'r', true)()
  const replay = join(scope, 'r', false)
  markEnded(scope, 'r')
  replay()
  await vi.advanceTimersByTimeAsync(150)
  expect(cancelled).toEqual(['r'])
})

it('a run whose reader received its end is not cancelled, and is watched again when its client returns', async () => {
  const { join, markEnded } = presence()
  const first = join(scope, 'r', true)
  markEnded(scope, 'r')
  first()
  await vi.advanceTimersByTimeAsync(150)
  expect(cancelled).toEqual([])
  const slow = join(scope, 'r', true)
  markEnded(scope, 'r')
  join(scope, 'r', true)()
  slow()
  await vi.advanceTimersByTimeAsync(150)
  expect(cancelled).toEqual(['r'])
})
