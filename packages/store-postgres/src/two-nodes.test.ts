import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Lease, PlannerEvent, Scope } from '@pf/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { openDatabase, type Queries } from './database/database.ts'

let server: PostgresServer
let first: PostgresStore
let second: PostgresStore
beforeAll(async () => {
  server = await startPostgres()
  // Both create the schema at the same time.
  ;[first, second] = await Promise.all([createPostgresStore({ connectionString: server.url }), createPostgresStore({ connectionString: server.url })])
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await server?.stop()
})

/** Starts a proxy in front of a server. Its client connections can be cut while the server still works for them. */
async function startProxy(url: string) {
  const target = new URL(url)
  const [host, port] = [target.hostname, Number(target.port)]
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    const upstream = connect({ host, port })
    sockets.add(socket)
    // The upstream is never closed, so the server detects nothing until it answers.
    for (const each of [socket, upstream]) each.on('error', () => undefined)
    socket.on('data', (data) => upstream.write(data))
    upstream.on('data', (data) => socket.write(data))
    upstream.on('close', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  target.port = String((proxy.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return { url: String(target), cut, close: () => proxy.close() }
}

/** Returns the statements that wait for a lock. A transaction sees the state of its first read, so a connection without a transaction is used. */
const waitingStatements = async (observer: pg.Client) =>
  (await observer.query<{ n: number }>("SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'pf'")).rows[0]?.n

let count = 0
const someIds = () => {
  count += 1
  return { scope: { owner: { id: `owner-${count}` } } satisfies Scope, run: { run_id: `run-${count}`, thread_id: `thread-${count}` } }
}
const text = (run: { run_id: string; thread_id: string }, state: string) => ({ type: 'state_snapshot' as const, ...run, ts: 1, state })
const finish = (run: { run_id: string; thread_id: string }) => ({ type: 'finish' as const, ...run, ts: 2, reason: 'answer' as const, payload: {} as never })

async function lease(store: PostgresStore, scope: Scope, run: { run_id: string; thread_id: string }, ttlMs = 60_000): Promise<Lease> {
  const result = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs })
  if (result.status !== 'granted') throw new Error(result.status)
  return result.lease
}

async function collect(events: AsyncIterable<PlannerEvent>): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of events) log.push(event)
  return log
}

describe('two nodes over one database', () => {
  it('a thread that one node deletes is gone on the other, whose readers end; a run that is at work there keeps it', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    const thread = [{ id: 'line', role: 'user' as const, run_id: run.run_id, text: 'hello', ts: 1 }]
    await first.storage.commit(scope, { run, lease: held, events: [text(run, 'a')], thread })
    expect(await second.threads.delete(scope, run.thread_id)).toEqual({ status: 'busy', run_id: run.run_id })
    const reader = first.events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    expect(await reader.next()).toMatchObject({ value: { seq: 1 } })
    const end = reader.next()
    await first.storage.release(scope, held)
    expect(await second.threads.delete(scope, run.thread_id)).toEqual({ status: 'deleted', artifact_ids: [] })
    expect(await end).toEqual({ done: true, value: undefined })
    expect(await first.threads.list(scope)).toEqual({ threads: [] })
    expect(await first.storage.commit(scope, { run, lease: held, events: [text(run, 'late')] })).toEqual({ status: 'fenced' })
  })

  it('[003-ph-15] both nodes count the requests of an owner in one bucket', async () => {
    const { scope } = someIds()
    const limit = { burst: 7, perMinute: 1 }
    const results = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? first : second).rateLimits.take(scope, 'requests', limit)))
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(7)
    expect(results.filter((result) => !result.allowed && result.retryAfterMs > 40_000)).toHaveLength(33)
  })

  it('a reader on one node follows what the other commits, without a gap', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    const followed = collect(second.events.read(scope, run.run_id, 0))
    for (let n = 0; n < 200; n += 1) await first.storage.commit(scope, { run, lease: held, events: [text(run, `${n}`)] })
    await first.storage.commit(scope, { run, lease: held, events: [finish(run)] })
    expect((await followed).map(({ seq }) => seq)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1))
  })

  it('a lease that one node gives back is granted to the other at once', async () => {
    const { scope, run } = someIds()
    const resource = { kind: 'thread' as const, thread_id: run.thread_id }
    const held = await first.storage.lease(scope, resource, { ttlMs: 600_000 })
    const waiting = second.storage.lease(scope, resource, { ttlMs: 1_000, waitMs: 600_000 })
    if (held.status === 'granted') await first.storage.release(scope, held.lease)
    expect((await waiting).status).toBe('granted')
  })

  it('a node whose lease was taken over writes nothing more', async () => {
    const { scope, run } = someIds()
    const lost = await lease(first, scope, run, 0)
    const taken = await lease(second, scope, run)
    const late = { run, lease: lost, events: [text(run, 'late')], state: { expect_version: 0, value: 'late' } }
    expect(await first.storage.commit(scope, late)).toEqual({ status: 'fenced' })
    expect((await second.storage.commit(scope, { run, lease: taken, events: [text(run, 'new')] })).status).toBe('committed')
    expect(await second.storage.load(scope, run.run_id)).toMatchObject({ state: null, last_seq: 1 })
  })

  it('of commits and takeovers at the same time, no event is lost, doubled or out of order', async () => {
    const { scope, run } = someIds()
    const committed: string[] = []
    const work = async (store: PostgresStore, name: string) => {
      for (let round = 0; round < 30; round += 1) {
        const result = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 0, waitMs: 10_000 })
        if (result.status !== 'granted') throw new Error(result.status)
        for (let n = 0; n < 3; n += 1) {
          const label = `${name}.${round}.${n}`
          const written = await store.storage.commit(scope, { run, lease: result.lease, events: [text(run, label)] })
          if (written.status === 'committed') committed.push(`${written.events[0]?.seq} ${label}`)
        }
      }
    }
    await Promise.all([work(first, 'a'), work(second, 'b')])
    const held = await lease(first, scope, run)
    await first.storage.commit(scope, { run, lease: held, events: [finish(run)] })
    const log = await collect(second.events.read(scope, run.run_id, 0))
    const labels = log.flatMap((event) => (event.type === 'state_snapshot' ? [`${event.seq} ${String(event.state)}`] : []))
    expect(labels).toEqual(committed.sort((left, right) => Number.parseInt(left, 10) - Number.parseInt(right, 10)))
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
  })

  it('a request to cancel reaches the other node, also when its notification is lost', async () => {
    const heard: string[] = []
    const unsubscribe = second.storage.onCancelRequest(({ run_id }) => heard.push(run_id))
    const runs = [someIds(), someIds()]
    for (const { scope, run } of runs) await first.storage.commit(scope, { run, lease: await lease(first, scope, run), events: [text(run, 'a')] })
    const [cancelled, silent] = runs.map(({ run }) => run.run_id)
    expect(await first.storage.requestCancel(runs[0]?.scope as Scope, cancelled ?? '')).toBe('requested')
    await expect.poll(() => heard, { interval: 5 }).toContain(cancelled)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('UPDATE pf.run SET cancel_requested = clock_timestamp() WHERE run_id = $1', [JSON.stringify(silent)])
    await admin.end()
    await expect.poll(() => heard, { interval: 5 }).toContain(silent)
    unsubscribe()
  })

  it.each([3_600_000, -3_600_000])('a question waits as long as its node wants, also when the clock of the node is %i ms ahead', async (ahead) => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    const created = Date.now() + ahead
    const question = { tool_call_id: 'tc', component: 'confirm', props: {}, message_id: 'm', result_schema: {}, ...run, created, state: 'open' as const }
    const pending = [
      { ...question, id: `long ${ahead}`, deadline: created + 60_000 },
      { ...question, id: `short ${ahead}`, deadline: created + 1 },
    ]
    await first.storage.commit(scope, { run, lease: held, events: [{ ...finish(run), reason: 'paused' }], pending })
    await expect.poll(async () => (await second.pending.get(scope, `short ${ahead}`))?.state).toBe('expired')
    expect(await second.pending.list(scope, run.thread_id)).toMatchObject([{ state: 'open', deadline: created + 60_000 }, { state: 'expired' }])
    expect(await second.pending.answer(scope, `short ${ahead}`, 'hash', { result: 1 })).toEqual({ status: 'gone', state: 'expired' })
    expect((await second.pending.answer(scope, `long ${ahead}`, 'hash', { result: 1 })).status).toBe('accepted')
  })

  it('of many answers on both nodes one is accepted', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    const question = { id: 'q', tool_call_id: 'tc', component: 'confirm', props: {}, message_id: 'm', result_schema: {}, ...run, created: 1 }
    await first.storage.commit(scope, { run, lease: held, events: [text(run, 'a')], pending: [{ ...question, state: 'open' }] })
    const answers = Array.from({ length: 50 }, (_, n) => (n % 2 ? first : second).pending.answer(scope, 'q', `hash-${n}`, { result: n }))
    const outcomes = await Promise.all(answers)
    expect(outcomes.filter(({ status }) => status === 'accepted')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'conflict')).toHaveLength(49)
  })
})

describe('faults', () => {
  it('a connection that ends between two statements of a transaction fails the transaction, not the process', async () => {
    const database = await openDatabase({ connectionString: server.url, schema: 'pf', maxConnections: 2, statementTimeoutMs: 10_000 })
    const pidOf = async (queries: Queries) => (await queries.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid
    const broken = database.transaction(async (queries) => {
      const pid = await pidOf(queries)
      await database.rows('SELECT pg_terminate_backend($1)', [pid])
      // The end of the connection is received while no statement waits for its result.
      await expect.poll(() => database.rows('SELECT pid FROM pg_stat_activity WHERE pid = $1', [pid]), { interval: 5 }).toEqual([])
      return pidOf(queries)
    })
    await expect(broken).rejects.toMatchObject({ code: 'store_failed' })
    expect(await pidOf(database)).toBeGreaterThan(0)
    await database.close()
  })

  it('connections that are ended by the server are replaced, and no commit is lost or doubled', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    const followed = collect(second.events.read(scope, run.run_id, 0))
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    for (let n = 0; n < 40; n += 1) {
      const killing = n % 10 === 5 ? admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pf'") : undefined
      expect((await first.storage.commit(scope, { run, lease: held, events: [text(run, `${n}`)] })).status).toBe('committed')
      await killing
    }
    await admin.end()
    await first.storage.commit(scope, { run, lease: held, events: [finish(run)] })
    const log = await followed
    expect(log.flatMap((event) => (event.type === 'state_snapshot' ? [event.state] : []))).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`))
  })

  it('a commit whose connection breaks while the server still works on it is written once', async () => {
    const { scope, run } = someIds()
    const proxy = await startProxy(server.url)
    const node = await createPostgresStore({ connectionString: proxy.url })
    const held = await lease(node, scope, run)
    const [admin, observer] = [new pg.Client({ connectionString: server.url }), new pg.Client({ connectionString: server.url })]
    await Promise.all([admin.connect(), observer.connect()])
    for (const [n, state] of [undefined, { expect_version: 0, value: 1 }].entries()) {
      await admin.query(`BEGIN; SELECT 1 FROM pf.run WHERE run_id = '${JSON.stringify(run.run_id)}' FOR UPDATE`)
      const input = { run, lease: held, events: [text(run, 'once')], expect_seq: n, ...(state ? { state } : {}) }
      const commit = node.storage.commit(scope, input)
      await expect.poll(() => waitingStatements(observer), { timeout: 20_000 }).toBe(1)
      proxy.cut()
      // The statement of the second attempt waits behind that of the first one.
      await expect.poll(() => waitingStatements(observer), { timeout: 20_000 }).toBe(2)
      await admin.query('COMMIT')
      expect((await commit).status).toBe('committed')
      expect(await first.events.last(scope, run.run_id)).toBe(n + 1)
    }
    await Promise.all([admin.end(), observer.end()])
    await node.close()
    proxy.close()
  })

  it('a killed server fails commits with the reason; once it is back, the store continues, and what was acknowledged is there', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    await first.storage.commit(scope, { run, lease: held, events: [text(run, 'before')] })
    await server.kill()
    await expect(first.storage.commit(scope, { run, lease: held, events: [text(run, 'while')] })).rejects.toMatchObject({ code: 'store_failed' })
    await server.start()
    await first.check()
    expect((await first.storage.commit(scope, { run, lease: held, events: [finish(run)] })).status).toBe('committed')
    const log = await collect(second.events.read(scope, run.run_id, 0))
    expect(log.map(({ type }) => type)).toEqual(['state_snapshot', 'finish'])
  })

  it('fails with the reason when every connection is in use or a statement takes too long, and continues without a restart', async () => {
    const small = await createPostgresStore({ connectionString: server.url, maxConnections: 2, connectionTimeoutMs: 300, statementTimeoutMs: 3_000 })
    const { scope, run } = someIds()
    const held = await lease(small, scope, run)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('BEGIN; LOCK TABLE pf.run IN ACCESS EXCLUSIVE MODE')
    const commit = () =>
      small.storage.commit(scope, { run, lease: held, events: [text(run, 'a')] }).then(
        ({ status }) => status,
        (error) => error,
      )
    const load = () => small.storage.load(scope, run.run_id).catch((error) => error)
    const outcomes = await Promise.all([commit(), commit(), load(), load()])
    const codes = outcomes.map((error) => [error.code, error.fields?.sqlstate])
    expect(codes.slice(0, 2)).toEqual([
      ['store_failed', '57014'],
      ['store_failed', '57014'],
    ])
    expect(codes.slice(2)).toEqual([
      ['store_failed', 'pool_exhausted'],
      ['store_failed', 'pool_exhausted'],
    ])
    expect(outcomes[2].message).toContain('maxConnections')
    await admin.query('COMMIT')
    await admin.end()
    await small.check()
    expect(await commit()).toBe('committed')
    expect(await small.events.last(scope, run.run_id)).toBe(1)
    await small.close()
  })

  it('refuses a schema of a newer release, a server that is not there and a name that is no schema', async () => {
    await (await createPostgresStore({ connectionString: server.url, schema: 'newer' })).close()
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('INSERT INTO newer.schema_migration (version) VALUES (999)')
    await admin.end()
    await expect(createPostgresStore({ connectionString: server.url, schema: 'newer' })).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('999'),
    })
    await expect(createPostgresStore({ connectionString: 'postgres://pf@127.0.0.1:1/postgres' })).rejects.toMatchObject({ code: 'store_failed' })
    await expect(createPostgresStore({ connectionString: server.url, schema: 'a"; DROP' })).rejects.toMatchObject({ code: 'invalid_input' })
    for (const limit of [{ maxOwnerRuns: 0 }, { maxOwnerRuns: -1 }, { maxConnections: 0 }, { maxOwnerBytes: Number.NaN }, { artifactTtlMs: 0 }])
      await expect(createPostgresStore({ connectionString: server.url, ...limit })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(Object.keys(limit)[0] ?? ''),
      })
  })
})

describe('operation', () => {
  it('prune removes finished runs with all that belongs to them, and keeps those that work', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    const line = { id: 'l', role: 'user' as const, run_id: run.run_id, text: 'hello', ts: 1 }
    await first.storage.commit(scope, { run, lease: held, events: [finish(run)], thread: [line] })
    const working = { run_id: 'working', thread_id: run.thread_id }
    const other = await lease(first, scope, working)
    await first.storage.commit(scope, { run: working, lease: other, events: [text(working, 'a')] })
    expect((await first.prune({ runsBefore: Date.now() + 60_000 })).runs).toBeGreaterThanOrEqual(1)
    expect(await first.storage.load(scope, run.run_id)).toBeUndefined()
    expect(await first.threads.read(scope, run.thread_id)).toEqual([])
    expect((await first.storage.load(scope, 'working'))?.last_seq).toBe(1)
  })

  it('removes everything of one owner', async () => {
    const { scope, run } = someIds()
    const held = await lease(first, scope, run)
    await first.storage.commit(scope, { run, lease: held, events: [text(run, 'a')] })
    await first.artifacts.put(scope, new Uint8Array(10), { artifact_id: 'a', media_type: 'text/plain', source_tool: 't', run_id: run.run_id })
    await first.deleteOwner(scope)
    expect([await first.storage.load(scope, run.run_id), await first.artifacts.head(scope, 'a'), await first.events.last(scope, run.run_id)]).toEqual([
      undefined,
      undefined,
      0,
    ])
  })
})

it('reservations of two processes are never granted on the same remaining amount, also while commits spend it', async () => {
  const { scope } = someIds()
  const limit = 1_000
  const spend = async (store: PostgresStore, index: number) => {
    const run = { run_id: `spender-${index}`, thread_id: `spender-${index}` }
    const held = await lease(store, scope, run)
    const accounts = ['b', 'a'].map((account) => ({ account, limits: { tokens: limit } }))
    while (true) {
      const { granted, spent } = await store.spending.reserve(scope, { run_id: run.run_id, accounts, spending: { tokens: 90 }, ttlMs: 60_000 })
      if (spent.some(({ tokens }) => tokens >= limit)) return
      if (!granted) continue
      const spending = accounts.map(({ account }) => ({ account, spending: { tokens: 90, cost: 0, ms: 0, model_calls: 1, tool_calls: 0 } }))
      await store.storage.commit(scope, { run, lease: held, events: [], spending })
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, index) => spend(index % 2 === 0 ? first : second, index)))
  // Eleven fit, and the one that nobody competes with may exceed the limit.
  expect((await first.spending.read(scope, ['a', 'b'])).map(({ tokens }) => tokens)).toEqual([1_080, 1_080])
})

it('a schema of a release without a thread list gets one with the threads that it holds', async () => {
  const { scope, run } = someIds()
  const older = await createPostgresStore({ connectionString: server.url, schema: 'older' })
  const held = await lease(older, scope, run)
  const thread = [{ id: 'line', role: 'user' as const, run_id: run.run_id, text: 'Say \u0000 "hello"', ts: 7 }]
  await older.storage.commit(scope, { run, lease: held, events: [finish(run)], thread })
  await older.artifacts.put(scope, new Uint8Array(3), { media_type: 'text/plain', source_tool: 't', run_id: run.run_id })
  await older.close()
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`
    SET search_path TO older; DROP TABLE thread; DROP INDEX run_thread, run_new, run_successor, blob_unkept, interaction_open;
    ALTER TABLE thread_entry DROP COLUMN search; ALTER TABLE artifact DROP COLUMN run_key; DROP TABLE rate_limit, spending, spending_reservation, approval_grant, audit, task, task_group; ALTER TABLE interaction DROP COLUMN role; ALTER TABLE run DROP COLUMN no_question_at; ALTER TABLE run DROP COLUMN messages; DELETE FROM schema_migration WHERE version > 3`)
  await client.end()
  const newer = await createPostgresStore({ connectionString: server.url, schema: 'older' })
  const { threads } = await newer.threads.list(scope, { search: 'HELLO' })
  expect(threads).toMatchObject([{ thread_id: run.thread_id, created: 7, updated: 7 }])
  expect(await newer.threads.delete(scope, run.thread_id)).toMatchObject({ status: 'deleted', artifact_ids: [expect.any(String)] })
  await newer.close()
})
