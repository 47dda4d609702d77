import { rm, rmdir } from 'node:fs/promises'
import { onDisk } from './file-record.ts'
import type { FileStoreState } from './file-store-state.ts'
import { dropUnshared, filesIn, recordsIn } from './remove-files.ts'

/** Matches the end of the name of an artifact's bytes. */
const bodyEnd = /\.([0-9a-f]{64})(\.gz)?$/

/**
 * Removes the artifacts of an owner and their folder, and resolves to the number of artifacts. An upload of another process that ends during the
 * removal may remain.
 */
export function removeOwner({ layout, turn, usage }: FileStoreState, owner: string): Promise<number> {
  return onDisk('delete the artifacts of an owner', () =>
    turn(owner, async () => {
      let removed = 0
      // An artifact exists exactly as long as its record, so records are removed first.
      for await (const { path } of recordsIn(owner)) {
        await rm(path, { force: true })
        removed += 1
      }
      for (const path of await filesIn(owner)) {
        await rm(path, { force: true })
        const [, sha256, gz] = bodyEnd.exec(path) ?? []
        if (sha256 !== undefined) await dropUnshared(layout.pooled({ sha256, encoding: gz === undefined ? 'identity' : 'gzip' }))
      }
      usage.forget(owner)
      // The folder stays if another process has stored something in the meantime.
      await rmdir(owner).catch(() => undefined)
      return removed
    }),
  )
}
