import { findOwner, openOwner, type Statements } from './statements.ts'

const text = ({ data }: { data?: unknown }) => data as string

/** Removes the grants of a thread. Inside a JSON text, a quote that belongs to a value is escaped, so only the field itself is found. */
export function dropGrants(sql: Statements, owner: number, thread_id: string): void {
  sql.run('DELETE FROM approval_grant WHERE owner = ? AND instr(data, ?) > 0', owner, `"thread_id":${thread_id}`)
}

/** Operations on questions over all threads, grants and audit logs. */
export function approvalOperations(sql: Statements) {
  return {
    /** Returns the open questions of an owner, and those of other owners that one of the roles must answer. */
    waitingInteractions(owner: string, { roles, now, limit }: { roles: string[]; now: number; limit: number }): { owner: string; data: string }[] {
      const marks = roles.map(() => '?').join(', ')
      const rows = sql.all(
        `SELECT owner.key AS owner, interaction.data AS data FROM interaction JOIN owner ON owner.n = interaction.owner
         WHERE interaction.state = 'open' AND (interaction.deadline IS NULL OR interaction.deadline > ?)
           AND (interaction.owner = ? OR interaction.role IN (${marks})) ORDER BY interaction.n LIMIT ?`,
        now,
        findOwner(sql, owner) ?? -1,
        ...roles,
        limit,
      )
      return rows.map((row) => ({ owner: row.owner as string, data: text(row) }))
    },
    putGrant(owner: string, grant_id: string, data: string): void {
      sql.run(
        'INSERT INTO approval_grant (owner, grant_id, data) VALUES (?, ?, ?) ON CONFLICT (owner, grant_id) DO UPDATE SET data = excluded.data',
        openOwner(sql, owner),
        grant_id,
        data,
      )
    },
    listGrants(owner: string): string[] {
      return sql.all('SELECT data FROM approval_grant WHERE owner = ? ORDER BY n', findOwner(sql, owner) ?? -1).map(text)
    },
    deleteGrant(owner: string, grant_id: string): boolean {
      return sql.run('DELETE FROM approval_grant WHERE owner = ? AND grant_id = ?', findOwner(sql, owner) ?? -1, grant_id) === 1
    },
    lastAudit(owner: string): string | undefined {
      const row = sql.get('SELECT data FROM audit WHERE owner = ? ORDER BY seq DESC LIMIT 1', findOwner(sql, owner) ?? -1)
      return row && text(row)
    },
    /** Returns false if the owner has a record with this number. */
    insertAudit(owner: string, seq: number, data: string): boolean {
      return sql.run('INSERT INTO audit (owner, seq, data) VALUES (?, ?, ?) ON CONFLICT (owner, seq) DO NOTHING', openOwner(sql, owner), seq, data) === 1
    },
    readAudit(owner: string, { after, limit }: { after: number; limit: number }): string[] {
      return sql.all('SELECT data FROM audit WHERE owner = ? AND seq > ? ORDER BY seq LIMIT ?', findOwner(sql, owner) ?? -1, after, limit).map(text)
    },
  }
}
