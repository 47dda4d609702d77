import { setTimeout } from 'node:timers/promises'
import type { PlannerEvent } from '@pf/core'
import { scope } from '../checks/check-turns.ts'
import { withEnvironment } from '../driver/environment.ts'
import { newTurn, startAndLeave } from '../driver/users.ts'
import { openStore } from '../node/open-store.ts'
import type { Outcome } from './outcome.ts'

/** Requests that are made, and logs that are read, at the same time. */
const width = 16

/** How long the other node may need, in milliseconds. What it needs is printed and not judged. */
const patienceMs = 300_000

/** Kills a node that works on many runs beside one other node, and measures how long that one takes until it works on all of them. */
export async function takeOverMany({ runs }: { runs: number }): Promise<Outcome> {
  return withEnvironment('postgres', async ({ cluster, settings }) => {
    const node = cluster.start()
    await node.ready
    const turns = Array.from({ length: runs }, () => newTurn('endless', { leftAlone: true }))
    await each(turns, (turn) => startAndLeave(cluster.url, turn))
    await cluster.start().ready
    const held = await node.kill()
    const killed = Date.now()
    const { takeoversMs } = cluster
    while (takeoversMs.length < held && Date.now() - killed < patienceMs) await setTimeout(50)
    if (takeoversMs.length < held)
      return { figures: { runs, held, leased: takeoversMs.length }, violations: [`not all runs are leased after ${patienceMs} ms`] }
    const store = await openStore(settings.store)
    try {
      const logs: TakenOver[] = []
      await each(turns, async ({ order }) => void logs.push(await readTakenOver(store.events.read(scope, `run-${order}`, 0), killed)))
      const waits = logs.map(({ at }) => at - killed).toSorted((a, b) => a - b)
      const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0)
      const figures = { runs, held, takenOver: waits.length, firstMs: at(0), medianMs: at(0.5), lastMs: at(1) }
      return { figures, violations: logs.flatMap(({ fault }) => fault ?? []) }
    } finally {
      await store.close()
    }
  })
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

interface TakenOver {
  /** In milliseconds since the epoch. */
  at: number
  fault?: string
}

/** Reads a log until another process works on the run, after the kill: when that was, and what is wrong with the log. */
async function readTakenOver(events: AsyncIterable<PlannerEvent>, killed: number): Promise<TakenOver> {
  let seen = 0
  for await (const event of events) {
    seen += 1
    if (event.seq !== seen) return { at: event.ts, fault: `${event.run_id}: the event ${seen} has the number ${event.seq}` }
    if (event.type === 'warning' && event.code === 'taken_over' && event.ts >= killed) return { at: event.ts }
  }
  return { at: killed, fault: 'a run ended before it was taken over' }
}
