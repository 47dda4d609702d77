import type { ApprovalGrant, AuditRecord, AuditStore, GrantStore } from '@pf/core'
import { createAuditStore, ownerKey } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { parse, toKey } from './keys.ts'

interface DataRow {
  data: string
}

/** Creates a store of grants in PostgreSQL. */
export function createPostgresGrants(database: Database): GrantStore {
  return {
    async put(scope, grant) {
      await database.rows('INSERT INTO approval_grant (owner, key, data) VALUES ($1, $2, $3) ON CONFLICT (owner, key) DO UPDATE SET data = excluded.data', [
        ownerKey(scope),
        toKey(grant.grant_id),
        JSON.stringify(grant),
      ])
    },
    async list(scope) {
      const rows = await database.read<DataRow>('SELECT data FROM approval_grant WHERE owner = $1 ORDER BY n', [ownerKey(scope)])
      return rows.map(({ data }) => parse<ApprovalGrant>(data))
    },
    async delete(scope, grant_id) {
      return (await database.rows('DELETE FROM approval_grant WHERE owner = $1 AND key = $2 RETURNING 1', [ownerKey(scope), toKey(grant_id)])).length > 0
    },
  }
}

/** Removes the grants of threads. Inside a JSON text, a quote that belongs to a value is escaped, so only the field itself is found. */
export async function dropGrants(queries: Queries, owner: string, thread_ids: string[]): Promise<void> {
  const fields = thread_ids.map((id) => `"thread_id":${JSON.stringify(id)}`)
  await queries.rows('DELETE FROM approval_grant WHERE owner = $1 AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS f (field) WHERE strpos(data, field) > 0)', [
    owner,
    fields,
  ])
}

/** Creates a store of audit logs in PostgreSQL. The primary key decides which of two records that are appended at the same time comes first. */
export function createPostgresAudit(database: Database): AuditStore {
  return createAuditStore(
    {
      async last(scope) {
        const [row] = await database.read<DataRow>('SELECT data FROM audit WHERE owner = $1 ORDER BY seq DESC LIMIT 1', [ownerKey(scope)])
        return row && parse<AuditRecord>(row.data)
      },
      async insert(scope, record) {
        const sql = 'INSERT INTO audit (owner, seq, data) VALUES ($1, $2, $3) ON CONFLICT (owner, seq) DO NOTHING RETURNING 1'
        return (await database.rows(sql, [ownerKey(scope), record.seq, JSON.stringify(record)])).length > 0
      },
      async read(scope, { after, limit }) {
        const rows = await database.read<DataRow>('SELECT data FROM audit WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT $3', [ownerKey(scope), after, limit])
        return rows.map(({ data }) => parse<AuditRecord>(data))
      },
    },
    Date.now,
  )
}
