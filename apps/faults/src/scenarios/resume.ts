import type { FinalPayload, UncommittedEvent } from '@pf/core'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { scope } from '../checks/check-turns.ts'
import { type StoreKind, withEnvironment } from '../driver/environment.ts'
import { createPatientClient } from '../driver/users.ts'
import { openStore } from '../node/open-store.ts'
import type { Outcome } from './outcome.ts'

const run = { run_id: 'run', thread_id: 'thread' }
const eventsOfRun = 10_000
/** What it may take on a quiet machine, in milliseconds; on a busy one the limit grows with the load. */
const limitMs = 200
const times = 9

/** Measures how long a client takes that has seen the first event of a run and reads the 10,000 that follow, over HTTP. */
export async function resumeLongRun(kind: StoreKind): Promise<Outcome> {
  return withEnvironment(kind, async ({ cluster, settings }) => {
    await writeLongRun(settings.store)
    await cluster.start().ready
    const client = createPatientClient(cluster.url)
    const tookMs: number[] = []
    let received = 0
    for (let time = 0; time < times; time += 1) {
      const from = performance.now()
      received = 0
      for await (const _event of client.attach(run.run_id, '1')) received += 1
      tookMs.push(performance.now() - from)
    }
    const sorted = tookMs.toSorted((a, b) => a - b)
    const medianMs = Math.round(sorted[Math.floor(times / 2)] ?? 0)
    const limit = Math.round(paced(limitMs))
    const violations = [
      ...(received < eventsOfRun ? [`${received} of ${eventsOfRun} events were received`] : []),
      ...(medianMs >= limit ? [`${received} events took ${medianMs} ms, and the limit is ${limit} ms at the present load`] : []),
    ]
    return {
      figures: { events: received, medianMs, limitMs: limit, shortestMs: Math.round(sorted[0] ?? 0), longestMs: Math.round(sorted.at(-1) ?? 0) },
      violations,
    }
  })
}

async function writeLongRun(where: Parameters<typeof openStore>[0]): Promise<void> {
  const store = await openStore(where)
  const leased = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 600_000 })
  if (leased.status !== 'granted') throw new Error(leased.status)
  for (let from = 0; from < eventsOfRun + 2; from += 1_000) {
    const events = Array.from({ length: Math.min(1_000, eventsOfRun + 2 - from) }, (_, index) => eventAt(from + index))
    await store.storage.commit(scope, { run, lease: leased.lease, events })
  }
  await store.close()
}

function eventAt(index: number): UncommittedEvent {
  const base = { ...run, ts: 1_700_000_000_000 + index }
  if (index === 0)
    return { ...base, type: 'run_start', registry_version: '1', registry_digest: '', message_id: 't:run', client: { client_tools: [], answered: [] } }
  if (index === 1) return { ...base, type: 'step_start', step: 1 }
  if (index <= eventsOfRun)
    return {
      ...base,
      type: 'llm_stream_chunk',
      step: 1,
      stream_id: 's',
      text: `word ${index} `,
      channel: 'answer',
      phase: 'answer',
      attempt: 1,
      action_seq: 1,
      done: index === eventsOfRun,
    }
  const payload = { raw_answer: 'done', artifacts: {}, warnings: [] } as unknown as FinalPayload
  return { ...base, type: 'finish', reason: 'answer', payload }
}
