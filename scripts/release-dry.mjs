// Tries the next release without publishing anything: npm run release:dry [-- --with npm,pnpm,yarn] [--keep]
// A copy of the last commit gets the next versions, and is published to a registry on loopback, which fetches everything else from the
// registry of npm's settings. Then each package manager creates an app from it, installs, tests, builds and starts it, and upgrades it to
// the next minor version of all packages. Nothing is written outside of one temporary folder.
// PF_RESOLUTIONS='{"name":"npm:other@1.0.0"}' replaces packages that a registry does not have: yarn 1 also requests optional packages of
// other platforms.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packages } from '../tooling/packages.mjs'
import { freePort, run, stop, until } from './release-dry/processes.mjs'
import { startRegistry } from './release-dry/registry.mjs'

const managers = {
  npm: { create: ['npm', 'create', '-y', 'pf-app@latest', 'my-agent', '--', '--yes'], run: ['npm'] },
  // pnpm refuses to install while the install scripts of dependencies are neither approved nor refused; the apps need none.
  pnpm: { create: ['pnpm', 'create', 'pf-app@latest', 'my-agent', '--yes'], run: ['pnpm'], install: ['--ignore-scripts', '--no-frozen-lockfile'] },
  yarn: { create: ['npx', '-y', 'yarn@1', 'create', 'pf-app', 'my-agent', '--yes'], run: ['npx', '-y', 'yarn@1'] },
}
const usage = `Usage: npm run release:dry -- [--with ${Object.keys(managers).join(',')}] [--keep]`

const { values } = parseArgs({ options: { with: { type: 'string' }, keep: { type: 'boolean' } }, args: process.argv.slice(2).filter((word) => word !== '--') })
const chosen = values.with?.split(',') ?? Object.keys(managers)
const unknown = chosen.filter((name) => !(name in managers))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} is no package manager that this script knows.\n${usage}`)
  process.exit(2)
}

const started = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'pf-release-dry-'))
const copy = join(folder, 'copy')
const names = packages().map(({ manifest }) => manifest.name)
const children = new Set()
const failures = []
/** The settings of the caller, without those of the package manager that started this script, and with caches of their own. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_(.*proxy|cafile)$)|pnpm_|init_cwd|node_env|openai_|force_color)/i.test(name)),
)
const env = {
  ...clean,
  CI: 'true',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'pf'],
      [`GIT_${who}_EMAIL`, 'pf@localhost'],
    ]),
  ),
}
/** The environment of what publishes to the registry on loopback, and of what installs from it, which also has caches of its own. */
let publishing
let local

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    cleanUp()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })

try {
  const version = prepare()
  const ready = begin('registry on loopback')
  ;({ publishing, local } = await startRegistry({ folder, names, env, onChild: (child) => children.add(child) }))
  ready()
  step('publish', () => publish())
  for (const manager of chosen) await tryApp(manager, version)
  await upgradeApps(version)
} catch (error) {
  failures.push(error.message)
  console.log(`FAILED\n${error.message}`)
} finally {
  cleanUp()
}
console.log(failures.length === 0 ? `The release works (${seconds(started)}). Nothing was published.` : `${failures.length} failed (${seconds(started)}).`)
process.exit(failures.length === 0 ? 0 : 1)

/** Copies the last commit, sets the versions of its changesets and builds the packages. Returns the version of create-pf-app. */
function prepare() {
  if (run(['git', 'status', '--porcelain'], process.cwd(), env) !== '') console.log('Changes that are not committed are not part of the release.')
  step('copy of the last commit', () => {
    run(['git', 'clone', '--quiet', process.cwd(), copy], folder, env)
    run(['pnpm', 'install', '--frozen-lockfile', '--prefer-offline'], copy, env)
  })
  step('versions and change logs', () => {
    run([process.execPath, 'scripts/version-packages.mjs'], copy, env)
    commit('Versions')
  })
  step('build', () => run(['pnpm', 'exec', 'turbo', 'run', 'build', '--filter=./packages/*', '--concurrency=2', '--output-logs=errors-only'], copy, env))
  return versionOf('create-pf-app')
}

function commit(message) {
  run(['git', 'add', '.'], copy, env)
  run(['git', 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', message], copy, env)
}

function publish() {
  // `pnpm exec` would install once more, because of the other registry.
  run([process.execPath, 'node_modules/@changesets/cli/bin.js', 'publish'], copy, publishing)
  for (const name of names) {
    const { version } = JSON.parse(run(['npm', 'view', name, 'version', '--json'], folder, publishing).replace(/^(.*)$/s, '{"version":$1}'))
    if (version !== versionOf(name)) throw new Error(`${name} has version ${version} in the registry, and ${versionOf(name)} in the copy.`)
  }
}

/** Creates an app as the README says, and tests, builds and starts it. */
async function tryApp(manager, version) {
  const end = begin(`app of create-pf-app ${version} with ${manager}: create, install, test, build, ask for a chart`)
  try {
    const parent = join(folder, manager)
    mkdirSync(parent)
    run(managers[manager].create, parent, local)
    if (manager === 'yarn') edit(manager, (manifest) => ({ ...manifest, resolutions: JSON.parse(process.env.PF_RESOLUTIONS ?? '{}') }))
    install(manager)
    const installed = JSON.parse(readFileSync(join(appOf(manager), 'node_modules/@pf/planner/package.json'), 'utf8')).version
    if (installed !== versionOf('@pf/planner')) throw new Error(`@pf/planner ${installed} was installed`)
    await use(manager)
    end()
  } catch (error) {
    failures.push(manager)
    console.log(`FAILED\n${error.message}`)
  }
}

function appOf(manager) {
  return join(folder, manager, 'my-agent')
}
function install(manager) {
  run([...managers[manager].run, 'install', ...(managers[manager].install ?? [])], appOf(manager), local)
}

/** Runs the tests of an app, builds it, starts it, and asks a question over HTTP. */
async function use(manager) {
  const app = appOf(manager)
  for (const script of ['test', 'build']) run([...managers[manager].run, 'run', script], app, local)
  const port = await freePort()
  // What the script `start` runs. A shell between this process and the server would not pass on a signal.
  const server = spawn(process.execPath, ['dist/server/src/server.js'], { cwd: app, env: { ...env, PORT: String(port) }, stdio: 'ignore', detached: true })
  children.add(server)
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/healthz`)).ok, 60_000, 'the server of the app')
  const input = { threadId: 't1', runId: 'r1', messages: [{ id: 'm1', role: 'user', content: 'Show the sales of 2025 as a chart' }] }
  const response = await fetch(`${url}/agui/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ ...input, tools: [], context: [], state: {}, forwardedProps: {} }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  stop(server)
  children.delete(server)
  if (!/"component":"echarts"/.test(text) || !/"RUN_FINISHED"/.test(text)) throw new Error(`no chart in the answer:\n${text.slice(-2_000)}`)
}

/** Publishes the next minor version of every package, and upgrades the apps to it. */
async function upgradeApps(version) {
  const working = chosen.filter((name) => !failures.includes(name))
  if (working.length === 0) return
  step('the next minor version of every package', () => {
    writeFileSync(join(copy, '.changeset/next.md'), `---\n${names.map((name) => `'${name}': minor`).join('\n')}\n---\n\nAdded: A release to try.\n`)
    run([process.execPath, 'scripts/version-packages.mjs'], copy, env)
    commit('Next versions')
    // The code is the same as before, so that what was built is still right.
    publish()
  })
  for (const manager of working) {
    const end = begin(`upgrade from ${version} to ${versionOf('create-pf-app')} with ${manager}: install, test, build, ask for a chart`)
    try {
      edit(manager, (manifest) => ({
        ...manifest,
        dependencies: inNextVersion(manifest.dependencies),
        devDependencies: inNextVersion(manifest.devDependencies),
      }))
      install(manager)
      await use(manager)
      end()
    } catch (error) {
      failures.push(`upgrade with ${manager}`)
      console.log(`FAILED\n${error.message}`)
    }
  }
}

function edit(manager, change) {
  const file = join(appOf(manager), 'package.json')
  writeFileSync(file, `${JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`)
}

function inNextVersion(dependencies) {
  return Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, names.includes(name) ? `^${versionOf(name)}` : range]))
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(copy, 'packages', name.replace('@pf/', ''), 'package.json'), 'utf8')).version
}

/** Prints what begins. Returns a function that prints how long it took. */
function begin(name) {
  const from = Date.now()
  process.stdout.write(`${name} … `)
  return () => console.log(`ok (${seconds(from)})`)
}

function step(name, work) {
  const end = begin(name)
  work()
  end()
}

function cleanUp() {
  for (const child of children) stop(child)
  if (values.keep) console.log(`Kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function seconds(from) {
  return `${((Date.now() - from) / 1000).toFixed(0)} s`
}
