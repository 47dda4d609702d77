import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { missingChangesets, unsortedChangesets } from './missing-changesets.mjs'

let root = ''
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], { cwd: root, stdio: 'pipe' })
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const commit = () => {
  git('add', '.')
  git('commit', '-q', '-m', 'x')
}
const manifest = (version: string) => write('packages/a/package.json', `{\n  "name": "@pf/a",\n  "version": "${version}"\n}\n`)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pf-changesets-'))
  git('init', '-q')
  manifest('1.0.0')
  write('packages/a/src/index.ts', 'export const a = 1\n')
  write('.changeset/README.md', 'about')
  commit()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('asks for nothing right after a version', () => {
  expect(missingChangesets(root)).toEqual([])
})

it('asks for a changeset once a source has changed, committed or not, or is new', () => {
  write('packages/a/src/index.ts', 'export const a = 2\n')
  expect(missingChangesets(root)).toEqual(['@pf/a'])
  commit()
  expect(missingChangesets(root)).toEqual(['@pf/a'])
  manifest('1.0.1')
  commit()
  expect(missingChangesets(root)).toEqual([])
  write('packages/a/src/more.ts', 'export const b = 1\n')
  expect(missingChangesets(root)).toEqual(['@pf/a'])
})

it('is content with a changeset that names the package, not with one that names another', () => {
  write('packages/a/src/index.ts', 'export const a = 2\n')
  write('.changeset/other.md', "---\n'@pf/ab': minor\n---\n\n@pf/a: patch\n")
  expect(missingChangesets(root)).toEqual(['@pf/a'])
  write('.changeset/this.md', "---\n'@pf/a': patch\n---\n\nBetter.\n")
  expect(missingChangesets(root)).toEqual([])
})

it('asks for none when only tests, fixtures and pages have changed', () => {
  write('packages/a/src/index.test.ts', 'x')
  write('packages/a/src/__fixtures__/a.json', '{}')
  write('packages/a/README.md', 'x')
  commit()
  expect(missingChangesets(root)).toEqual([])
})

it('reports changesets that do not say their kind, or that hold more than one paragraph', () => {
  const changeset = (name: string, text: string) => write(`.changeset/${name}.md`, `---\n'@pf/a': patch\n---\n\n${text}\n`)
  changeset('kind', 'Fixed: a table lost its last row.')
  expect(unsortedChangesets(root)).toEqual([])
  changeset('no-kind', 'A table lost its last row.')
  changeset('two-topics', 'Fixed: a table lost its last row.\n\nAdded: charts.')
  expect(unsortedChangesets(root)).toEqual(['no-kind.md', 'two-topics.md'])
})
