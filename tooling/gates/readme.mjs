// Checks that the code in the READMEs is the code of the examples, that every relative link and path of the committed pages leads to a
// file, and that the published pages are valid without the repository.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packages } from '../packages.mjs'
import { citationsIn, publishedPageFaults } from './published-pages.mjs'

const faults = []
for (const [page, language, file] of [
  ['README.md', 'ts', 'examples/quickstart/server.ts'],
  ['README.md', 'tsx', 'examples/quickstart/client.tsx'],
  ['docs/observability.md', 'ts', 'examples/observability/server.ts'],
  ['packages/react-renderers/README.md', 'tsx', 'tooling/front-ends/fresh-app/main.tsx'],
  ['packages/agui-adapter/MOUNTING.md', 'ts', 'tooling/templates/next/route.ts'],
  ['packages/agui-adapter/MOUNTING.md', 'tsx', 'tooling/templates/next/chat.tsx'],
]) {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language)
  const wanted = withSortedImports(readFileSync(file, 'utf8'))
  if (!blocks.some(([, , code]) => withSortedImports(code) === wanted)) faults.push(`${page}: no ${language} block is ${file}`)
}

for (const page of pages())
  for (const [, target] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
    const path = target.split('#')[0]
    if (path === '' || /^[a-z]+:/.test(path)) continue
    if (!existsSync(join(dirname(page), path))) faults.push(`${page}: the target ${target} does not exist`)
  }
for (const [, path] of readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`([\w/.-]+\/src\/[\w/.-]+)`/g))
  if (!existsSync(join('packages', path.replace(/^packages\//, '')))) faults.push(`ARCHITECTURE.md: there is no ${path}`)
for (const { name, folder, manifest } of packages()) {
  const published = Object.fromEntries(filesOf(folder, manifest.files, '.md').map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  faults.push(...publishedPageFaults({ manifest, pages: published, files: manifest.files }).map((fault) => `packages/${name}/${fault}`))
  for (const path of [...Object.keys(published), ...filesOf(folder, ['dist'], '.d.ts')])
    for (const citation of citationsIn(readFileSync(join(folder, path), 'utf8'))) faults.push(`packages/${name}/${path}: cites "${citation}"`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)

/** The order of imports depends on the scope of the packages, which a fork renames; the formatter sorts them in code only. */
function withSortedImports(code) {
  const lines = code.split('\n')
  const isImport = (line) => line.startsWith('import ')
  return [...lines.filter(isImport).sort(), ...lines.filter((line) => !isImport(line))].join('\n')
}

/** Returns the published files with this extension, without the changelog, which may name any file. */
function filesOf(folder, published, ending) {
  return published
    .filter((path) => existsSync(join(folder, path)))
    .flatMap((path) => (path.endsWith(ending) ? [path] : /\.\w+$/.test(path) ? [] : namesIn(join(folder, path)).map((name) => join(path, name))))
    .filter((path) => path.endsWith(ending) && path !== 'CHANGELOG.md')
}

function namesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}

function pages() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
    .split('\0')
    .filter((page) => page && existsSync(page) && !page.includes('__fixtures__') && !page.startsWith('api/'))
}
