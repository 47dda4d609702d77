import { setTimeout } from 'node:timers/promises'
import { withEnvironment } from '../driver/environment.ts'
import { createRandom } from '../driver/random.ts'
import { startUsers } from '../driver/users.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Kills the processes of the database five times while two nodes work, and starts it again. */
export async function killDatabase({ seed }: { seed: number }): Promise<Outcome> {
  return withEnvironment('postgres', async ({ cluster, database, finish }) => {
    const random = createRandom(seed)
    await Promise.all([cluster.start().ready, cluster.start().ready])
    const users = startUsers(cluster.url, { number: 12, random: createRandom(seed + 1) })
    const restarts = 5
    let longestMs = 0
    for (let restart = 0; restart < restarts; restart += 1) {
      await setTimeout(random.between(1_000, 4_000))
      const from = performance.now()
      await database?.kill()
      await setTimeout(random.between(0, 4_000))
      await database?.start()
      longestMs = Math.max(longestMs, performance.now() - from)
    }
    return outcomeOf(await finish(users), cluster, { databaseKills: restarts, longestOutageMs: Math.round(longestMs) })
  })
}

/** Stops the processes of the database for 20 seconds while two nodes work. */
export async function pauseDatabase({ seed }: { seed: number }): Promise<Outcome> {
  const pauseMs = 20_000
  return withEnvironment('postgres', async ({ cluster, database, finish }) => {
    await Promise.all([cluster.start().ready, cluster.start().ready])
    const users = startUsers(cluster.url, { number: 12, random: createRandom(seed) })
    await setTimeout(3_000)
    const resume = database?.pause()
    await setTimeout(pauseMs)
    resume?.()
    await setTimeout(3_000)
    return outcomeOf(await finish(users), cluster, { pauseMs })
  })
}
