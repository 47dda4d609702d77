import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Scope } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import type { SqliteStore } from '../create-sqlite-store.ts'

/** Tables without a column of owners. Rows that belong to a row that does not exist are counted for every owner. */
const others: Record<string, string> = {
  owner: 'SELECT count(*) AS rows FROM owner WHERE n = ?',
  event: 'SELECT count(*) AS rows FROM event LEFT JOIN run ON run.n = event.run WHERE run.n IS NULL OR run.owner = ?',
  blob: 'SELECT count(*) AS rows FROM blob LEFT JOIN artifact ON artifact.blob = blob.n WHERE artifact.blob IS NULL OR artifact.owner = ?',
  chunk: 'SELECT count(*) AS rows FROM chunk LEFT JOIN artifact ON artifact.blob = chunk.blob WHERE artifact.blob IS NULL OR artifact.owner = ?',
}

/** Counts the rows of an owner in every table of the file. A copy is read, because the store has the file itself open. */
export async function countRows(store: SqliteStore, { scope, copy }: { scope: Scope; copy: string }): Promise<Record<string, number>> {
  await store.backup(copy)
  const db = new DatabaseSync(copy)
  try {
    const owner = db.prepare('SELECT n FROM owner WHERE key = ?').get(ownerKey(scope))?.n ?? -1
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
    const count = ({ name }: { name: string }) => {
      const hasOwner = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(name, 'owner') !== undefined
      const sql = hasOwner ? `SELECT count(*) AS rows FROM ${name} WHERE owner = ?` : others[name]
      if (sql === undefined) throw new Error(`Nothing says to whom the rows of the table ${name} belong.`)
      return [name, Number(db.prepare(sql).get(owner)?.rows)] as const
    }
    return Object.fromEntries(tables.map(count))
  } finally {
    db.close()
    rmSync(copy)
  }
}
