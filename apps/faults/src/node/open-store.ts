import { createPostgresStore } from '@pf/store-postgres'
import { createSqliteStore } from '@pf/store-sqlite'
import type { NodeSettings } from './settings.ts'

/** Opens the store of a node, or of the driver once no node is left. */
export const openStore = (store: NodeSettings['store']) =>
  store.kind === 'sqlite' ? createSqliteStore({ file: store.file }) : createPostgresStore({ connectionString: store.url })
