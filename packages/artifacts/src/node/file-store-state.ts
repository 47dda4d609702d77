import type { ArtifactMeta } from '@pf/core'
import { requireNode } from '@pf/core/internal'
import { type Layout, layoutOf } from './layout.ts'
import { createRowPages, type RowPages } from './row-pages.ts'

/** Bytes that each owner has, counted once and kept up to date. */
interface OwnerUsage {
  of(owner: string, count: () => Promise<number>): Promise<number>
  add(owner: string, bytes: number): void
  forget(owner?: string): void
}

const maxOwners = 10_000

/** Counts again for owners it has forgotten; callers take turns for each owner. */
function createOwnerUsage(): OwnerUsage {
  const known = new Map<string, number>()
  return {
    async of(owner, count) {
      const bytes = known.get(owner) ?? (await count())
      if (known.size >= maxOwners) known.clear()
      known.set(owner, bytes)
      return bytes
    },
    add: (owner, bytes) => {
      const before = known.get(owner)
      if (before !== undefined) known.set(owner, Math.max(0, before + bytes))
    },
    forget: (owner) => (owner === undefined ? known.clear() : void known.delete(owner)),
  }
}

/** Runs work on the same key one after another, on different keys at once. */
function createTurns(): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    const completed = done.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, completed)
    void completed.then(() => last.get(key) === completed && last.delete(key))
    return done
  }
}

/** What a file store needs; sizes are in bytes, times in milliseconds. */
export interface FileStoreOptions {
  /** Made when it is missing; nothing else should be in it. */
  folder: string
  /** Default 64 MiB. */
  maxArtifactBytes?: number
  /** All artifacts of one owner. Default 1 GiB. */
  maxOwnerBytes?: number
  /** How long an artifact is known. Default: until it is deleted or collected. */
  ttlMs?: number
  /** Texts of 4 KiB and more are packed; row artifacts stay plain, so that a page is one short read. Default true. */
  gzip?: boolean
  /** How long what a killed process left behind lies before `gc` removes it. Default one hour: it may be a write in progress. */
  leftoverMs?: number
  now?: () => number
  newId?: () => string
}

/** What all operations of one store share. */
export interface FileStoreState {
  readonly layout: Layout
  readonly options: Required<Omit<FileStoreOptions, 'folder' | 'ttlMs'>> & { ttlMs: number }
  readonly usage: OwnerUsage
  readonly turn: ReturnType<typeof createTurns>
  readonly pages: RowPages
}

/** What is known of an artifact on the disk. */
export interface FileRecord {
  meta: ArtifactMeta
  encoding: 'identity' | 'gzip'
  /** Bytes of the file. */
  written: number
  /** Unknown from then on; null: never. */
  expires: number | null
}

const defaults = { maxArtifactBytes: 64 * 1024 ** 2, maxOwnerBytes: 1024 ** 3, ttlMs: Number.POSITIVE_INFINITY, gzip: true, leftoverMs: 3_600_000 }

/** The state of a store that nothing was asked of yet; touches no file. */
export function fileStoreState({ folder, ...options }: FileStoreOptions): FileStoreState {
  requireNode()
  const completed = { ...defaults, now: Date.now, newId: () => globalThis.crypto.randomUUID(), ...options }
  return { layout: layoutOf(folder), options: completed, usage: createOwnerUsage(), turn: createTurns(), pages: createRowPages() }
}
