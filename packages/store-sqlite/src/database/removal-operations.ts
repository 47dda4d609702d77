import { artifactColumns, dropArtifactRows, takeArtifacts } from './artifact-operations.ts'
import { droppedColumns, dropRuns } from './drop-runs.ts'
import { type OwnerTable, ownerTables } from './owner-tables.ts'
import { findOwner, type Statements } from './statements.ts'

/** Maximum number of rows that one step of a removal removes. Other requests are served between two steps. */
const runsPerStep = 100
const rowsPerStep = 5_000

/** Removes all data of one owner, one step at a time. */
export function removalOperations(sql: Statements) {
  const dropRows = (owner: number, table: OwnerTable) => {
    const key = ownerTables[table]
    return sql.run(`DELETE FROM ${table} WHERE owner = ?1 AND ${key} IN (SELECT ${key} FROM ${table} WHERE owner = ?1 LIMIT ?2)`, owner, rowsPerStep)
  }
  const dropSome = (owner: number): boolean => {
    const runs = sql.all(`SELECT ${droppedColumns} FROM run WHERE owner = ? ORDER BY n LIMIT ?`, owner, runsPerStep)
    if (dropRuns(sql, runs) > 0) return true
    const artifacts = takeArtifacts(sql.all(`SELECT ${artifactColumns} FROM artifact WHERE owner = ? LIMIT ?`, owner, rowsPerStep))
    if (dropArtifactRows(sql, artifacts).length > 0) return true
    return Object.keys(ownerTables).some((table) => dropRows(owner, table as OwnerTable) > 0)
  }
  return {
    /** Returns true if data was removed and another step is needed. The number of the owner is deleted once no row uses it. */
    deleteOwnerStep(owner: string): boolean {
      const n = findOwner(sql, owner)
      if (n === undefined) return false
      if (dropSome(n)) return true
      sql.run('DELETE FROM owner WHERE n = ?', n)
      return false
    },
  }
}
