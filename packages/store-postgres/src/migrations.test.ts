import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore } from './create-postgres-store.ts'
import { migrate, schemaVersion } from './database/migrations.ts'

let server: PostgresServer
let admin: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  admin = await connect()
})
afterAll(async () => {
  await admin?.end()
  await server?.stop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  return client
}

/** Resolves once a session waits for a lock. */
async function someoneWaits(): Promise<void> {
  await expect
    .poll(async () => (await admin.query("SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rows[0]?.waiting)
    .toBeGreaterThan(0)
}

/** The number of steps of the migrations that are undone here: the last one that changes a table in use, and those after it. */
const undone = 3

/** Changes a schema to that of an earlier release. A new step must be undone here. */
async function makeOlder(schema: string): Promise<void> {
  await (await createPostgresStore({ connectionString: server.url, schema })).close()
  await admin.query(
    `ALTER TABLE ${schema}.run DROP COLUMN messages; DROP TABLE ${schema}.spending_reservation; ALTER TABLE ${schema}.task_group DROP COLUMN role`,
  )
  await admin.query(`DELETE FROM ${schema}.schema_migration WHERE version > ${schemaVersion - undone}`)
}

it('a node waits for the migration of another one longer than any statement may take', async () => {
  await admin.query("ALTER ROLE pf SET statement_timeout = '50ms'")
  const other = await connect()
  try {
    await other.query('SET statement_timeout = 0; BEGIN')
    await other.query('SELECT pg_advisory_xact_lock(7318642051)')
    const starting = createPostgresStore({ connectionString: server.url, schema: 'patient', statementTimeoutMs: 50 })
    await someoneWaits()
    await other.query('SELECT pg_sleep(0.3)')
    await other.query('COMMIT')
    const store = await starting
    await store.check()
    await store.close()
  } finally {
    await other.end()
    await admin.query('ALTER ROLE pf RESET statement_timeout')
  }
})

it('a table that is in use is left to the others between two attempts, and the migration is made once it is free', async () => {
  await makeOlder('busy')
  const [holder, client, writer] = [await connect(), await connect(), await connect()]
  await holder.query('BEGIN; LOCK TABLE busy.run IN ROW EXCLUSIVE MODE')
  const migration = migrate(client, 'busy', { lockTimeoutMs: 50, pauseMs: 200, maxAttempts: 1_000 })
  await someoneWaits()
  // This statement waits behind the migration until the migration releases its lock.
  await writer.query("INSERT INTO busy.run (owner, key, run_id, thread_id) VALUES ('o', 'k', 'r', 't')")
  await holder.query('COMMIT')
  expect(await migration).toBe(schemaVersion - undone)
  const found = await admin.query("SELECT messages FROM busy.run WHERE run_id = 'r'")
  expect(found.rows).toEqual([{ messages: '[]' }])
  for (const each of [holder, client, writer]) await each.end()
})

it('a migration that never gets a table ends with an error that says so, and changes nothing', async () => {
  await makeOlder('stuck')
  const [holder, client] = [await connect(), await connect()]
  await holder.query('BEGIN; LOCK TABLE stuck.run IN ROW EXCLUSIVE MODE')
  await expect(migrate(client, 'stuck', { lockTimeoutMs: 10, pauseMs: 10, maxAttempts: 3 })).rejects.toMatchObject({ code: '55P03' })
  await holder.query('COMMIT')
  expect((await admin.query('SELECT max(version) AS version FROM stuck.schema_migration')).rows).toEqual([{ version: schemaVersion - undone }])
  expect(await migrate(client, 'stuck')).toBe(schemaVersion - undone)
  for (const each of [holder, client]) await each.end()
})
