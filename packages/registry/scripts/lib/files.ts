import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Folders of this package that hold nothing but outputs: a file there that the generator does not write is drift too. */
export const ownFolders: readonly string[] = ['src/generated', 'src/kits', 'docs/components']

/** Paths (from the package folder) that are missing, differ from what would be generated, or should not be there. */
export function drift(root: string, outputs: ReadonlyMap<string, string>, owned = ownFolders): string[] {
  const wrong = [...outputs].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text).map(([path]) => path)
  return [...wrong, ...strays(root, outputs, owned)].sort()
}

/** Writes every output that differs and removes what is left over. Returns the paths of both. */
export function writeOutputs(root: string, outputs: ReadonlyMap<string, string>, owned = ownFolders): { written: string[]; removed: string[] } {
  const wrong = drift(root, outputs, owned)
  const written = wrong.filter((path) => outputs.has(path))
  const removed = wrong.filter((path) => !outputs.has(path))
  for (const path of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), outputs.get(path) ?? '')
  }
  for (const path of removed) rmSync(join(root, path))
  return { written, removed }
}

/** How many files were written and removed, as the commands say it. */
export function describeWrites({ written, removed }: ReturnType<typeof writeOutputs>, total: number): string {
  return `${written.length} of ${total} files written${removed.length > 0 ? `, ${removed.length} removed` : ''}`
}

function strays(root: string, outputs: ReadonlyMap<string, string>, owned: readonly string[]): string[] {
  return owned
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => !outputs.has(path))
}
