import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Returns the text of a file of the repository. */
export function read(source: string): string {
  return readFileSync(join(root, source), 'utf8')
}

/** Returns the Markdown files of a folder of the repository without the changelog, as paths from its root, in alphabetical order. */
export function markdownIn(folder: string, recursive = false): string[] {
  return readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort()
}

/** Returns the names of the folders in a folder of the repository. */
export function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
