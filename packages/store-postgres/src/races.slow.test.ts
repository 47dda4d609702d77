import { createAgent } from '@pf/planner'
import { expect, it } from 'vitest'
import { raceModel, raceNodes } from '../../../tooling/test-support/node-races.ts'
import { startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore } from './create-postgres-store.ts'

/** Number of rounds. The long form is `PF_RACES=1000`. */
const rounds = Number(process.env.PF_RACES ?? 100)
const seed = Number(process.env.PF_SEED ?? 1)

it(`of ${rounds} starts, answers and cancellations on two nodes at once, each is accepted once (seed ${seed})`, async () => {
  const server = await startPostgres()
  const stores = await Promise.all([1, 2].map(() => createPostgresStore({ connectionString: server.url })))
  const nodes = stores.map((ports) => createAgent({ model: raceModel, tools: [], ports, richOutput: { enabled: true } }))
  try {
    const [ports] = stores
    expect(ports).toBeDefined()
    if (ports) await raceNodes({ nodes, ports, rounds, seed })
  } finally {
    for (const node of nodes) await node.close()
    for (const store of stores) await store.close()
    await server.stop()
  }
}, 1_200_000)
