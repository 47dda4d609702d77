import { findOwner, openOwner, type Statements } from './statements.ts'

/** Operations on questions and drafts. Ids are JSON strings, values are JSON. */
export function recordOperations(sql: Statements) {
  return {
    getInteraction(owner: string, id: string): string | undefined {
      const n = findOwner(sql, owner)
      return n === undefined ? undefined : (sql.get('SELECT data FROM interaction WHERE owner = ? AND id = ?', n, id)?.data as string | undefined)
    },
    listInteractions(owner: string, thread_id: string): string[] {
      const n = findOwner(sql, owner)
      if (n === undefined) return []
      return sql.all('SELECT data FROM interaction WHERE owner = ? AND thread_id = ? ORDER BY n', n, thread_id).map(({ data }) => data as string)
    },
    /** Stores the outcome of an answer. Returns false if the question is no longer open. */
    closeInteraction(owner: string, { id, state, data }: { id: string; state: string; data: string }): boolean {
      const n = findOwner(sql, owner)
      if (n === undefined) return false
      return sql.run("UPDATE interaction SET state = ?, data = ? WHERE owner = ? AND id = ? AND state = 'open'", state, data, n, id) === 1
    },
    loadDraft(owner: string, draft_id: string): string | undefined {
      const n = findOwner(sql, owner)
      return n === undefined ? undefined : (sql.get('SELECT data FROM draft WHERE owner = ? AND draft_id = ?', n, draft_id)?.data as string | undefined)
    },
    /** Returns false, and writes nothing, if the stored version differs from `expect_version`. A draft that is not stored has version 0. */
    saveDraft(owner: string, draft: { draft_id: string; version: number; data: string; now: number }, expect_version: number): boolean {
      const n = openOwner(sql, owner)
      const version = (sql.get('SELECT version FROM draft WHERE owner = ? AND draft_id = ?', n, draft.draft_id)?.version as number | undefined) ?? 0
      if (version !== expect_version) return false
      sql.run(
        'INSERT OR REPLACE INTO draft (owner, draft_id, version, changed, data) VALUES (?, ?, ?, ?, ?)',
        n,
        draft.draft_id,
        draft.version,
        draft.now,
        draft.data,
      )
      return true
    },
  }
}
