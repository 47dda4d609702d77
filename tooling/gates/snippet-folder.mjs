import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * Creates a folder like the app of a user: the snippets, and the packages that they import under node_modules. Throws if a package is not
 * available in this repository.
 */
export function snippetFolder(snippets, libraries) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pf-snippets-')))
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  for (const { name, code } of snippets) writeFileSync(join(folder, name), `${code}\nexport {}\n`)
  for (const library of libraries) link(folder, library)
  return folder
}

function link(folder, library) {
  const target = library.startsWith('@pf/') ? resolve('packages', library.slice('@pf/'.length)) : homes().find((home) => existsSync(join(home, library)))
  if (target === undefined || !existsSync(target)) throw new Error(`a snippet imports ${library}, which no package of this repository provides`)
  const place = join(folder, 'node_modules', library)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(library.startsWith('@pf/') ? target : realpathSync(join(target, library)), place)
}

function homes() {
  const inside = (parent) => (existsSync(parent) ? readdirSync(parent).map((name) => resolve(parent, name, 'node_modules')) : [])
  return [resolve('node_modules'), ...['packages', 'apps', 'examples'].flatMap(inside)]
}
