// The limit of what a store can do for one event on this machine: the bare statements, by the same libraries, with the same guarantees.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '../../tooling/test-support/postgres.ts'

const data = JSON.stringify({ type: 'text_delta', run_id: 'run-1234567890', thread_id: 'thread-1234567890', ts: 1, text: 'word ' })

/** Returns the median time in milliseconds that one event takes: on SQLite a durable insert; on PostgreSQL an insert, a notification and the read of another connection. */
export async function limits(count = 500) {
  return { sqlite: await sqliteLimit(count), postgres: await postgresLimit(count) }
}

async function sqliteLimit(count) {
  const folder = mkdtempSync(join(tmpdir(), 'pf-bench-'))
  const database = new DatabaseSync(join(folder, 'limit.sqlite'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE event (seq INTEGER PRIMARY KEY, data TEXT)')
  const insert = database.prepare('INSERT INTO event (data) VALUES (?)')
  const median = await medianOf(count, async () => insert.run(data))
  database.close()
  rmSync(folder, { recursive: true, force: true })
  return median
}

async function postgresLimit(count) {
  const { Client } = createRequire(new URL('../../packages/store-postgres/package.json', import.meta.url))('pg')
  const server = await startPostgres()
  const clients = [1, 2, 3].map(() => new Client({ connectionString: server.url }))
  const [writer, notifier, reader] = clients
  for (const client of clients) await client.connect()
  await writer.query('CREATE TABLE event (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data text)')
  await reader.query('LISTEN event')
  const median = await medianOf(count, async () => {
    const notified = new Promise((resolve) => reader.once('notification', resolve))
    const { rows } = await writer.query({ name: 'write', text: 'INSERT INTO event (data) VALUES ($1) RETURNING seq', values: [data] })
    await notifier.query({ name: 'notify', text: "SELECT pg_notify('event', '')" })
    await notified
    await reader.query({ name: 'read', text: 'SELECT data FROM event WHERE seq >= $1', values: [rows[0].seq] })
  })
  for (const client of clients) await client.end()
  await server.stop()
  return median
}

async function medianOf(count, work) {
  const times = []
  for (let at = 0; at < count; at += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
    await setTimeout(2)
  }
  return times.sort((first, second) => first - second)[count >> 1]
}
