import type { ArtifactMeta } from '../contracts/artifacts.ts'
import type { Scope } from '../contracts/owner.ts'
import type { DraftRecord, InteractionRecord, ThreadEntry } from '../contracts/ports.ts'
import type { LeaseQueue } from './lease-queue.ts'
import type { MemoryRun } from './memory-run.ts'

/** A stored artifact; bytes are missing where another store holds them. */
export interface MemoryArtifact {
  meta: ArtifactMeta
  bytes?: Uint8Array
  /** The bytes are packed with gzip. */
  packed?: boolean
  /** The bytes as JSON, kept while nobody needs the memory. */
  parsed?: WeakRef<object>
}

/** Everything one owner has. */
export interface OwnerSpace {
  runs: Map<string, MemoryRun>
  pending: Map<string, InteractionRecord>
  artifacts: Map<string, MemoryArtifact>
  /** Thread id to its entries by run, role and id, in order of arrival. */
  threads: Map<string, Map<string, ThreadEntry>>
  drafts: Map<string, DraftRecord>
  /** By resource; a resource that nobody holds or waits for has none. */
  leases: Map<string, LeaseQueue>
}

/** Spaces by owner: nothing in one can be reached from another. */
export interface OwnerSpaces {
  /** The owner's space, made when it is missing. */
  open(scope: Scope): OwnerSpace
  /** The owner's space if it holds anything; reading never makes one. */
  peek(scope: Scope): OwnerSpace | undefined
  all(): Iterable<OwnerSpace>
}

/** Tenant and id are told apart, so `a` of tenant `b` is never `b` of tenant `a`. */
export function createOwnerSpaces(): OwnerSpaces {
  const spaces = new Map<string, OwnerSpace>()
  const keyOf = ({ owner }: Scope) => JSON.stringify([owner.id, owner.tenant ?? null])
  return {
    open(scope) {
      const key = keyOf(scope)
      const known = spaces.get(key)
      if (known) return known
      const space: OwnerSpace = { runs: new Map(), pending: new Map(), artifacts: new Map(), threads: new Map(), drafts: new Map(), leases: new Map() }
      spaces.set(key, space)
      return space
    },
    peek: (scope) => spaces.get(keyOf(scope)),
    all: () => spaces.values(),
  }
}
