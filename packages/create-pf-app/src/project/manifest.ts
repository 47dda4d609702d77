import type { Choices } from '../options/choices.ts'
import { recipes } from './layers.ts'

/** Versions of packages by name. */
export type Versions = Readonly<Record<string, string>>

const always = ['@pf/agui-adapter', '@pf/artifacts', '@pf/core', '@pf/planner', '@pf/registry', '@pf/testing', 'openai', 'zod']
const ofStore = { memory: [], sqlite: ['@pf/store-sqlite'], postgres: ['@pf/store-postgres'] } as const

/** Not installed in the repository of this package: its templates are type-checked without it. */
const elsewhere: Versions = { next: '^16.4.6' }

/** Returns the package.json of an app. Throws an Error if a version is unknown. */
export function projectManifest(name: string, { template, store }: Choices, versions: Versions): string {
  const { scripts, dependencies, devDependencies } = recipes[template]
  const pick = (names: readonly string[]) => Object.fromEntries([...names].sort().map((each) => [each, versionOf(each, versions)]))
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.16' },
    scripts,
    dependencies: pick([...always, ...dependencies, ...ofStore[store]]),
    devDependencies: pick(devDependencies),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function versionOf(name: string, versions: Versions): string {
  const version = versions[name] ?? elsewhere[name]
  if (version === undefined) throw new Error(`package.json of create-pf-app has no version of ${name}.`)
  return version
}
