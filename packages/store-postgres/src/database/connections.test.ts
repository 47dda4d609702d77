import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../../tooling/test-support/postgres.ts'
import { type DatabaseProxy, startProxy } from '../test-support/proxy.ts'
import { type Database, openDatabase, type Queries } from './database.ts'

let server: PostgresServer
let proxy: DatabaseProxy
let admin: pg.Client
const open: Database[] = []
beforeAll(async () => {
  server = await startPostgres()
  proxy = await startProxy(server.url)
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
})
afterAll(async () => {
  for (const database of open) await database.close()
  await admin?.end()
  await proxy?.close()
  await server?.stop()
})

async function openVia(connectionString: string, more: { maxConnections?: number; statementTimeoutMs?: number; connectionTimeoutMs?: number } = {}) {
  const database = await openDatabase({ connectionString, schema: 'pf', maxConnections: 2, statementTimeoutMs: 30_000, ...more })
  open.push(database)
  return database
}

const pidOf = async (queries: Queries) => (await queries.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid
const listening = async () => (await admin.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'pf' AND query LIKE 'LISTEN %'")).rows.length

describe('connections to the database', () => {
  it('have the parameters of the store from their first statement on', async () => {
    const database = await openVia(server.url, { statementTimeoutMs: 7_000 })
    const read = async (queries: Queries) => {
      const names = ['search_path', 'statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']
      const [row] = await queries.rows<Record<string, string>>(`SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`)
      return row
    }
    const parameters = { search_path: 'pf', statement_timeout: '7s', idle_in_transaction_session_timeout: '30s', lock_timeout: '0' }
    expect(await Promise.all([read(database), read(database), read(database.urgent)])).toEqual([
      parameters,
      parameters,
      { search_path: 'pf', statement_timeout: '2500ms', idle_in_transaction_session_timeout: '0', lock_timeout: '2s' },
    ])
  })

  it('that are silent are given up and replaced, and a statement that only reads is repeated', async () => {
    const database = await openVia(proxy.url, { maxConnections: 1, statementTimeoutMs: 300 })
    const before = await pidOf(database)
    proxy.silence()
    const [read] = await database.read<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    expect(read?.pid).toBeGreaterThan(0)
    expect(read?.pid).not.toBe(before)
    proxy.silence()
    const work = database.transaction((queries) => pidOf(queries))
    await expect(work).rejects.toMatchObject({ code: 'store_failed', message: expect.stringContaining('did not answer in time') })
    expect(await database.transaction(pidOf)).not.toBe(read?.pid)
  })

  it('to a server that has become a standby are replaced', async () => {
    const database = await openVia(server.url, { maxConnections: 1 })
    const before = await pidOf(database)
    const work = database.transaction(async (queries) => {
      // A session on a former primary gets this error for a write.
      await queries.rows('SET TRANSACTION READ ONLY')
      await queries.rows("INSERT INTO rate_limit (owner, name, full_at) VALUES ('a', 'b', now())")
    })
    await expect(work).rejects.toMatchObject({ code: 'store_failed', fields: { sqlstate: '25006' }, message: expect.stringContaining('accepts no writes') })
    expect(await pidOf(database)).not.toBe(before)
  })

  it('of which all are in use leave some for urgent statements', async () => {
    const database = await openVia(server.url, { maxConnections: 2 })
    const sleeping = [1, 2].map(() => database.rows('SELECT pg_sleep(1000)').catch(() => 'ended'))
    await expect
      .poll(async () => (await admin.query("SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(1000)'")).rows.length, { interval: 5 })
      .toBe(2)
    expect(await database.urgent.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(1000)'")
    expect(await Promise.all(sleeping)).toEqual(['ended', 'ended'])
  })
})

describe('the connection that listens', () => {
  it('is one, however long the server was starting', async () => {
    const database = await openVia(proxy.url)
    const heard: string[] = []
    let connected = 0
    database.listen(
      (text) => heard.push(text),
      () => {
        connected += 1
      },
    )
    await expect.poll(() => connected, { interval: 5 }).toBe(1)
    proxy.refuse()
    const before = proxy.opened()
    await expect.poll(() => proxy.opened() - before).toBeGreaterThanOrEqual(5)
    proxy.accept()
    await expect.poll(() => connected, { interval: 5 }).toBe(2)
    // All other connection attempts have ended after a second.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(connected).toBe(2)
    expect(await listening()).toBe(1)
    await admin.query("SELECT pg_notify('pf_pf', 'hello')")
    await expect.poll(() => heard, { interval: 5 }).toEqual(['hello'])
  })
})
