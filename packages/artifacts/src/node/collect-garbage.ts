import { rm, stat } from 'node:fs/promises'
import { readRecord } from './file-record.ts'
import type { FileStoreState } from './file-store-state.ts'
import { isExpired } from './find-artifact.ts'
import { recordEnd } from './layout.ts'
import { dropArtifact, dropUnshared, filesIn, recordsIn } from './remove-files.ts'
import { onDisk, orMissing } from './store-failed.ts'

/** Removes artifacts made before `before` (milliseconds) and expired ones, and tells how many; then what killed processes left behind. */
export function collectGarbage(store: FileStoreState, before: number): Promise<number> {
  return onDisk('collect garbage', async () => {
    let removed = 0
    for (const owner of await filesIn(store.layout.owners)) removed += await store.turn(owner, () => collectOwner(store, owner, before))
    const old = Date.now() - store.options.leftoverMs
    for (const path of await filesIn(store.layout.drafts)) await dropOlder(path, old)
    for (const folder of await filesIn(store.layout.pool)) for (const pooled of await filesIn(folder)) await dropUnshared(pooled, old)
    return removed
  })
}

async function collectOwner({ layout, options, usage }: FileStoreState, owner: string, before: number): Promise<number> {
  let removed = 0
  const kept = new Set<string>()
  for await (const { path, record } of recordsIn(owner)) {
    if (record.meta.created < before || isExpired(record, options.now())) {
      await dropArtifact(layout, path, record)
      removed++
    } else kept.add(path).add(layout.body(path, { sha256: record.meta.sha256, encoding: record.encoding }))
  }
  usage.forget(owner)
  for (const path of await filesIn(owner)) if (!kept.has(path)) await dropLeftover(path, Date.now() - options.leftoverMs)
  return removed
}

/** Bytes that no record names; another process may have written the record meanwhile. */
async function dropLeftover(path: string, before: number): Promise<void> {
  if (!path.endsWith(recordEnd)) return dropOlder(path, before)
  if ((await readRecord(path)) === undefined) await dropOlder(path, before)
}

/** By the time of the last change to the file or its names, which a new hard link is too. */
async function dropOlder(path: string, before: number): Promise<void> {
  const found = await orMissing(stat(path))
  if (found && found.ctimeMs < before) await rm(path, { force: true })
}
