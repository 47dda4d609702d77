import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createSqliteStore } from '@pf/store-sqlite'

const prefix = 'fresh-'

/** How long the folder of a demo that was started with `--fresh` stays after its last change, in milliseconds: seven days. */
const keptMs = 7 * 86_400_000

/** The file of a folder in which conversations are kept. */
export const fileOf = (folder: string): string => join(folder, 'pf.sqlite')

/** Makes an empty folder for one demo. */
export const makeFreshFolder = (root: string): string => mkdtempSync(join(root, prefix))

/** Removes the folders of earlier demos that have not changed for seven days, unless a process uses them. `now` is in milliseconds since the epoch. */
export async function removeOldFreshFolders(root: string, now: number): Promise<void> {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && new RegExp(`^${prefix}\\w{6}$`).test(entry.name))
  for (const { name } of folders) {
    const folder = join(root, name)
    if (hasOnlyOurs(folder) && lastChange(folder) < now - keptMs && (await isUnused(folder))) rmSync(folder, { recursive: true, force: true })
  }
}

const hasOnlyOurs = (folder: string) => readdirSync(folder).every((name) => name === 'artifacts' || name.startsWith('pf.sqlite'))

function lastChange(folder: string): number {
  const paths = [folder, fileOf(folder), `${fileOf(folder)}-wal`]
  return Math.max(...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0))
}

/** False also for a file that cannot be opened, for example because a newer release has written it. */
async function isUnused(folder: string): Promise<boolean> {
  if (!existsSync(fileOf(folder))) return true
  try {
    await (await createSqliteStore({ file: fileOf(folder) })).close()
    return true
  } catch {
    return false
  }
}
