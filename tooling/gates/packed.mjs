// Packs every package as it is published, checks it with publint and attw, installs the tarballs in an empty app and imports every entry.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages } from '../packages.mjs'

const folder = mkdtempSync(join(tmpdir(), 'pf-packed-'))
const faults = []
try {
  const packed = packages().map(pack)
  for (const one of packed) checkFiles(one)
  for (const one of packed) lint(one)
  install(packed)
  for (const one of packed) importAll(one)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)

function pack({ name, folder: from, manifest }) {
  const target = join(folder, name)
  mkdirSync(target)
  const { status, stdout, stderr } = spawnSync('pnpm', ['pack', '--pack-destination', target], { cwd: from, encoding: 'utf8' })
  if (status !== 0) throw new Error(`pnpm pack ${name}: ${stdout}${stderr}`)
  const tarball = join(target, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
  const files = text('tar', ['-tzf', tarball])
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
  return { name, tarball, files, manifest: JSON.parse(text('tar', ['-xzOf', tarball, 'package/package.json'])) }
}

function checkFiles({ name, files, manifest }) {
  const allowed = /^(package\.json|[A-Z]+\.md|LICENSE|dist\/.*|docs\/[\w/]+\.md|schemas\/\w+\.schema\.json|registry\.json|templates\/.*|briefs\/[\w-]+\.json)$/
  for (const file of files) if (!allowed.test(file) || /^(?!templates\/).*(\.test\.|__fixtures__)/.test(file)) faults.push(`${name}: packs ${file}`)
  const text = JSON.stringify(manifest)
  if (text.includes('pf-source')) faults.push(`${name}: the packed manifest still has pf-source`)
  if (text.includes('workspace:')) faults.push(`${name}: the packed manifest still has workspace:`)
  for (const target of targets(manifest.exports)) if (!files.includes(target.slice(2))) faults.push(`${name}: exports ${target}, which is not packed`)
}

/** Runs publint and attw. The profile node10 of attw is ignored, because it resolves without `exports`, unlike every Node version that the packages support. */
function lint({ name, tarball, manifest }) {
  const profile = targets(manifest.exports).some((target) => target.endsWith('.cjs')) ? 'node16' : 'esm-only'
  for (const [tool, ...args] of [
    ['publint', '--strict', tarball],
    ['attw', tarball, '--profile', profile, '--format', 'ascii', '--no-color', '--no-emoji', '--exclude-entrypoints', './styles.css'],
  ]) {
    const { status, stdout, stderr } = spawnSync('pnpm', ['exec', tool, ...args], { encoding: 'utf8' })
    if (status !== 0) faults.push(`${name}: ${tool}: ${stdout}${stderr}`)
  }
}

function install(packed) {
  const dependencies = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]))
  const extra = {
    react: '19.3.1',
    'react-dom': '19.3.1',
    zod: '4.6.7',
    openai: '7.59.0',
    '@anthropic-ai/sdk': '1.14.0',
    '@google/genai': '3.3.0',
    '@ai-sdk/provider': '4.0.38',
    '@ag-ui/client': '1.0.0',
    aws4fetch: '1.0.20',
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, dependencies: { ...dependencies, ...extra }, pnpm: { overrides: dependencies } }),
  )
  writeFileSync(
    join(folder, 'pnpm-workspace.yaml'),
    `packages: []\noverrides:\n${packed.map(({ manifest, tarball }) => `  '${manifest.name}': 'file:${tarball}'`).join('\n')}\n`,
  )
  // pnpm fails if install scripts have not been approved, such as those of a peer of @google/genai. None of them is needed.
  const { status, stdout, stderr } = spawnSync('pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`install of the tarballs failed: ${stdout}${stderr}`)
}

function importAll({ manifest }) {
  for (const [key, target] of Object.entries(manifest.exports)) {
    if (key.endsWith('.json') || key.endsWith('.css')) continue
    const entry = `${manifest.name}${key.slice(1)}`
    load(entry, ['--input-type=module', '-e', `await import(${JSON.stringify(entry)})`])
    if (target.require) load(entry, ['-e', `require(${JSON.stringify(entry)})`])
    // Code without 'use client' must also load in React's server components, which have no hooks.
    const file = join(folder, 'node_modules', manifest.name, target.import?.default ?? target.default)
    if (!readFileSync(file, 'utf8').startsWith("'use client'"))
      load(entry, ['--conditions=react-server', '--input-type=module', '-e', `await import(${JSON.stringify(entry)})`])
  }
}

function load(entry, args) {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) faults.push(`${entry} by ${args.slice(0, -2).join(' ') || 'require'}: ${stderr.slice(0, 800)}`)
}

function targets(value) {
  if (typeof value === 'string') return [value]
  return Object.values(value).flatMap(targets)
}

function text(file, args) {
  return spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1e8 }).stdout
}
