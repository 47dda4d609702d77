import type { ArtifactStore, StoreOperations } from '@pf/core'
import { type EventFeeds, ownerKey } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { exportOwner } from './export-owner.ts'
import { removeOwner } from './remove-owner.ts'
import { prune } from './retention.ts'

/** What the operations work with. */
export interface PostgresOperationOptions {
  artifacts: ArtifactStore
  feeds: EventFeeds
}

/** Retention, the data of one owner, and whether the database can be written. */
export function createPostgresOperations(database: Database, { artifacts, feeds }: PostgresOperationOptions): StoreOperations {
  return {
    prune: (policy) => prune(database, artifacts, policy),
    exportOwner: (scope) => exportOwner(database, scope),
    async deleteOwner(scope) {
      await removeOwner(database, ownerKey(scope))
      // Readers on other nodes notice it when they look by themselves.
      feeds.wake()
    },
    check: async () => {
      await database.rows(checkSql)
    },
  }
}

/** A write, because a database that takes none still answers: a standby, or one whose disk is full. The row is of no owner. */
const checkSql =
  "INSERT INTO lease (owner, resource, until) VALUES ('', 'check', clock_timestamp()) ON CONFLICT (owner, resource) DO UPDATE SET until = excluded.until"
