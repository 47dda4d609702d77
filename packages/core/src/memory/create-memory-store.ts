import type { StorePorts } from '../contracts/ports.ts'
import { createMemoryArtifacts, type MemoryArtifactLimits } from './memory-artifacts.ts'
import { createMemoryDrafts } from './memory-drafts.ts'
import { createMemoryEvents } from './memory-events.ts'
import { createMemoryInteractionStore } from './memory-interaction-store.ts'
import { createMemoryRunStore } from './memory-run-store.ts'
import { createMemoryThreads } from './memory-threads.ts'
import { createOwnerSpaces } from './owner-spaces.ts'

/** Clock and ids for tests, and what artifacts may take: 64 MiB each, 1 GiB an owner, for ever, unpacked, unless told otherwise. */
export interface MemoryStoreOptions extends Partial<MemoryArtifactLimits> {
  now?: () => number
  newId?: () => string
}

const limits: MemoryArtifactLimits = { maxArtifactBytes: 67_108_864, maxOwnerBytes: 1_073_741_824, artifactTtlMs: Number.POSITIVE_INFINITY, gzip: false }

/**
 * All ports of one process in memory; nothing survives it, and nothing but `delete`, `gc` and an artifact's time to live removes anything.
 * Values are copied on the way in; what comes out is frozen.
 */
export function createMemoryStore({ now = Date.now, newId = randomId, ...given }: MemoryStoreOptions = {}): StorePorts {
  const spaces = createOwnerSpaces()
  return {
    storage: createMemoryRunStore(spaces, { now, newId }),
    events: createMemoryEvents(spaces),
    pending: createMemoryInteractionStore(spaces, { now }),
    artifacts: createMemoryArtifacts(spaces, { ...limits, ...given, now, newId }),
    threads: createMemoryThreads(spaces),
    drafts: createMemoryDrafts(spaces),
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
