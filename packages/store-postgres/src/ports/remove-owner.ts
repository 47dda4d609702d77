import type { Database } from '../database/database.ts'
import { type OwnerTable, ownerTables } from '../database/owner-tables.ts'
import { dropArtifacts } from './drop-artifacts.ts'
import { dropRows, dropTaskGroups } from './drop-rows.ts'
import { dropRuns } from './drop-runs.ts'

/** Maximum number of passes over all tables while the owner stores more. */
const maxPasses = 5

/** Tables with dependent rows. */
const removals = { run: dropRuns, artifact: dropArtifacts, task_group: dropTaskGroups }

const hasRemoval = (table: OwnerTable): table is keyof typeof removals => table in removals

function dropTable(database: Database, table: OwnerTable, owner: string): Promise<number> {
  const selection = { where: 'owner = $2', values: [owner] }
  return hasRemoval(table) ? removals[table](database, selection, { wait: true }) : dropRows(database, table, selection, { wait: true })
}

/**
 * Removes all stored data of an owner, in small transactions. A run that commits meanwhile writes either before its row is locked, so that
 * its data is removed, or after its row is gone, so that it is refused. Data that is added meanwhile is removed in a further pass.
 */
export async function removeOwner(database: Database, owner: string): Promise<void> {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    let removed = 0
    for (const table of ownerTables) removed += await dropTable(database, table, owner)
    if (removed === 0) return
  }
}
