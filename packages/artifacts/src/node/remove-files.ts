import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isExpired, orMissing, readRecord } from './file-record.ts'
import type { FileRecord, FileStoreState } from './file-store-state.ts'
import { type Layout, recordEnd } from './layout.ts'

/** Removes one artifact: first its record, so that it can no longer be found, and then its bytes. */
export async function dropArtifact(layout: Layout, path: string, record: FileRecord): Promise<void> {
  await rm(path, { force: true })
  await dropBody(layout, path, record)
}

/** Removes an artifact's bytes, also from the pool if no other artifact has the same bytes. */
export async function dropBody(layout: Layout, path: string, { meta, encoding }: FileRecord): Promise<void> {
  const content = { sha256: meta.sha256, encoding }
  await rm(layout.body(path, content), { force: true })
  await dropUnshared(layout.pooled(content))
}

/** Removes a file of the pool that has no other name. `before`: milliseconds. */
export async function dropUnshared(pooled: string, before: number = Number.POSITIVE_INFINITY): Promise<void> {
  const found = await orMissing(stat(pooled))
  if (found?.nlink === 1 && found.ctimeMs < before) await rm(pooled, { force: true })
}

/** Removes the expired artifacts of an owner. Callers must not run concurrently for one owner. */
export async function dropExpired({ layout, options }: FileStoreState, owner: string): Promise<void> {
  for await (const { path, record } of recordsIn(owner)) if (isExpired(record, options.now())) await dropArtifact(layout, path, record)
}

/** Yields the records of an owner, one at a time. */
export async function* recordsIn(owner: string): AsyncGenerator<{ path: string; record: FileRecord }> {
  for (const path of await filesIn(owner)) {
    const record = path.endsWith(recordEnd) ? await readRecord(path) : undefined
    if (record) yield { path, record }
  }
}

/** Returns the files directly in a folder; none if it does not exist. */
export async function filesIn(folder: string): Promise<string[]> {
  return ((await orMissing(readdir(folder))) ?? []).map((name) => join(folder, name))
}
