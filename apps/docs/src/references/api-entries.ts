import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldersIn, root } from '../pages/sources.ts'

/** An entry of a package that users import, with its declarations. */
export interface ApiEntry {
  /** What is imported, such as `@pf/core/memory`. */
  name: string
  /** The folder name of the package. */
  folder: string
  /** The file with the declarations. */
  types: string
}

interface Manifest {
  name: string
  exports: Record<string, string | { types?: string; import?: { types?: string } }>
}

/** One entry for each component has the same few exports, which the pages of the components describe better. */
const left = /^\.\/(internal|package\.json|renderers\/|components\/|.*\.(css|json)$)/

/** Returns the entries of all packages. Throws if a package is not built. */
export function apiEntries(): ApiEntry[] {
  return foldersIn('packages').flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Manifest
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      const types = typeof target === 'string' ? undefined : (target.import?.types ?? target.types)
      if (types === undefined || left.test(path)) return []
      const file = join(root, 'packages', folder, types)
      if (!existsSync(file)) throw new Error(`${file} does not exist; build the packages first (npm run docs does)`)
      return [{ name: `${manifest.name}${path.slice(1)}`, folder, types: file }]
    })
  })
}
