import type { ApprovalGrant, AuditRecord, AuditStore, GrantStore } from '@pf/core'
import { createAuditStore, ownerKey } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { parse, toKey, toText } from './keys.ts'

/** Creates a store of grants in SQLite. */
export function createSqliteGrants(database: Database): GrantStore {
  return {
    put: (scope, grant) => database.call('putGrant', ownerKey(scope), toKey(grant.grant_id), toText(grant)),
    list: async (scope) => (await database.call('listGrants', ownerKey(scope))).map((text) => parse<ApprovalGrant>(text)),
    delete: (scope, grant_id) => database.call('deleteGrant', ownerKey(scope), toKey(grant_id)),
  }
}

/** Creates a store of audit logs in SQLite. */
export function createSqliteAudit(database: Database, now: () => number): AuditStore {
  return createAuditStore(
    {
      async last(scope) {
        const text = await database.call('lastAudit', ownerKey(scope))
        return text === undefined ? undefined : parse<AuditRecord>(text)
      },
      insert: (scope, record) => database.call('insertAudit', ownerKey(scope), record.seq, toText(record)),
      read: async (scope, page) => (await database.call('readAudit', ownerKey(scope), page)).map((text) => parse<AuditRecord>(text)),
    },
    now,
  )
}
