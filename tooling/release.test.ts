import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packages } from './packages.mjs'
import { createPackageRegistry, type PackageRegistry, type Published } from './test-support/package-registry.ts'

const run = promisify(execFile)
const all = packages()
const folder = mkdtempSync(join(tmpdir(), 'pf-release-'))
let registry: PackageRegistry
let first: Published[]

const person = { GIT_AUTHOR_NAME: 'pf', GIT_AUTHOR_EMAIL: 'pf@localhost', GIT_COMMITTER_NAME: 'pf', GIT_COMMITTER_EMAIL: 'pf@localhost' }
const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name))), ...person }
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' })
const changeset = (command: string) => run(process.execPath, [resolve('node_modules/@changesets/cli/bin.js'), command], { cwd: folder, env })
const versions = () => Object.fromEntries(all.map(({ name }) => [name, manifestOf(name).version]))
const manifestOf = (name: string) => JSON.parse(readFileSync(join(folder, 'packages', name, 'package.json'), 'utf8')) as { version: string }
const log = (name: string) => readFileSync(join(folder, 'packages', name, 'CHANGELOG.md'), 'utf8')

/** Creates a repository with the committed files except the sources, the built files, and links between our packages like those of an installation. */
beforeAll(async () => {
  const kept = [
    'package.json',
    '.npmrc',
    'pnpm-workspace.yaml',
    '.changeset',
    ':(glob)*/*/package.json',
    ':(glob)packages/*/*.md',
    'packages/registry/registry.json',
  ]
  for (const file of execFileSync('git', ['ls-files', '-z', ...kept], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean))
    cpSync(file, join(folder, file), { recursive: true })
  for (const { name, manifest } of all) {
    cpSync(join('packages', name, 'dist'), join(folder, 'packages', name, 'dist'), { recursive: true })
    for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) link(name, dependency)
  }
  registry = await createPackageRegistry()
  writeFileSync(join(folder, '.npmrc'), `registry=${registry.url}/\n${registry.url.replace('http:', '')}/:_authToken=none\n`)
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n')
  git('init', '-q', '-b', 'main')
  propose(
    all.map(({ name }) => name),
    'minor',
    'All of it.',
  )
  first = await release('First')
}, 60_000)
afterAll(async () => {
  await registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

function link(name: string, dependency: string) {
  if (!dependency.startsWith('@pf/')) return
  const place = join(folder, 'packages', name, 'node_modules', dependency)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(folder, 'packages', dependency.slice('@pf/'.length)), place, 'junction')
}

/** Follows CONTRIBUTING: sets the versions of the changesets, commits, and publishes what the registry does not have yet. Returns the published packages. */
async function release(message: string): Promise<Published[]> {
  const before = registry.published.length
  git('add', '.')
  git('commit', '-q', '-m', message)
  await changeset('version')
  git('add', '.')
  git('commit', '-q', '-m', 'Versions')
  await changeset('publish')
  return registry.published.slice(before)
}

const packageOf = (folder: string) => all.find(({ name }) => name === folder)?.manifest.name

const propose = (names: readonly string[], size: string, words: string) =>
  writeFileSync(join(folder, '.changeset/next.md'), `---\n${names.map((name) => `'${packageOf(name)}': ${size}`).join('\n')}\n---\n\n${words}\n`)

const named = (published: readonly Published[]) => Object.fromEntries(published.map(({ manifest }) => [manifest.name, manifest.version]))

/** Returns the next minor version of a package after the committed one. Below 1.0 this version is a breaking one. */
const minorOf = (name: string) => {
  const [major, minor] = String(all.find((one) => one.manifest.name === name)?.manifest.version).split('.')
  return `${major}.${Number(minor) + 1}.0`
}

describe('a release', () => {
  it('[prod-10] publishes every package with the version of its changesets, its changes, and ranges in the place of the workspace', () => {
    expect(named(first)).toEqual(Object.fromEntries(all.map(({ manifest }) => [manifest.name, minorOf(manifest.name)])))
    for (const { manifest, tarball } of first) {
      expect(JSON.stringify(manifest), manifest.name).not.toMatch(/workspace:|catalog:|pf-source/)
      for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
        if (name.startsWith('@pf/')) expect(range, manifest.name).toBe(`^${minorOf(name)}`)
      const files = execFileSync('tar', ['-tzf', '-'], { input: tarball, encoding: 'utf8' }).trim().split('\n')
      expect(files, manifest.name).toEqual(
        expect.arrayContaining(['package/package.json', 'package/README.md', 'package/CHANGELOG.md', 'package/dist/index.js']),
      )
    }
    expect(git('tag', '--list').trim().split('\n')).toEqual(all.map(({ manifest: { name } }) => `${name}@${minorOf(name)}`).sort())
    expect(readdirSync(join(folder, '.changeset')).filter((file) => file.endsWith('.md'))).toEqual([])
  })

  it('[000-mig-03] brings the payload in a version that no range of the one before takes, and says so', () => {
    // ^0.0.0 matches only 0.0.0.
    expect(log('core')).toMatch(/## 0\.1\.0\n[\s\S]*`FinalPayload`/)
    expect(log('planner')).toMatch(/## 0\.1\.0\n[\s\S]*`FinalPayload`/)
  })

  it('of one package is of that package alone, and what is published already stays as it is', async () => {
    propose(['registry'], 'patch', 'A smaller catalogue.')
    const next = minorOf('@pf/registry').replace(/0$/, '1')
    expect(named(await release('Second'))).toEqual({ '@pf/registry': next })
    expect(log('registry')).toMatch(/^## \S+1\n[\s\S]*A smaller catalogue\.[\s\S]*^## \S+0\n/m)
  })

  it('that breaks what others stand on takes them along', async () => {
    const before = versions()
    propose(['core'], 'minor', 'Another shape of the payload.')
    await changeset('version')
    const after = versions()
    const users = all.filter(({ manifest }) => '@pf/core' in (manifest.dependencies ?? {})).map(({ name }) => name)
    expect(all.map(({ name }) => name).filter((name) => after[name] !== before[name])).toEqual(['core', ...users].sort())
  })
})
