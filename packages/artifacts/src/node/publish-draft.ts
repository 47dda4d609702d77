import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orMissing } from './store-failed.ts'
import type { Draft } from './write-draft.ts'

/**
 * Gives a draft its place. Equal bytes lie on the disk once: the artifact's name and the pool's are hard links, so that removing one
 * never takes bytes from another, in this process or in one that shares the folder.
 */
export async function publishDraft(draft: Draft, { body, pooled }: { body: string; pooled: string }): Promise<void> {
  await mkdir(dirname(body), { recursive: true, mode: 0o700 })
  if ((await isWhole(body, draft)) || ((await isWhole(pooled, draft)) && (await linked(pooled, body)))) return rm(draft.path, { force: true })
  await rename(draft.path, body)
  await share(body, pooled)
}

/** A file that a power cut shortened has another size; it is replaced rather than shared. */
async function isWhole(path: string, draft: Draft): Promise<boolean> {
  return (await orMissing(stat(path)))?.size === draft.written
}

/** The other names keep the bytes as they are; a file system without hard links has a copy for each artifact. */
async function share(body: string, pooled: string): Promise<void> {
  try {
    await mkdir(dirname(pooled), { recursive: true, mode: 0o700 })
    await rm(pooled, { force: true })
    await link(body, pooled)
  } catch {
    // Nothing is lost: the next artifact with these bytes is written out.
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await rm(to, { force: true })
    await link(from, to)
    return true
  } catch {
    return false
  }
}
