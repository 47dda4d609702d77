import type { Scope } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import pg from 'pg'

/** Tables without a column of owners. Rows that belong to a row that does not exist are counted for every owner. */
const others: Record<string, string> = {
  event: 'SELECT count(*)::int AS rows FROM pf.event LEFT JOIN pf.run ON run.n = event.run WHERE run.n IS NULL OR run.owner = $1',
  blob: 'SELECT count(*)::int AS rows FROM pf.blob LEFT JOIN pf.artifact ON artifact.blob = blob.n WHERE artifact.blob IS NULL OR artifact.owner = $1',
  chunk: 'SELECT count(*)::int AS rows FROM pf.chunk LEFT JOIN pf.artifact ON artifact.blob = chunk.blob WHERE artifact.blob IS NULL OR artifact.owner = $1',
}

/** Selects the tables of the schema `pf` that have a column of owners. */
export const ownedTablesSql = "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'pf' AND column_name = 'owner' ORDER BY 1"

/** Counts the rows of an owner in every table of the schema `pf`. */
export async function countRows(connectionString: string, scope: Scope): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const owned = new Set((await client.query<{ name: string }>(ownedTablesSql)).rows.map(({ name }) => name))
    const all = await client.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'pf' AND tablename <> 'schema_migration'")
    const counts: Record<string, number> = {}
    for (const { name } of all.rows) {
      const sql = owned.has(name) ? `SELECT count(*)::int AS rows FROM pf."${name}" WHERE owner = $1` : others[name]
      if (sql === undefined) throw new Error(`Nothing says to whom the rows of the table ${name} belong.`)
      counts[name] = (await client.query<{ rows: number }>(sql, [ownerKey(scope)])).rows[0]?.rows ?? 0
    }
    return counts
  } finally {
    await client.end()
  }
}
