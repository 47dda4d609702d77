import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Folders of this package that hold nothing but outputs: a file there that the generator does not write is drift too. */
export const ownFolders: readonly string[] = ['src/generated', 'src/kits', 'docs/components']

/** Paths (from the package folder) that are missing, differ from what would be generated, or should not be there. */
export function drift(root: string, outputs: ReadonlyMap<string, string>, owned = ownFolders): string[] {
  const wrong = [...outputs].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text).map(([path]) => path)
  return [...wrong, ...strays(root, outputs, owned)].sort()
}

/** Writes every output that differs and removes what is left over; returns the paths it touched. */
export function writeOutputs(root: string, outputs: ReadonlyMap<string, string>, owned = ownFolders): string[] {
  const touched = drift(root, outputs, owned)
  for (const path of touched) {
    const text = outputs.get(path)
    if (text === undefined) rmSync(join(root, path))
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  return touched
}

function strays(root: string, outputs: ReadonlyMap<string, string>, owned: readonly string[]): string[] {
  return owned
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => !outputs.has(path))
}
