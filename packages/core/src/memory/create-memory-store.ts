import type { StorePorts } from '../contracts/ports.ts'
import { createMemoryArtifacts } from './memory-artifacts.ts'
import { createMemoryEvents } from './memory-events.ts'
import { createMemoryPending } from './memory-pending.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { createMemoryThreads } from './memory-threads.ts'
import { createOwnerSpaces } from './owner-spaces.ts'

/** Clock and ids for tests, and the size limit of one artifact in bytes (default 64 MiB). */
export interface MemoryStoreOptions {
  now?: () => number
  newId?: () => string
  maxArtifactBytes?: number
}

/**
 * All ports of one process in memory; nothing survives it and nothing but `delete` and `gc` removes anything.
 * Values are copied on the way in; what comes out is frozen.
 */
export function createMemoryStore({ now = Date.now, newId = randomId, maxArtifactBytes = 64 * 1024 * 1024 }: MemoryStoreOptions = {}): StorePorts {
  const spaces = createOwnerSpaces()
  return {
    storage: createMemoryStorage(spaces, { now, newId }),
    events: createMemoryEvents(spaces),
    pending: createMemoryPending(spaces, { now }),
    artifacts: createMemoryArtifacts(spaces, { now, newId, maxArtifactBytes }),
    threads: createMemoryThreads(spaces),
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
