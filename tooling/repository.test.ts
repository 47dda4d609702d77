import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
const read = (file: string) => readFileSync(file, 'utf8')
const manifest = (file: string) => JSON.parse(read(file)) as Record<string, never> & { name: string; version: string; private?: boolean }
const sources = tracked.filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && existsSync(file) && file !== 'tooling/repository.test.ts')

/** Returns the files outside tests that import a library, or one of its subpaths. */
function importers(library: string): string[] {
  const pattern = new RegExp(`from '${library}(/[^']*)?'|import\\('${library}(/[^']*)?'\\)`)
  return sources.filter((file) => !/\.test\./.test(file) && pattern.test(read(file)))
}

it('[prod-01] the top level holds what the brief names', () => {
  for (const name of ['packages', 'apps', 'tooling', 'turbo.json', 'pnpm-workspace.yaml', 'package.json', 'tsconfig.base.json', '.changeset'])
    expect(existsSync(name), name).toBe(true)
})

it('[prod-02] all twelve named libraries are really used', () => {
  for (const library of ['zod', 'openai', '@ag-ui/core', 'react', 'react-dom', 'echarts-for-react', 'vitest', 'tsup'])
    expect(importers(library), library).not.toEqual([])
  expect(importers('ajv'), 'ajv').toEqual(expect.arrayContaining([expect.stringMatching(/^packages\/planner/), expect.stringMatching(/^packages\/registry/)]))
  expect(read('tooling/gates/list.mjs')).toMatch(/'turbo', 'run', 'build'/)
  expect(manifest('package.json').packageManager).toMatch(/^pnpm@/)
  expect(existsSync('.changeset/config.json')).toBe(true)
})

it.each(['packages/agui-adapter', 'packages/react-renderers', 'apps/demo'])('[prod-06] %s is a package of its own', (folder) => {
  expect(manifest(`${folder}/package.json`).name).toMatch(/^@pf\//)
})

it('[prod-07] each package and the demo has its own version through changesets', () => {
  const config = JSON.parse(read('.changeset/config.json')) as { fixed: unknown[]; linked: unknown[]; privatePackages: { version: boolean } }
  expect(config).toMatchObject({ fixed: [], linked: [], privatePackages: { version: true } })
  const manifests = tracked.filter((file) => /^(packages|apps)\/[^/]+\/package\.json$/.test(file)).map(manifest)
  for (const { name, version } of manifests) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
  expect(manifests.find(({ name }) => name === '@pf/demo')?.private).toBe(true)
})

it('runs every test that replaces a module or counts timers in a process of its own', () => {
  const needing = /\bvi\.(?:(do)?mock\(['"]|getTimerCount\()/i
  const replacing = tracked.filter(
    (file) => /\.test\.tsx?$/.test(file) && existsSync(file) && file !== 'tooling/repository.test.ts' && needing.test(read(file)),
  )
  expect(replacing.filter((file) => !/\.isolated\./.test(file))).toEqual([])
  expect(replacing).not.toEqual([])
})

it('workflows, templates and pages name only commands that package.json has, and actions with a version', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = tracked.filter((file) => (file.startsWith('.github/') || file === 'CONTRIBUTING.md' || file === 'README.md') && existsSync(file))
  const commands = files.flatMap((file) => [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name))
  expect(commands).toContain('pf')
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const actions = files.flatMap((file) => [...read(file).matchAll(/^ *- uses: (\S+)/gm)].map(([, action = '']) => action))
  expect(actions).not.toEqual([])
  expect(actions.filter((action) => !/^[\w.-]+\/[\w./-]+@v\d+$/.test(action))).toEqual([])
})
