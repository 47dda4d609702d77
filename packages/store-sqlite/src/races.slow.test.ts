import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '@pf/planner'
import { it } from 'vitest'
import { raceModel, raceNodes } from '../../../tooling/test-support/node-races.ts'
import { createSqliteStore } from './create-sqlite-store.ts'

/** Number of rounds. The long form is `PF_RACES=1000`. */
const rounds = Number(process.env.PF_RACES ?? 100)
const seed = Number(process.env.PF_SEED ?? 1)

it(`of ${rounds} starts, answers and cancellations to two agents over one file at once, each is accepted once (seed ${seed})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-races-'))
  const ports = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
  const nodes = [1, 2].map(() => createAgent({ model: raceModel, tools: [], ports, richOutput: { enabled: true } }))
  try {
    await raceNodes({ nodes, ports, rounds, seed })
  } finally {
    for (const node of nodes) await node.close()
    await ports.close()
    rmSync(folder, { recursive: true })
  }
}, 1_200_000)
