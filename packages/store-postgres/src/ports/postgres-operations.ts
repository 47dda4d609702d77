import type { ArtifactStore, StoreOperations } from '@pf/core'
import { type EventFeeds, ownerKey } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { exportOwner } from './export-owner.ts'
import { removeOwner } from './remove-owner.ts'
import { prune } from './retention.ts'

/** Options of the operations. */
export interface PostgresOperationOptions {
  artifacts: ArtifactStore
  feeds: EventFeeds
}

/** Creates the operations of retention, of the data of one owner, and of checking that the database can be written. */
export function createPostgresOperations(database: Database, { artifacts, feeds }: PostgresOperationOptions): StoreOperations {
  return {
    prune: (policy) => prune(database, artifacts, policy),
    exportOwner: (scope) => exportOwner(database, scope),
    async deleteOwner(scope) {
      await removeOwner(database, ownerKey(scope))
      // Readers on other nodes detect it at their next interval.
      feeds.wake()
    },
    check: async () => {
      await database.rows(checkSql)
    },
  }
}

/** Writes a row that belongs to no owner, because a database that accepts no writes still answers: a standby, or one whose disk is full. */
const checkSql =
  "INSERT INTO lease (owner, resource, until) VALUES ('', 'check', clock_timestamp()) ON CONFLICT (owner, resource) DO UPDATE SET until = excluded.until"
