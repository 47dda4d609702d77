import { expect, it } from 'vitest'
import { runKills } from './scenarios/kills.ts'

// The short form of `npm run test:faults`, with fewer kills.
const [kills, seed] = [20, 7]

it.each(['sqlite', 'postgres'] as const)('kill -9 at %s loses, doubles and repeats nothing, and every run ends', { timeout: 300_000 }, async (kind) => {
  const { figures, violations } = await runKills(kind, { kills, seed })
  expect(violations).toEqual([])
  expect(figures).toMatchObject({ kills, lost: 0, doubled: 0, calledTwice: 0, unfinished: 0, wrong: 0 })
  expect(figures.takenOver).toBeGreaterThan(0)
})
