import { setTimeout } from 'node:timers/promises'
import { scope } from '../checks/check-turns.ts'
import { type Environment, withEnvironment } from '../driver/environment.ts'
import { createRandom } from '../driver/random.ts'
import { createPatientClient, newTurn, startUsers } from '../driver/users.ts'
import { openStore } from '../node/open-store.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** How long questions wait for their answer, in milliseconds: less than the clock is wrong by. */
const answerMs = 600_000
const shortAnswerMs = 2_000

/**
 * Two nodes, one of whose clocks is wrong by `shiftMs` milliseconds. Users work while both are killed several times: no question may expire
 * early. A question of the node with the wrong clock that nobody answers has to expire at its time by the clock of the database.
 */
export async function shiftClock({ seed, shiftMs }: { seed: number; shiftMs: number }): Promise<Outcome> {
  const kills = 6
  const outcome = await withEnvironment(
    'postgres',
    async ({ cluster, finish }) => {
      const random = createRandom(seed)
      const start = (isWrong: boolean) => cluster.start(isWrong ? { clockShiftMs: shiftMs } : {})
      const nodes = [start(false), start(true)]
      await Promise.all(nodes.map(({ ready }) => ready))
      const users = startUsers(cluster.url, { number: 8, random: createRandom(seed + 1) })
      for (let kill = 0; kill < kills; kill += 1) {
        await setTimeout(random.between(500, 3_000))
        await nodes[kill % 2]?.kill()
        nodes[kill % 2] = start(kill % 2 === 1)
      }
      await Promise.all(nodes.map(({ ready }) => ready))
      return outcomeOf(await finish(users), cluster, { shiftMs, kills })
    },
    { answerMs },
  )
  const expiredAfterMs = await withEnvironment('postgres', (environment) => letExpire(environment, shiftMs), { answerMs: shortAnswerMs })
  if (expiredAfterMs === undefined) outcome.violations.push(`A question that waits for ${shortAnswerMs} ms had not expired after ${patienceMs} ms.`)
  return { ...outcome, figures: { ...outcome.figures, expiredAfterMs: expiredAfterMs ?? -1 } }
}

const patienceMs = 20_000

/** Asks a question on a node with a wrong clock. Resolves with how long it took until it had expired; undefined when it did not. */
async function letExpire({ cluster, settings }: Environment, shiftMs: number): Promise<number | undefined> {
  await cluster.start({ clockShiftMs: shiftMs }).ready
  const client = createPatientClient(cluster.url)
  const { kind, order, thread_id } = newTurn('form')
  const messages = [{ id: 'u', role: 'user', content: `${kind} ${order}` }]
  for await (const _event of client.start({ thread_id, run_id: order, messages }));
  const from = performance.now()
  const store = await openStore(settings.store)
  try {
    while (performance.now() - from < patienceMs) {
      const [question] = await store.pending.list(scope, thread_id)
      if (question?.state === 'expired') return Math.round(performance.now() - from)
      await setTimeout(50)
    }
    return undefined
  } finally {
    await store.close()
  }
}
