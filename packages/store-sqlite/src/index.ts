export type { SqliteStore, SqliteStoreOptions } from './create-sqlite-store.ts'
export { createSqliteStore } from './create-sqlite-store.ts'
export type { SqliteArtifactLimits } from './ports/sqlite-artifacts.ts'
