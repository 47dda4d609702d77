import { setTimeout } from 'node:timers/promises'
import { scope } from '../checks/check-turns.ts'
import type { ServingNode } from '../driver/cluster.ts'
import { type Environment, withEnvironment } from '../driver/environment.ts'
import { createRandom } from '../driver/random.ts'
import { startUsers } from '../driver/users.ts'
import { openStore } from '../node/open-store.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

const rounds = 3

/** Stops a node past its leases, three times, until another one has ended its runs, and wakes it: it must not write anything to them. */
export async function pauseNodes({ seed }: { seed: number }): Promise<Outcome> {
  return withEnvironment('postgres', async (environment) => {
    const { cluster, finish } = environment
    await cluster.start().ready
    const users = startUsers(cluster.url, { number: 8, random: createRandom(seed) })
    const random = createRandom(seed + 1)
    const written: string[] = []
    let heldRuns = 0
    for (let round = 0; round < rounds; round += 1) {
      const node = cluster.start()
      await node.ready
      do await setTimeout(random.between(200, 1_500))
      while (node.held.size === 0)
      heldRuns += node.held.size
      written.push(...(await pausePastItsLeases(node, environment)))
      await node.kill()
    }
    const report = await finish(users)
    return outcomeOf({ ...report, violations: [...report.violations, ...written] }, cluster, { pauses: rounds, heldRuns, writtenAfterwards: written.length })
  })
}

/** How long a node is stopped at least, in milliseconds: longer than its leases. */
const pauseMs = 14_000

/** How long an awake node is watched, in milliseconds: longer than it takes to renew its leases. */
const watchMs = 6_000

/** Resolves with what the node wrote after it had been woken. */
async function pausePastItsLeases(node: ServingNode, { settings }: Environment): Promise<string[]> {
  const runs = [...node.held]
  node.pause()
  const store = await openStore(settings.store)
  try {
    const lastOf = async (run_id: string) => {
      for await (const event of store.events.read(scope, run_id, 0)) if (event.type === 'finish') return event.seq
      return 0
    }
    // The reader of a run that has not ended waits for its end, which another node writes.
    await Promise.all([setTimeout(pauseMs), ...runs.map(lastOf)])
    const ends = await Promise.all(runs.map((run_id) => store.events.last(scope, run_id)))
    node.wake()
    await setTimeout(watchMs)
    const later = await Promise.all(runs.map((run_id) => store.events.last(scope, run_id)))
    return runs.flatMap((run_id, index) => (later[index] === ends[index] ? [] : [`${run_id} had ${ends[index]} events and has ${later[index]}`]))
  } finally {
    await store.close()
  }
}
