// Packs packages of this repository and names them in the package.json of an app, so that npm, pnpm or yarn can install them there:
//   npm run pack -- ../your-app planner agui-adapter react-renderers
// No registry has to have them: the packages that they need come along, and `resolutions` (yarn) and `overrides` (pnpm) name the same files.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { packages } from '../tooling/packages.mjs'
import { withOverrides } from '../tooling/with-overrides.mjs'

const FOLDER = 'pf-packages'
const published = packages().filter(({ manifest }) => manifest.name.startsWith('@pf/'))
const caller = process.env.INIT_CWD ?? process.cwd()
const [target, ...asked] = process.argv.slice(2).filter((word) => word !== '--')
const app = target && resolve(caller, target)
if (!app || !existsSync(join(app, 'package.json'))) stop(target ? `${app} has no package.json: give the folder of an app.` : 'The folder of an app is missing.')
const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
const named = (asked.length > 0 ? asked : Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) => name.startsWith('@pf/'))).map(
  (name) => name.replace(/^@pf\//, ''),
)
if (named.length === 0) stop('No package is named, and the app depends on none yet.')
const unknown = named.filter((name) => !published.some((one) => one.name === name))
if (unknown.length > 0) stop(`There is no package ${unknown.join(', ')}.`)

const wanted = withNeeds(named)
run('pnpm', ['exec', 'turbo', 'run', 'build', ...wanted.map(({ name }) => `--filter=@pf/${name}`), '--output-logs=errors-only', '--concurrency=2'])
const files = Object.fromEntries(wanted.map((one) => [`@pf/${one.name}`, `file:./${FOLDER}/${pack(one)}`]))
for (const old of readdirSync(join(app, FOLDER)))
  if (/^pf-.*\.tgz$/.test(old) && !Object.values(files).some((file) => file.endsWith(`/${old}`))) rmSync(join(app, FOLDER, old))

for (const name of Object.keys(files)) delete manifest.devDependencies?.[name]
manifest.dependencies = { ...manifest.dependencies, ...files }
manifest.resolutions = { ...manifest.resolutions, ...files }
writeFileSync(join(app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
// npm and yarn do not read this file, and an app that has a lock file of theirs does not get it.
if (!['package-lock.json', 'yarn.lock'].some((lock) => existsSync(join(app, lock)))) {
  const path = join(app, 'pnpm-workspace.yaml')
  writeFileSync(path, withOverrides(existsSync(path) ? readFileSync(path, 'utf8') : '', files))
}
console.log(`Packed into ${join(relative(caller, app), FOLDER)}: ${Object.keys(files).join(', ')}`)
console.log(`Now install there: npm install, pnpm install or yarn install.${peersOf(wanted)}`)

/** The named packages and those of ours that they depend on. */
function withNeeds(names) {
  const found = new Set()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const { dependencies = {} } = published.find((one) => one.name === name).manifest
    queue.push(
      ...Object.keys(dependencies)
        .filter((one) => one.startsWith('@pf/'))
        .map((one) => one.slice('@pf/'.length)),
    )
  }
  return published.filter(({ name }) => found.has(name))
}

/** The name of a tarball holds a digest of its content: package managers remember a name and a version, and would install the old content. */
function pack({ name, folder, manifest: { version } }) {
  mkdirSync(join(app, FOLDER), { recursive: true })
  const draft = mkdtempSync(join(app, FOLDER, '.packing-'))
  run('pnpm', ['pack', '--out', join(draft, 'packed.tgz')], folder)
  const digest = createHash('sha256')
    .update(readFileSync(join(draft, 'packed.tgz')))
    .digest('hex')
    .slice(0, 8)
  const file = `pf-${name}-${version}-${digest}.tgz`
  renameSync(join(draft, 'packed.tgz'), join(app, FOLDER, file))
  rmSync(draft, { recursive: true })
  return file
}

/** What the app provides itself. npm and pnpm install the peers that are not optional; yarn 1 only names them. */
function peersOf(list) {
  const named = (optional) =>
    list.flatMap(({ manifest: { peerDependencies = {}, peerDependenciesMeta = {} } }) =>
      Object.keys(peerDependencies).filter((name) => (peerDependenciesMeta[name]?.optional ?? false) === optional),
    )
  const missing = (names) => [...new Set(names)].filter((name) => !manifest.dependencies[name] && !manifest.devDependencies?.[name]).sort()
  const required = missing(named(false))
  const optional = missing(named(true)).filter((name) => !required.includes(name))
  return [
    ...(required.length > 0 ? [`\nPeer dependencies: npm install ${required.join(' ')}`] : []),
    ...(optional.length > 0 ? [`\nOptional, where the app uses them (the pages of the packages say for what): ${optional.join(', ')}`] : []),
  ].join('')
}

function run(file, args, cwd) {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) stop(`${file} ${args.join(' ')}:\n${stdout}${stderr}`)
}

function stop(text) {
  console.error(`${text}\nUsage: npm run pack -- FOLDER_OF_THE_APP [${published.map(({ name }) => name).join(' | ')}] …`)
  process.exit(1)
}
