import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlannerEvent, RunStore, Scope, StorePorts } from '../packages/core/src/index.ts'
import { createPostgresStore, type PostgresStore } from '../packages/store-postgres/src/index.ts'
import { createSqliteStore } from '../packages/store-sqlite/src/index.ts'
import { type PostgresServer, startPostgres } from './test-support/postgres.ts'

const page = readFileSync('docs/operations.md', 'utf8')
const blocks = (language: string) => [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
const [dump = '', restore = '', restoreSqlite = ''] = blocks('sh')
const scope: Scope = { owner: { id: 'ann' } }

/** The part of the package `pg` that this test needs; the root of the repository does not depend on it. */
interface Connection {
  connect(): Promise<void>
  query(sql: string): Promise<{ rows: Record<string, unknown>[]; fields: { name: string }[] }>
  end(): Promise<void>
}
const { Client } = createRequire(new URL('../packages/store-postgres/package.json', import.meta.url))('pg') as {
  Client: new (options: { connectionString: string }) => Connection
}

let server: PostgresServer
let store: PostgresStore
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pf-operations-'))
  server = await startPostgres()
  store = await createPostgresStore({ connectionString: server.url })
})
afterAll(async () => {
  await store?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Works directly on the database, like an operator. */
async function connected<Value>(work: (connection: Connection) => Promise<Value>, connectionString = server.url): Promise<Value> {
  const connection = new Client({ connectionString })
  await connection.connect()
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

/** Writes a run with one event, and its end unless it stays open. */
async function writeRun(storage: RunStore, run_id: string, { open = false } = {}) {
  const run = { run_id, thread_id: 'thread' }
  const result = await storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 60_000 })
  if (result.status !== 'granted') throw new Error(result.status)
  const { lease } = result
  await storage.commit(scope, { run, lease, events: [{ type: 'state_snapshot', ...run, ts: 1, state: { text: `of ${run_id}` } }] })
  if (open) await storage.release(scope, lease)
  else await storage.commit(scope, { run, lease, events: [{ type: 'finish', ...run, ts: 2, reason: 'answer', payload: {} as never }] })
}

/** Returns the finished log of a run. */
async function logOf({ events }: StorePorts, run_id: string): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of events.read(scope, run_id, 0)) log.push(event)
  return log
}

const sh = (script: string, env: Record<string, string> = {}) =>
  execFileSync('bash', ['-euc', script], { cwd: folder, env: { ...process.env, ...env }, stdio: 'pipe' })

/** Returns the first version of PostgreSQL's backup programs, or 0 if there are none. */
function dumpVersion(): number {
  try {
    return Number(/(\d+)/.exec(sh('pg_dump --version').toString())?.[1])
  } catch {
    return 0
  }
}

it('each query of the page runs, and finds what it is for', async () => {
  await writeRun(store.storage, 'overdue', { open: true })
  const results = await connected(async (connection) => {
    const found = []
    for (const query of blocks('sql')) found.push(await connection.query(query))
    return found
  })
  expect(results).toHaveLength(5)
  expect(results[0]?.rows).toEqual([expect.objectContaining({ phase: 'working', runs: '1', overdue: '1' })])
  expect(results[2]?.rows.map(({ relname }) => relname)).toEqual(expect.arrayContaining(['run', 'event']))
  expect(Number(results[3]?.rows[0]?.connections)).toBeGreaterThan(0)
})

it('PostgreSQL: the dump is restored into an empty database, with its runs, and open runs are listed for the nodes', async (context) => {
  const serverVersion = Number((await connected((connection) => connection.query('SHOW server_version_num'))).rows[0]?.server_version_num) / 10_000
  if (dumpVersion() < Math.floor(serverVersion)) context.skip('pg_dump of this version of the server is not installed')
  await writeRun(store.storage, 'kept')
  const before = await logOf(store, 'kept')
  sh(dump, { DATABASE_URL: server.url })
  await writeRun(store.storage, 'later')
  await connected((connection) => connection.query('CREATE DATABASE restored'))
  const restored = server.url.replace(/\/postgres$/, '/restored')
  sh(restore, { RESTORE_URL: restored })
  const copy = await createPostgresStore({ connectionString: restored })
  expect(await logOf(copy, 'kept')).toEqual(before)
  expect(await copy.storage.load(scope, 'later')).toBeUndefined()
  expect((await copy.storage.abandoned?.(10))?.map(({ run_id }) => run_id)).toEqual(['overdue'])
  await writeRun(copy.storage, 'after the restore')
  await copy.close()
})

it('SQLite: a backup is restored in the place of a file that was written to since, also beside a log that was left', async () => {
  const file = join(folder, 'data', 'pf.sqlite')
  const first = await createSqliteStore({ file })
  await writeRun(first.storage, 'kept')
  const before = await logOf(first, 'kept')
  await first.backup(join(folder, 'backup.sqlite'))
  await writeRun(first.storage, 'later')
  // A killed process leaves the log of its last writes.
  const log = join(folder, 'left-wal')
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, log)
  await first.close()
  if (existsSync(log)) copyFileSync(log, `${file}-wal`)
  mkdirSync(join(folder, 'data'), { recursive: true })
  sh(restoreSqlite)
  const second = await createSqliteStore({ file })
  expect(await logOf(second, 'kept')).toEqual(before)
  expect(await second.storage.load(scope, 'later')).toBeUndefined()
  await second.close()
})

it('prune may run twice at once', async () => {
  for (let count = 0; count < 1_200; count += 40) await Promise.all(Array.from({ length: 40 }, (_, index) => writeRun(store.storage, `old-${count + index}`)))
  const found = await Promise.all([store.prune({ runsBefore: Date.now() + 60_000 }), store.prune({ runsBefore: Date.now() + 60_000 })])
  expect(found.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThanOrEqual(1_200)
  expect(await store.storage.load(scope, 'old-7')).toBeUndefined()
  expect(await store.storage.load(scope, 'overdue')).toBeDefined()
})

it('a node keeps working when a newer one has updated the tables, and one of this release that starts then is refused', async () => {
  await connected(async (connection) => {
    await connection.query('ALTER TABLE pf.run ADD COLUMN of_a_newer_release text')
    await connection.query('INSERT INTO pf.schema_migration (version) SELECT max(version) + 1 FROM pf.schema_migration')
  })
  await writeRun(store.storage, 'of the older node')
  expect(await logOf(store, 'of the older node')).toHaveLength(2)
  await expect(createPostgresStore({ connectionString: server.url })).rejects.toThrow(/Use a newer release/)
})
