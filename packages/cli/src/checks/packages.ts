import { satisfies } from 'semver'
import type { Finding } from './finding.ts'
import { declared, findInstalled, type Installed, type Manifest } from './installed.ts'

/** Packages of which an app must have one copy only, with what happens if there are several. */
const single: Readonly<Record<string, { level: 'problem' | 'warning'; effect: string }>> = {
  react: { level: 'problem', effect: 'Hooks of one copy fail in components of the other ("Invalid hook call").' },
  'react-dom': { level: 'problem', effect: 'Components of one copy cannot be drawn by the other.' },
  zod: {
    level: 'warning',
    effect: 'TypeScript does not accept a schema of one copy where the other one is expected, and a schema of zod 3 is no schema of zod 4.',
  },
  '@ag-ui/core': { level: 'warning', effect: 'Types of events of one copy do not fit the other.' },
}

/** The packages of the scope that an app uses, directly or through each other. */
export interface UsedPackages {
  found: readonly Installed[]
  /** Names of those that are declared and not installed. */
  missing: readonly string[]
}

/** Finds the packages of the scope that the app uses. */
export function findPackages(app: Installed, scope: string): UsedPackages {
  const found = new Map<string, Installed>()
  const missing = new Set<string>()
  const visit = ({ folder, manifest }: Installed, names: readonly string[]) => {
    // This command is no part of the app.
    for (const name of names.filter((each) => each.startsWith(`${scope}/`) && each !== `${scope}/cli`)) {
      const installed = findInstalled(name, folder)
      if (!installed) {
        if (!manifest.optionalPeers.has(name)) missing.add(name)
      } else if (!found.has(installed.folder)) {
        found.set(installed.folder, installed)
        visit(installed, declared(installed.manifest))
      }
    }
  }
  visit(app, [...declared(app.manifest), ...Object.keys(app.manifest.devDependencies)])
  return { found: [...found.values()], missing: [...missing] }
}

/** Checks the version of Node against what the packages need. */
export function checkNode(packages: readonly Installed[], version: string): Finding {
  const refused = packages.filter(({ manifest: { engines } }) => engines.node !== undefined && !satisfies(version, engines.node))
  if (refused.length === 0) return { check: 'node', level: 'ok', message: `Node ${version}.` }
  const needs = refused.map(({ manifest: { name, engines } }) => `${name} needs ${engines.node}`).join(', ')
  return { check: 'node', level: 'problem', message: `Node ${version} is too old: ${needs}.`, remedy: 'Install a newer Node: https://nodejs.org.' }
}

/** Checks that the packages of the scope are there. */
export function checkPackages({ found, missing }: UsedPackages, scope: string): Finding {
  if (missing.length > 0)
    return {
      check: 'packages',
      level: 'problem',
      message: `Not installed: ${missing.join(', ')}.`,
      remedy: 'Install the dependencies of the app, for example with npm install.',
    }
  if (found.length === 0)
    return {
      check: 'packages',
      level: 'problem',
      message: `The app has no package of ${scope}.`,
      remedy: `Install one, for example npm install ${scope}/planner.`,
    }
  const list = found.map(({ manifest: { name, version } }) => `${name} ${version}`).sort()
  return { check: 'packages', level: 'ok', message: `${list.join(', ')}.` }
}

/** Checks that there is one copy of each package that must not be there twice. */
export function checkCopies(app: Installed, packages: readonly Installed[], scope: string): Finding[] {
  const users = [app, ...packages]
  const names = new Set([...Object.keys(single), ...packages.map(({ manifest }) => manifest.name)])
  const findings = [...names].flatMap((name) => {
    const copies = copiesOf(name, users)
    if (copies.size < 2) return []
    const list = [...copies.values()].map(({ version, usedBy }) => `${version} for ${usedBy.join(', ')}`).join('; ')
    const { level, effect } = single[name] ?? { level: 'warning' as const, effect: 'Objects of one copy are unknown to the other.' }
    return [{ check: 'copies', level, message: `${name} is installed ${copies.size} times: ${list}. ${effect}`, remedy: remedyFor(name, scope) }]
  })
  return findings.length > 0 ? findings : [{ check: 'copies', level: 'ok', message: 'One copy of each shared package.' }]
}

const remedyFor = (name: string, scope: string) =>
  name.startsWith(`${scope}/`)
    ? `Use one version of all packages of ${scope}, then run npm dedupe.`
    : `Use one version in the app that every package accepts, then run npm dedupe (npm ls ${name} shows who asks for which).`

function copiesOf(name: string, users: readonly Installed[]): Map<string, { version: string; usedBy: string[] }> {
  const copies = new Map<string, { version: string; usedBy: string[] }>()
  for (const { folder, manifest } of users) {
    if (!declared(manifest).includes(name) && manifest.devDependencies[name] === undefined) continue
    const installed = findInstalled(name, folder)
    if (!installed) continue
    const copy = copies.get(installed.folder) ?? { version: installed.manifest.version, usedBy: [] }
    copy.usedBy.push(manifest.name === '' ? 'the app' : manifest.name)
    copies.set(installed.folder, copy)
  }
  return copies
}

/** Checks that the peer dependencies of the packages are there in versions that they accept. */
export function checkPeers(packages: readonly Installed[]): Finding[] {
  const findings = packages.flatMap((installed) => peersOf(installed))
  return findings.length > 0 ? findings : [{ check: 'peers', level: 'ok', message: 'Every required peer dependency is there in a version that fits.' }]
}

function peersOf({ folder, manifest }: Installed): Finding[] {
  return Object.entries(manifest.peerDependencies).flatMap(([name, range]) => {
    const peer = findInstalled(name, folder)
    const remedy = `Install it: npm install ${name}@"${range}".`
    if (!peer) return manifest.optionalPeers.has(name) ? [] : [problem(`${manifest.name} needs ${name} (${range}), which is not installed.`, remedy)]
    return isAccepted(peer.manifest, range) ? [] : [problem(`${manifest.name} needs ${name} ${range}, and ${peer.manifest.version} is installed.`, remedy)]
  })
}

const problem = (message: string, remedy: string): Finding => ({ check: 'peers', level: 'problem', message, remedy })

/** Ranges of workspaces are those of the packages themselves. */
const isAccepted = ({ version }: Manifest, range: string) => range.startsWith('workspace:') || satisfies(version, range, { includePrerelease: true })
