import type { ArtifactMeta } from '@pf/core'
import { requireNode } from '@pf/core/internal'
import { type Layout, layoutOf } from './layout.ts'
import { createOwnerUsage, type OwnerUsage } from './owner-usage.ts'
import { createRowPages, type RowPages } from './row-pages.ts'
import { createTurns } from './turns.ts'

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
