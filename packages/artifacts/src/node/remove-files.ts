import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isExpired, orMissing, readRecord } from './file-record.ts'
import type { FileRecord, FileStoreState } from './file-store-state.ts'
import { type Layout, recordEnd } from './layout.ts'

/** Removes one artifact: its record first, so that nobody finds it any more, then its bytes. */
export async function dropArtifact(layout: Layout, path: string, record: FileRecord): Promise<void> {
  await rm(path, { force: true })
  await dropBody(layout, path, record)
}

/** Removes an artifact's bytes, also from the pool where no other artifact has the same. */
export async function dropBody(layout: Layout, path: string, { meta, encoding }: FileRecord): Promise<void> {
  const content = { sha256: meta.sha256, encoding }
  await rm(layout.body(path, content), { force: true })
  await dropUnshared(layout.pooled(content))
}

/** A file of the pool that has no other name is nobody's. `before`: milliseconds. */
export async function dropUnshared(pooled: string, before: number = Number.POSITIVE_INFINITY): Promise<void> {
  const found = await orMissing(stat(pooled))
  if (found?.nlink === 1 && found.ctimeMs < before) await rm(pooled, { force: true })
}

/** Removes what of an owner's has expired; callers take turns for each owner. */
export async function dropExpired({ layout, options }: FileStoreState, owner: string): Promise<void> {
  for await (const { path, record } of recordsIn(owner)) if (isExpired(record, options.now())) await dropArtifact(layout, path, record)
}

/** An owner's records, one at a time. */
export async function* recordsIn(owner: string): AsyncGenerator<{ path: string; record: FileRecord }> {
  for (const path of await filesIn(owner)) {
    const record = path.endsWith(recordEnd) ? await readRecord(path) : undefined
    if (record) yield { path, record }
  }
}

/** What lies directly in a folder; nothing where it is missing. */
export async function filesIn(folder: string): Promise<string[]> {
  return ((await orMissing(readdir(folder))) ?? []).map((name) => join(folder, name))
}
