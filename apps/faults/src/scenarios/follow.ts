import { setTimeout } from 'node:timers/promises'
import { firstDifference } from '../checks/first-difference.ts'
import type { ServingNode } from '../driver/cluster.ts'
import { type Environment, type StoreKind, withEnvironment } from '../driver/environment.ts'
import { type FollowedRun, type Follower, followers } from '../driver/followers.ts'
import { createRandom } from '../driver/random.ts'
import { newTurn } from '../driver/users.ts'
import type { Outcome } from './outcome.ts'

const kills = 3

/**
 * Clients follow a run while the process that works on it is killed three times. Each has to end with the state of one that never lost its
 * connection: with PostgreSQL of one that follows the run on a node that is never killed, with SQLite of one that reads it afterwards.
 */
export async function followThroughKills(kind: StoreKind, { seed }: { seed: number }): Promise<Outcome> {
  const names = Object.keys(followers)
  const violations: string[] = []
  for (const [index, name] of names.entries()) {
    const follower = followers[name]
    if (!follower) continue
    const { followed, undisturbed } = await withEnvironment(kind, (environment) => followOne(environment, { kind, follower, seed: seed + index }))
    if (JSON.stringify(followed).includes('RUN_ERROR')) violations.push(`${name}: the run failed`)
    const difference = firstDifference(followed, undisturbed)
    if (difference !== undefined) violations.push(`${name}: ${difference}`)
  }
  return { figures: { clients: names.length, kills: names.length * kills, different: violations.length }, violations }
}

async function followOne({ cluster }: Environment, { kind, follower, seed }: { kind: StoreKind; follower: Follower; seed: number }) {
  const random = createRandom(seed)
  const { thread_id, order } = newTurn('long')
  const run: FollowedRun = { thread_id, run_id: `run-${order}`, text: `long ${order}` }
  const witness = kind === 'postgres' ? await cluster.start({ takesOver: false, behindGateway: false }).ready : undefined
  const start = () => cluster.start()
  const nodes = new Set(Array.from({ length: kind === 'postgres' ? 2 : 1 }, start))
  await Promise.all([...nodes].map(({ ready }) => ready))
  const following = follower(cluster.url, run)
  await ownerOf(nodes, run)
  const watched = witness === undefined ? undefined : follower(witness, run)
  for (let kill = 0; kill < kills; kill += 1) {
    const owner = await ownerOf(nodes, run)
    await setTimeout(random.between(0, 2_500))
    await owner.kill()
    nodes.delete(owner)
    nodes.add(start())
  }
  const followed = await following
  return { followed, undisturbed: await (watched ?? follower(cluster.url, run)) }
}

/** The node that works on the run, once one does. */
async function ownerOf(nodes: ReadonlySet<ServingNode>, { run_id }: FollowedRun): Promise<ServingNode> {
  while (true) {
    const owner = [...nodes].find(({ held }) => held.has(run_id))
    if (owner) return owner
    await setTimeout(5)
  }
}
