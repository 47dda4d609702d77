import type { Lease, Scope } from '@pf/core'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { type DatabaseProxy, startProxy } from './test-support/proxy.ts'

let server: PostgresServer
let proxy: DatabaseProxy
let store: PostgresStore
let admin: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  proxy = await startProxy(server.url)
  store = await createPostgresStore({ connectionString: proxy.url, maxConnections: 2 })
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await store?.close()
  await proxy?.close()
  await server?.stop()
})

const scope: Scope = { owner: { id: 'ann' } }
let count = 0
async function lease(ttlMs = 60_000): Promise<Lease> {
  count += 1
  const result = await store.storage.lease(scope, { kind: 'run', run_id: `run-${count}`, thread_id: `thread-${count}` }, { ttlMs })
  if (result.status !== 'granted') throw new Error(result.status)
  return result.lease
}
const renew = (held: Lease) => store.storage.renew(scope, held, 600_000)
const idOf = ({ resource }: Lease) => (resource.kind === 'run' ? resource.run_id : '')

it('many leases are renewed at once, each for its own time, and those that are lost are distinguished from the others', async () => {
  const leases = await Promise.all(Array.from({ length: 300 }, () => lease()))
  await admin.query("UPDATE pf.run SET lease = 'of somebody else' WHERE run_id = ANY($1)", [leases.slice(0, 100).map((held) => JSON.stringify(idOf(held)))])
  const renewed = await Promise.all(leases.map((held, index) => store.storage.renew(scope, held, 600_000 + index * 1_000)))
  expect(renewed.map((held) => held !== undefined)).toEqual(leases.map((_, index) => index >= 100))
  const [first, last] = [renewed[100], renewed[299]]
  expect((last?.expires ?? 0) - (first?.expires ?? 0)).toBeGreaterThan(190_000)
  expect(await Promise.all([renew(leases[150] as Lease), renew(leases[150] as Lease)])).toMatchObject([
    { token: leases[150]?.token },
    { token: leases[150]?.token },
  ])
})

it('a lease is renewed while the pool has no connection free', async () => {
  const held = await lease()
  await admin.query('BEGIN; LOCK TABLE pf.draft IN ACCESS EXCLUSIVE MODE')
  const waiting = [1, 2].map(() => store.drafts.load(scope, 'draft'))
  await expect.poll(async () => (await admin.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rows.length, { interval: 5 }).toBe(2)
  expect((await renew(held))?.expires).toBeGreaterThan(held.expires)
  await admin.query('COMMIT')
  expect(await Promise.all(waiting)).toEqual([undefined, undefined])
})

it('a run whose row is locked does not hold up the leases of the others, and is renewed once it is free', async () => {
  const [locked, other] = [await lease(), await lease()]
  await admin.query('BEGIN')
  await admin.query('SELECT 1 FROM pf.run WHERE run_id = $1 FOR UPDATE', [JSON.stringify(idOf(locked))])
  const late = renew(locked)
  expect((await renew(other))?.token).toBe(other.token)
  expect((await renew(other))?.token).toBe(other.token)
  await admin.query('COMMIT')
  expect((await late)?.expires).toBeGreaterThan(locked.expires)
})

it('a renewal on a connection that has fallen silent fails within seconds, and later ones are made on another', async () => {
  const held = await lease()
  await renew(held)
  proxy.silence()
  const failed = { code: 'store_failed', message: expect.stringContaining('did not answer in time') }
  await expect(renew(held)).rejects.toMatchObject(failed)
  // The previous test may have left a second connection.
  const second = await renew(held).catch((error: unknown) => error)
  if (second instanceof Error) expect(second).toMatchObject(failed)
  expect((await renew(held))?.token).toBe(held.token)
})
