import type { ExportedRecord, Scope } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { openDatabase } from './database/database.ts'
import { ownerTables } from './database/owner-tables.ts'
import { readEventPage } from './ports/postgres-run-store.ts'
import { countRows, ownedTablesSql } from './test-support/count-rows.ts'

let server: PostgresServer
let store: PostgresStore
let second: PostgresStore
let admin: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  store = await createPostgresStore({ connectionString: server.url, artifactTtlMs: 3_600_000 })
  second = await createPostgresStore({ connectionString: server.url })
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('SET search_path TO pf')
})
afterAll(async () => {
  await admin?.end()
  await store?.close()
  await second?.close()
  await server?.stop()
})

let owners = 0
function someScope(): Scope {
  owners += 1
  return { owner: { id: `owner ${owners}` } }
}
const upload = { media_type: 'text/plain', source_tool: 'tool', run_id: 'run' }
const withRows = async (scope: Scope) => Object.entries(await countRows(server.url, scope)).flatMap(([table, rows]) => (rows > 0 ? [table] : []))

async function openRun(scope: Scope, run: { run_id: string; thread_id: string }, { storage }: PostgresStore = store) {
  const leased = await storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 600_000 })
  if (leased.status !== 'granted') throw new Error(leased.status)
  return leased.lease
}

/** Commits an event, an entry and the metadata of an artifact until the run is gone. Returns the number of commits. */
async function writeUntilGone(scope: Scope, run: { run_id: string; thread_id: string }, node: PostgresStore): Promise<number> {
  const lease = await openRun(scope, run, node)
  for (let count = 0; ; count += 1) {
    const meta = { ...upload, artifact_id: `${run.run_id} ${count}`, run_id: run.run_id, bytes: 1, sha256: '0'.repeat(64), created: 1 }
    const { status } = await node.storage.commit(scope, {
      run,
      lease,
      events: [{ type: 'state_snapshot', ...run, ts: 1, state: count }],
      thread: [{ id: `${count}`, role: 'user', run_id: run.run_id, text: 'hello', ts: 1 }],
      artifacts: [meta],
    })
    if (status !== 'committed') return count
  }
}

it('export, removal and retention know every table that has an owner', async () => {
  const { rows } = await admin.query<{ name: string }>(ownedTablesSql)
  expect(rows.map(({ name }) => name)).toEqual([...ownerTables].toSorted())
})

it('runs that commit and artifacts that are stored during a removal leave nothing that nobody can remove', async () => {
  const scope = someScope()
  const kept = someScope()
  await second.artifacts.put(kept, new Uint8Array(70_000), upload)
  let isOver = false
  const puts = async (node: PostgresStore, worker: number) => {
    for (let count = 0; !isOver; count += 1)
      await node.artifacts.put(scope, new Uint8Array(70_000 + count), { ...upload, artifact_id: `${worker}-${count % 3}` })
  }
  const commits = async (node: PostgresStore, worker: number) => {
    let written = 0
    for (let count = 0; !isOver; count += 1) written += await writeUntilGone(scope, { run_id: `${worker}-${count}`, thread_id: `thread ${worker}` }, node)
    return written
  }
  const nodes = [store, second]
  const work = nodes.flatMap((node, at) => [0, 1].flatMap((n) => [commits(node, at * 2 + n), puts(node, at * 2 + n).then(() => 1)]))
  try {
    for (let removal = 0; removal < 4; removal += 1) await nodes[removal % 2]?.deleteOwner(scope)
  } finally {
    isOver = true
  }
  const results = Promise.all(work)
  // Runs that were started after the last removal are ended by a further removal.
  for (let ended = false; !ended; ) {
    await store.deleteOwner(scope)
    ended = await Promise.race([results.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 100))])
  }
  const written = await results
  expect(written.every((count) => count > 0)).toBe(true)
  await store.deleteOwner(scope)
  expect(await withRows(scope)).toEqual([])
  expect((await withRows(kept)).toSorted()).toEqual(['artifact', 'blob', 'chunk'])
  await store.deleteOwner(kept)
})

it('an owner with thousands of things in every table is exported and removed, and others keep theirs', async () => {
  const scope = someScope()
  const other = someScope()
  const count = 1_234
  const fill = async (each: Scope, rows: number) => {
    const rowsOf = `FROM generate_series(1, ${rows}) AS i`
    const statements = [
      `INSERT INTO run (owner, key, run_id, thread_id, phase, last_seq) SELECT $1, to_json(i::text), to_json(i::text), to_json(i::text), 'finished', 2 ${rowsOf}`,
      `INSERT INTO event (run, seq, data) SELECT n, seq, '{"seq":' || seq || '}' FROM run, generate_series(1, 2) AS seq WHERE owner = $1`,
      `INSERT INTO lease (owner, resource, until) SELECT $1, i, clock_timestamp() + interval '1 hour' ${rowsOf}`,
      `INSERT INTO interaction (owner, key, thread_key, run_key, state, data) SELECT $1, i, 't', 'none', 'open', '{}' ${rowsOf}`,
      `INSERT INTO thread (owner, key, thread_id, title, search, created, updated) SELECT $1, to_json(i::text), to_json(i::text), '', '', i, i ${rowsOf}`,
      `INSERT INTO thread_entry (owner, thread_key, key, run_key, data) SELECT $1, to_json(i::text), i, 'none', '{}' ${rowsOf}`,
      `INSERT INTO draft (owner, key, version, data) SELECT $1, i, 1, '{}' ${rowsOf}`,
      `INSERT INTO approval_grant (owner, key, data) SELECT $1, i, '{"created":1}' ${rowsOf}`,
      `INSERT INTO audit (owner, seq, data) SELECT $1, i, '{}' ${rowsOf}`,
      `INSERT INTO spending (owner, account, tokens, cost, ms, model_calls, tool_calls) SELECT $1, to_json(i::text), 1, 1, 1, 1, 1 ${rowsOf}`,
      `INSERT INTO spending_reservation (owner, run_key, account, tokens, cost, ms, model_calls, tool_calls, until) SELECT $1, i, 'a', 1, 1, 1, 1, 1, clock_timestamp() + interval '1 hour' ${rowsOf}`,
      `INSERT INTO task_group (owner, key, thread_key, agent, data) SELECT $1, i, 't', 'a', '{}' ${rowsOf}`,
      `INSERT INTO task (owner, key, group_key, agent, priority, data) SELECT $1, i, i, 'a', 0, '{}' ${rowsOf}`,
      `INSERT INTO rate_limit (owner, name, full_at) SELECT $1, to_json(i::text), clock_timestamp() + interval '1 hour' ${rowsOf}`,
      `WITH b AS (INSERT INTO blob (kept) SELECT true ${rowsOf} RETURNING n), c AS (INSERT INTO chunk (blob, k, data) SELECT n, 0, '\\x00' FROM b)
       INSERT INTO artifact (owner, key, blob, bytes, sha256, created, data) SELECT $1, n, n, 1, '', 1, '{}' FROM b`,
    ]
    for (const sql of statements) await admin.query(sql, [ownerKey(each)])
  }
  await fill(scope, count)
  await fill(other, 3)
  expect(Object.keys(await countRows(server.url, scope)).toSorted()).toEqual((await withRows(scope)).toSorted())
  const kinds = new Map<ExportedRecord['kind'], number>()
  for await (const { kind, data } of store.exportOwner(scope)) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (kind === 'run') expect(data).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }] })
  }
  expect([...kinds.values()]).toEqual(Array.from({ length: 11 }, () => count))
  const before = await countRows(server.url, other)
  await store.deleteOwner(scope)
  expect(await withRows(scope)).toEqual([])
  expect(await countRows(server.url, other)).toEqual(before)
  await store.deleteOwner(other)
})

it('prune removes runs that never began, leases of processes that have ended, full rate limits, expired reservations, expired artifacts and the bytes of killed uploads', async () => {
  const scope = someScope()
  await openRun(scope, { run_id: 'held', thread_id: 't' })
  const left = await openRun(scope, { run_id: 'left', thread_id: 't' })
  await store.storage.release(scope, left)
  for (const draft_id of ['held', 'left']) await store.storage.lease(scope, { kind: 'draft', draft_id }, { ttlMs: 600_000 })
  for (const name of ['full', 'used']) await store.rateLimits.take(scope, name, { burst: 2, perMinute: 1 })
  for (const run_id of ['old', 'new'])
    await store.spending.reserve(scope, { run_id, accounts: [{ account: 'a', limits: {} }], spending: { tokens: 1 }, ttlMs: 600_000 })
  for (const artifact_id of ['old', 'new']) await store.artifacts.put(scope, new Uint8Array(3), { ...upload, artifact_id })
  await admin.query(`
    UPDATE lease SET until = clock_timestamp() - interval '2 hours' WHERE resource LIKE '%left%';
    UPDATE rate_limit SET full_at = clock_timestamp() WHERE name LIKE '%full%';
    UPDATE spending_reservation SET until = clock_timestamp() WHERE run_key LIKE '%old%';
    UPDATE artifact SET created = created - 3600001 WHERE key LIKE '%old%';
    WITH b AS (INSERT INTO blob (created) SELECT clock_timestamp() - i * interval '1 hour' FROM generate_series(23, 60) AS i RETURNING n)
      INSERT INTO chunk (blob, k, data) SELECT n, 0, '' FROM b`)
  expect(await store.prune({ runsBefore: Date.now() + 60_000 })).toMatchObject({ runs: 1, artifacts: 1 })
  const names = async (sql: string) => (await admin.query<{ name: string }>(sql, [ownerKey(scope)])).rows.map(({ name }) => name)
  expect(await names('SELECT key AS name FROM run WHERE owner = $1')).toEqual(['"held"'])
  expect(await names('SELECT resource AS name FROM lease WHERE owner = $1')).toEqual([expect.stringContaining('held')])
  expect(await names('SELECT name FROM rate_limit WHERE owner = $1')).toEqual(['"used"'])
  expect(await names('SELECT run_key AS name FROM spending_reservation WHERE owner = $1')).toEqual(['"new"'])
  expect(await names('SELECT key AS name FROM artifact WHERE owner = $1')).toEqual(['"new"'])
  const { rows } = await admin.query('SELECT (SELECT count(*) FROM blob WHERE NOT kept)::int AS blobs, (SELECT count(*) FROM chunk)::int AS chunks')
  // The upload of 23 hours ago may still complete.
  expect(rows).toEqual([{ blobs: 1, chunks: 2 }])
  await admin.query('DELETE FROM chunk USING blob WHERE chunk.blob = blob.n AND NOT kept; DELETE FROM blob WHERE NOT kept')
})

it('retention leaves out what somebody has locked, and a removal waits for it', async () => {
  const scope = someScope()
  for (const run_id of ['locked', 'free']) {
    const run = { run_id, thread_id: run_id }
    const lease = await openRun(scope, run)
    const thread = [{ id: 'line', role: 'user' as const, run_id, text: 'hello', ts: 1 }]
    await store.storage.commit(scope, { run, lease, events: [{ type: 'finish', ...run, ts: 1, reason: 'answer', payload: {} as never }], thread })
    await store.artifacts.put(scope, new Uint8Array(3), { ...upload, artifact_id: run_id })
  }
  await admin.query('BEGIN')
  await admin.query(`SELECT 1 FROM run WHERE owner = $1 AND key = '"locked"' FOR UPDATE`, [ownerKey(scope)])
  await admin.query(`SELECT 1 FROM artifact WHERE owner = $1 AND key = '"locked"' FOR UPDATE`, [ownerKey(scope)])
  const future = Date.now() + 60_000
  await store.prune({ runsBefore: future, artifactsBefore: future })
  expect([await store.storage.load(scope, 'free'), await store.artifacts.head(scope, 'free')]).toEqual([undefined, undefined])
  expect(await store.storage.load(scope, 'locked')).toBeDefined()
  expect(await store.artifacts.head(scope, 'locked')).toBeDefined()
  const removal = store.deleteOwner(scope)
  await admin.query('COMMIT')
  await removal
  expect(await withRows(scope)).toEqual([])
})

it('retention keeps a thread to which somebody writes at this moment', async () => {
  const scope = someScope()
  const run = { run_id: 'old', thread_id: 'thread' }
  const lease = await openRun(scope, run)
  const line = { id: 'line', role: 'user' as const, run_id: 'old', text: 'hello', ts: 1 }
  await store.storage.commit(scope, { run, lease, events: [{ type: 'finish', ...run, ts: 1, reason: 'answer', payload: {} as never }], thread: [line] })
  await admin.query('BEGIN')
  await admin.query(`INSERT INTO thread_entry (owner, thread_key, key, run_key, data) VALUES ($1, '"thread"', 'new', '"new"', '{}')`, [ownerKey(scope)])
  await admin.query(`UPDATE thread SET updated = updated + 1 WHERE owner = $1`, [ownerKey(scope)])
  expect((await store.prune({ runsBefore: Date.now() + 60_000 })).runs).toBe(1)
  await admin.query('COMMIT')
  expect((await store.threads.list(scope)).threads.map(({ thread_id }) => thread_id)).toEqual(['thread'])
})

it('a page of large events ends after four megabytes, and a log of them is read whole', async () => {
  const scope = someScope()
  const run = { run_id: 'large', thread_id: 'large' }
  const lease = await openRun(scope, run)
  const sizes = [1, 1_500_000, 1_500_000, 1_500_000, 5_000_000, 5_000_000, 1]
  for (const size of sizes) await store.storage.commit(scope, { run, lease, events: [{ type: 'state_snapshot', ...run, ts: 1, state: 'x'.repeat(size) }] })
  const database = await openDatabase({ connectionString: server.url, schema: 'pf', maxConnections: 1, statementTimeoutMs: 30_000 })
  const pages: number[] = []
  for (let after = 0; after < sizes.length; after += pages.at(-1) ?? sizes.length)
    pages.push((await readEventPage(database, scope, { run_id: run.run_id, after })).events.length)
  await database.close()
  expect(pages).toEqual([4, 1, 1, 1])
})
