import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of a test's own. */
export interface SmallDisk {
  folder: string
  /** Takes all the space that is left. */
  fill(): void
  /** Gives it back. */
  free(): void
  unmount(): void
}

/** Mounts a file system in memory. Resolves to the reason, as a sentence, where this process may not do that. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'pf-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(folder)
    return `A small disk cannot be mounted here, which takes Linux and the rights of root: ${error instanceof Error ? error.message.trim() : String(error)}`
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => fillDisk(filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync('umount', [folder], { stdio: 'pipe' })
      rmdirSync(folder)
    },
  }
}

function fillDisk(path: string): void {
  const file = openSync(path, 'a')
  const piece = Buffer.alloc(65_536)
  try {
    while (writeSync(file, piece) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
