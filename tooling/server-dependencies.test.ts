import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { packages } from './packages.mjs'

interface Manifest {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Returns the packages that npm installs with a package: its dependencies and its required peers, and theirs recursively. */
function installedWith(folder: string, found = new Set<string>()): Set<string> {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  for (const name of [...Object.keys(dependencies), ...peers]) {
    if (found.has(name)) continue
    found.add(name)
    const next = resolvePackage(folder, name)
    if (next) installedWith(next, found)
  }
  return found
}

function resolvePackage(from: string, name: string): string | undefined {
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (dirname(folder) === folder) return
  }
}

const browserLibraries = /^(react|react-dom|echarts|echarts-for-react|mermaid|katex|shiki|@tanstack\/.*|@pf\/react-renderers)$/

it.each(['core', 'artifacts', 'registry', 'planner', 'mcp', 'agui-adapter', 'store-sqlite', 'testing'])(
  'a server that installs @pf/%s gets no React and no chart library',
  (name) => {
    expect([...installedWith(join('packages', name))].filter((one) => browserLibraries.test(one))).toEqual([])
  },
)

it('every package names the Node that is checked at the start, but for the command that finds a Node that is too old', () => {
  const engines = packages()
    .filter(({ name }) => name !== 'cli')
    .map(({ manifest }) => manifest.engines?.node)
  const checked = /minimum = '([\d.]+)'/.exec(readFileSync('packages/core/src/errors/require-node.ts', 'utf8'))?.[1]
  expect(new Set(engines)).toEqual(new Set([`>=${checked}`]))
  expect(readFileSync('README.md', 'utf8').split('\n').slice(0, 4).join('\n')).toContain(`Node ${checked} or newer`)
})

it('a page gets both with the renderers', () => {
  expect([...installedWith(join('packages', 'react-renderers'))]).toEqual(expect.arrayContaining(['react', 'echarts', 'tslib', '@pf/core']))
})
