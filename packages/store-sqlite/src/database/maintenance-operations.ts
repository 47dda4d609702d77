import type { Statements } from './statements.ts'

/** Operations on the entire file. */
export function maintenanceOperations(sql: Statements) {
  return {
    backup(file: string): void {
      sql.run('VACUUM INTO ?', file)
    },
    /** Writes without changing anything, because a file on a full disk can still be read. */
    check(): void {
      sql.run("INSERT INTO owner (key) VALUES ('')")
      sql.run("DELETE FROM owner WHERE key = ''")
    },
  }
}
