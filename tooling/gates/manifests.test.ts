import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const gate = resolve('tooling/gates/manifests.mjs')
const root = mkdtempSync(join(tmpdir(), 'pf-manifests-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('says once how to build a package without a build, and names each missing file of a built one', () => {
  const exports = { '.': './dist/index.js', './more': './dist/more.js' }
  const manifest = { license: 'Apache-2.0', exports, publishConfig: { exports } }
  write('apps/demo/package.json', JSON.stringify({ private: true, version: '0.1.0' }))
  for (const name of ['built', 'unbuilt']) {
    write(`packages/${name}/package.json`, JSON.stringify(manifest))
    write(`packages/${name}/README.md`, '')
  }
  write('packages/built/dist/index.js', '')
  const { status, stderr } = spawnSync(process.execPath, [gate], { cwd: root, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'built: exports names ./dist/more.js, which does not exist',
    "unbuilt: is not built; run: npm run pf -- pnpm exec turbo run build --filter='./packages/*'",
  ])
})

function write(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
