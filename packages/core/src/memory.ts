// The public API of @pf/core/memory.
export type { MemoryStoreOptions } from './memory/create-memory-store.ts'
export { createMemoryStore } from './memory/create-memory-store.ts'
export type { MemoryArtifactLimits } from './memory/memory-artifacts.ts'
