import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '../../packages/core/src/memory.ts'
import { createPostgresStore } from '../../packages/store-postgres/src/index.ts'
import { createSqliteStore } from '../../packages/store-sqlite/src/index.ts'
import { startPostgres } from '../../tooling/test-support/postgres.ts'

const openers = {
  memory: async () => ({ ports: createMemoryStore(), close: async () => {} }),
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pf-bench-'))
    const ports = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
    const close = async () => {
      await ports.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return { ports, file: join(folder, 'pf.sqlite'), close }
  },
  postgres: async () => {
    const server = await startPostgres()
    const ports = await createPostgresStore({ connectionString: server.url })
    const close = async () => {
      await ports.close()
      await server.stop()
    }
    return { ports, url: server.url, close }
  },
}

export const storeNames = Object.keys(openers)

/** Opens an empty store for the time of `work`. */
export async function withStore(name, work) {
  const store = await openers[name]()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The bytes of a SQLite file with its log. */
export const fileBytes = (file) => statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)

/** The bytes of the tables of a schema, indexes included. */
export async function databaseBytes(url, schema) {
  const { Client } = createRequire(new URL('../../packages/store-postgres/package.json', import.meta.url))('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  const sql = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'`
  const { rows } = await client.query(sql, [schema])
  await client.end()
  return rows[0].bytes
}
