export type { PostgresStore, PostgresStoreOptions } from './create-postgres-store.ts'
export { createPostgresStore } from './create-postgres-store.ts'
export type { PostgresArtifactLimits } from './ports/postgres-artifacts.ts'
