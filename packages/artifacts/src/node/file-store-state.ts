import type { ArtifactMeta } from '@pf/core'
import { requireNode } from '@pf/core/internal'
import { type Layout, layoutOf } from './layout.ts'
import { createOwnerUsage, type OwnerUsage } from './owner-usage.ts'
import { createRowPages, type RowPages } from './row-pages.ts'
import { createTurns } from './turns.ts'

/** Options of a file store. Sizes are in bytes, times in milliseconds. */
export interface FileStoreOptions {
  /** Folder of the store, which is created if it does not exist. It should contain nothing else. */
  folder: string
  /** Maximum size of one artifact. Default 64 MiB. */
  maxArtifactBytes?: number
  /** Maximum size of all artifacts of one owner. Default 1 GiB. */
  maxOwnerBytes?: number
  /** Lifetime of an artifact. Default: until it is deleted or collected. */
  ttlMs?: number
  /** True to compress texts of 4 KiB and more. Artifacts with rows stay uncompressed, so that a page needs only one short read. Default true. */
  gzip?: boolean
  /** Minimum age of files left by a killed process before `gc` removes them. Default one hour, because they may belong to a write in progress. */
  leftoverMs?: number
  now?: () => number
  newId?: () => string
}

/** State that all operations of one store share. */
export interface FileStoreState {
  readonly layout: Layout
  readonly options: Required<Omit<FileStoreOptions, 'folder' | 'ttlMs'>> & { ttlMs: number }
  readonly usage: OwnerUsage
  readonly turn: ReturnType<typeof createTurns>
  readonly pages: RowPages
}

/** The record of an artifact on the disk. */
export interface FileRecord {
  meta: ArtifactMeta
  encoding: 'identity' | 'gzip'
  /** Number of bytes of the file. */
  written: number
  /** Time at which the artifact expires; null: never. */
  expires: number | null
}

const defaults = { maxArtifactBytes: 64 * 1024 ** 2, maxOwnerBytes: 1024 ** 3, ttlMs: Number.POSITIVE_INFINITY, gzip: true, leftoverMs: 3_600_000 }

/** Creates the state of a store. Accesses no file. */
export function fileStoreState({ folder, ...options }: FileStoreOptions): FileStoreState {
  requireNode()
  const completed = { ...defaults, now: Date.now, newId: () => globalThis.crypto.randomUUID(), ...options }
  return { layout: layoutOf(folder), options: completed, usage: createOwnerUsage(), turn: createTurns(), pages: createRowPages() }
}
