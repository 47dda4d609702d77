// Tries the next release without publishing anything: npm run release:dry [-- --with npm,pnpm,yarn] [--keep]
// A copy of the last commit gets the next versions, and is published to a registry on loopback, which fetches everything else from the
// registry of npm's settings. Then each package manager creates an app from it, installs, tests, builds and starts it, and upgrades it to
// the next minor version of all packages. Nothing is written outside of one temporary folder.
// PF_RESOLUTIONS='{"name":"npm:other@1.0.0"}' replaces packages that a registry does not have: yarn 1 also requests optional packages of
// other platforms.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packages } from '../tooling/packages.mjs'

const VERDACCIO = '6.10.4'
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
  await startRegistry()
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
  if (run(['git', 'status', '--porcelain'], process.cwd()) !== '') console.log('Changes that are not committed are not part of the release.')
  step('copy of the last commit', () => {
    run(['git', 'clone', '--quiet', process.cwd(), copy], folder)
    run(['pnpm', 'install', '--frozen-lockfile', '--prefer-offline'], copy)
  })
  step('versions and change logs', () => {
    run([process.execPath, 'scripts/version-packages.mjs'], copy)
    commit('Versions')
  })
  step('build', () => run(['pnpm', 'exec', 'turbo', 'run', 'build', '--filter=./packages/*', '--concurrency=2', '--output-logs=errors-only'], copy))
  return versionOf('create-pf-app')
}

function commit(message) {
  run(['git', 'add', '.'], copy)
  run(['git', 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', message], copy)
}

/** Starts the registry and creates a user that may publish. */
async function startRegistry() {
  const end = begin('registry on loopback')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const upstream = run(['npm', 'config', 'get', 'registry'], folder, { ...env, ...callersNpm() }).trim()
  const own = [...names, '@pf/*'].map((name) => `  '${name}':\n    access: $all\n    publish: $authenticated`)
  const lines = [
    `storage: ${JSON.stringify(join(folder, 'registry'))}`,
    `auth:\n  htpasswd:\n    file: ${JSON.stringify(join(folder, 'users'))}`,
    `uplinks:\n  upstream:\n    url: ${JSON.stringify(upstream)}\n    timeout: 60s\n    max_fails: 20`,
    `packages:\n${own.join('\n')}\n  '**':\n    access: $all\n    proxy: upstream`,
    'max_body_size: 100mb',
    'log: { type: stdout, format: json, level: warn }',
  ]
  writeFileSync(join(folder, 'registry.yaml'), `${lines.join('\n')}\n`)
  const tool = join(folder, 'registry-tool')
  mkdirSync(tool)
  writeFileSync(join(tool, 'package.json'), `${JSON.stringify({ private: true, dependencies: { verdaccio: VERDACCIO } })}\n`)
  // A package of verdaccio depends on the tag `cjs` of node-fetch, which mirrors of the registry may not have. This version has the tag.
  writeFileSync(join(tool, 'pnpm-workspace.yaml'), 'packages: []\noverrides:\n  node-fetch: 2.7.0\n')
  run(['pnpm', 'install', '--ignore-scripts', '--prefer-offline'], tool, { ...env, ...callersNpm() })
  const child = spawn(process.execPath, ['node_modules/verdaccio/bin/verdaccio', '--config', join(folder, 'registry.yaml'), '--listen', `127.0.0.1:${port}`], {
    cwd: tool,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  children.add(child)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`verdaccio ended with ${child.exitCode}:\n${said.slice(-2_000)}`)
      return (await fetch(`${url}-/ping`)).ok
    },
    60_000,
    'verdaccio',
  )
  const response = await fetch(`${url}-/user/org.couchdb.user:release`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'release', password: 'only-on-loopback' }),
  })
  const { token } = await response.json()
  if (!token) throw new Error(`verdaccio made no user: ${response.status}`)
  const settings = join(folder, 'npmrc')
  writeFileSync(settings, `registry=${url}\n${url.replace('http:', '')}:_authToken=${token}\nfund=false\naudit=false\nupdate-notifier=false\n`)
  publishing = { ...env, npm_config_registry: url, npm_config_userconfig: settings, pnpm_config_registry: url }
  local = {
    ...publishing,
    npm_config_cache: join(folder, 'npm-cache'),
    pnpm_config_store_dir: join(folder, 'pnpm-store'),
    pnpm_config_minimum_release_age: '0',
    YARN_CACHE_FOLDER: join(folder, 'yarn-cache'),
    YARN_REGISTRY: url,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
  }
  end()
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
  if (!/"component":"echarts"/.test(text) || !/"RUN_FINISHED"/.test(text)) throw new Error(`no chart in the answer:\n${text.slice(-2_000)}`)
}

/** Publishes the next minor version of every package, and upgrades the apps to it. */
async function upgradeApps(version) {
  const working = chosen.filter((name) => !failures.includes(name))
  if (working.length === 0) return
  step('the next minor version of every package', () => {
    writeFileSync(join(copy, '.changeset/next.md'), `---\n${names.map((name) => `'${name}': minor`).join('\n')}\n---\n\nAdded: A release to try.\n`)
    run([process.execPath, 'scripts/version-packages.mjs'], copy)
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

/** The user settings of npm of the caller, such as the registry and the certificates of a company. */
function callersNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_(registry|userconfig|cafile|.*proxy)$/i.test(name)))
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

function run([file, ...args], cwd, variables = env) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd,
    env: variables,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${status ?? error}\n${`${stdout}${stderr}`.slice(-3_000)}`)
  return stdout
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((done) => probe.close(done))
  return port
}

async function until(isReady, ms, what) {
  const end = Date.now() + ms
  for (;;) {
    try {
      if (await isReady()) return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    if (Date.now() > end) throw new Error(`${what} did not start within ${ms / 1000} s`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Ends a process with those that it started. */
function stop(child) {
  children.delete(child)
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid)
  } catch {
    // It has ended already.
  }
}

function cleanUp() {
  for (const child of children) stop(child)
  if (values.keep) console.log(`Kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function seconds(from) {
  return `${((Date.now() - from) / 1000).toFixed(0)} s`
}
