import { setTimeout } from 'node:timers/promises'
import type { Cluster, ServingNode } from '../driver/cluster.ts'
import { type StoreKind, withEnvironment } from '../driver/environment.ts'
import { createRandom, type Random } from '../driver/random.ts'
import { startUsers } from '../driver/users.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Kills serving processes at random moments while users work with them. With SQLite one node at a time, with PostgreSQL two beside each other. */
export async function runKills(kind: StoreKind, { kills, seed }: { kills: number; seed: number }): Promise<Outcome> {
  return withEnvironment(kind, async ({ cluster, finish }) => {
    const random = createRandom(seed)
    // Most users wait: for a node, or with PostgreSQL for a lease to expire.
    const users = startUsers(cluster.url, { number: kind === 'sqlite' ? 12 : 24, random: createRandom(seed + 1) })
    const counted = { kills, killsWhileOpening: 0, killsAtWork: 0 }
    const count = async (node: ServingNode) => {
      if (!node.isReady()) counted.killsWhileOpening += 1
      if ((await node.kill()) > 0) counted.killsAtWork += 1
    }
    await (kind === 'sqlite' ? killOneAfterAnother : killOneOfTwo)({ cluster, random, kills, count })
    if (kind === 'sqlite') await cluster.start().ready
    return outcomeOf(await finish(users), cluster, counted)
  })
}

interface Killing {
  cluster: Cluster
  random: Random
  kills: number
  count: (node: ServingNode) => Promise<void>
}

/** One kill in six comes while the node is opening its store. */
const openingShare = 1 / 6
const openingMs = 400
const workingMs = 1_500

/** Waits for a random moment in the life of a node. */
async function waitForMoment(node: ServingNode, random: Random): Promise<void> {
  if (random.chance(openingShare)) return setTimeout(random.between(0, openingMs))
  await node.ready
  await setTimeout(random.between(0, workingMs))
}

async function killOneAfterAnother({ cluster, random, kills, count }: Killing): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const node = cluster.start()
    await waitForMoment(node, random)
    await count(node)
  }
}

async function killOneOfTwo({ cluster, random, kills, count }: Killing): Promise<void> {
  const nodes = new Set([cluster.start(), cluster.start()])
  for (let kill = 0; kill < kills; kill += 1) {
    const [first, second = first] = nodes
    const node = random.chance(0.5) ? first : second
    if (!node) return
    await waitForMoment(node, random)
    await count(node)
    nodes.delete(node)
    nodes.add(cluster.start())
  }
  await Promise.all([...nodes].map(({ ready }) => ready))
}
