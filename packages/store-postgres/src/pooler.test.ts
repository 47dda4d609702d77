import type { PlannerEvent } from '@pf/core'
import { eventLogContract, runStoreContract } from '@pf/testing/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { findPgBouncer, type PgBouncer, startPgBouncer } from './test-support/pgbouncer.ts'

const program = findPgBouncer()
let server: PostgresServer
let pooler: PgBouncer
let first: PostgresStore
let second: PostgresStore
beforeAll(async () => {
  if (!program) return
  server = await startPostgres()
  pooler = await startPgBouncer(program, server.url)
  ;[first, second] = await Promise.all([createPostgresStore({ connectionString: pooler.url }), createPostgresStore({ connectionString: pooler.url })])
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await pooler?.stop()
  await server?.stop()
})

const scope = { owner: { id: 'ann' } }
const run = { run_id: 'run', thread_id: 'thread' }

describe('nodes behind PgBouncer in session mode', () => {
  it('share runs, and hear of each other', async (context) => {
    if (!program) return context.skip('PgBouncer is not installed (Debian: apt-get install pgbouncer).')
    const leased = await first.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 60_000 })
    if (leased.status !== 'granted') throw new Error(leased.status)
    const log: PlannerEvent[] = []
    const following = (async () => {
      for await (const event of second.events.read(scope, run.run_id, 0)) log.push(event)
    })()
    const events = (state: number) => [{ type: 'state_snapshot' as const, ...run, ts: 1, state }]
    for (let n = 0; n < 50; n += 1) expect((await first.storage.commit(scope, { run, lease: leased.lease, events: events(n) })).status).toBe('committed')
    expect(await first.storage.renew(scope, leased.lease, 60_000)).toBeDefined()
    const finish = { type: 'finish' as const, ...run, ts: 2, reason: 'answer' as const, payload: {} as never }
    await first.storage.commit(scope, { run, lease: leased.lease, events: [finish] })
    await following
    expect(log).toHaveLength(51)
    await first.check()
  })

  it('fulfil the contracts of runs and their events', async (context) => {
    if (!program) return context.skip('PgBouncer is not installed (Debian: apt-get install pgbouncer).')
    const { close: _, ...ports } = first
    for (const contract of [runStoreContract, eventLogContract])
      for (const { name, run: check } of contract(async () => ports)) await check().catch((cause) => Promise.reject(new Error(name, { cause })))
  })
})
