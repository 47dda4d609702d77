import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { ownerTables } from './owner-tables.ts'
import { migrate } from './schema.ts'

it('export, removal and retention know every table that has an owner, and a column of it that identifies its rows', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const columns = db
    .prepare("SELECT t.name AS name, c.name AS col FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'")
    .all() as { name: string; col: string }[]
  const owned = columns.filter(({ col }) => col === 'owner').map(({ name }) => name)
  expect(Object.keys(ownerTables).toSorted()).toEqual(owned.toSorted())
  for (const [table, key] of Object.entries(ownerTables)) expect(columns).toContainEqual({ name: table, col: key })
  db.close()
})
