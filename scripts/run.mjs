// Runs on Node >= 18 without dependencies: installs the project's Node and pnpm and the dependencies, then runs one command.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE = '24.21.0'
const PNPM = '12.4.2'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, 'node_modules', '.cache', 'pf')
const toolsFile = join(cache, 'tools.json')
const installFile = join(cache, 'installed')
const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  npm_config_update_notifier: 'false',
  // The commands below run on another Node than the caller's.
  PF_CALLER_NODE: process.versions.node,
}
// npm passes its settings on as npm_config_*. They are removed, because pnpm and the nested npx would use them.
for (const name of Object.keys(env))
  if (
    /^npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|prefix|globalconfig|userconfig|init_module|noproxy|node_gyp|user_agent|global_prefix|npm_version))/i.test(
      name,
    )
  )
    delete env[name]

let child
let stopping
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }
for (const name of Object.keys(signals)) {
  process.on(name, () => {
    stopping ??= name
    kill(name)
    setTimeout(() => kill('SIGKILL'), 5000).unref()
  })
}
// Under npm, its death is seen by the new parent of this process.
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}
function kill(signal) {
  if (!child?.pid) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {}
}

/** Runs a program in its own process group and forwards signals to the whole group. `tied` gives it a standard input that ends with this process. */
function run(file, args, { quiet = false, tied = false, extra = {} } = {}) {
  if (stopping) leave(stopping)
  return new Promise((done, fail) => {
    const windows = process.platform === 'win32'
    child = spawn(file, args, {
      cwd: root,
      env: { ...env, ...extra },
      detached: !windows,
      shell: windows,
      stdio: [tied ? 'pipe' : 'ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors += chunk
    })
    child.once('error', fail)
    child.once('close', (code, signal) => {
      if (stopping) {
        kill('SIGKILL')
        leave(stopping)
      }
      done({ code: code ?? 128 + constants.signals[signal], text, errors })
    })
  })
}
function leave(signal) {
  process.exit(128 + signals[signal])
}

async function tools() {
  const want = `${NODE} ${PNPM}`
  if (existsSync(toolsFile)) {
    const known = JSON.parse(readFileSync(toolsFile, 'utf8'))
    if (known.want === want && known.host === process.version && known.path.every((folder) => existsSync(folder))) return known.path
  }
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 24 && minor >= 11) || major >= 26 || (major === 22 && minor >= 18)
  const direct = ['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`)
  const nodePackage = direct ? `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@${NODE}` : `node@${NODE}`
  console.log(`bringing ${fits ? '' : `node ${NODE} and `}pnpm ${PNPM} (once)`)
  const probe = 'console.log(JSON.stringify([process.version,process.execPath,process.env.PATH]))'
  writeProbe(probe)
  const found = await run('npx', ['-y', ...(fits ? [] : ['-p', nodePackage]), '-p', `pnpm@${PNPM}`, '-c', `node "${join(cache, 'probe.cjs')}"`], {
    quiet: true,
  })
  if (found.code !== 0) {
    console.error(found.errors)
    process.exit(found.code)
  }
  const [version, exec, path] = JSON.parse(found.text.trim().split('\n').at(-1))
  if (!fits && version !== `v${NODE}`) throw new Error(`node ${NODE} was asked for, npx gave ${version}`)
  const names = process.platform === 'win32' ? ['pnpm.cmd', 'pnpm.exe'] : ['pnpm']
  const pnpmFolder = path.split(delimiter).find((folder) => names.some((name) => existsSync(join(folder, name))))
  const folders = [...new Set([pnpmFolder, dirname(exec)])]
  writeFileSync(toolsFile, JSON.stringify({ want, host: process.version, path: folders }))
  return folders
}
function writeProbe(text) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'probe.cjs'), text)
}

const [command = 'help', ...rest] = process.argv.slice(2)
const folders = await tools()
env.PATH = [...folders, process.env.PATH].join(delimiter)
const manifests = ['packages', 'apps', 'examples'].flatMap((parent) =>
  existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => join(parent, name, 'package.json')) : [],
)
const hash = createHash('sha256').update(JSON.stringify(folders))
for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests])
  if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)))
const digest = hash.digest('hex')
if (!existsSync(installFile) || readFileSync(installFile, 'utf8') !== digest) {
  const { code } = await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], { extra: { CI: 'true' } })
  if (code !== 0) process.exit(code)
  mkdirSync(cache, { recursive: true })
  writeFileSync(installFile, digest)
}
/** What this script builds and then starts: a package with the packages that it needs, and its program. */
const servers = {
  demo: { filter: '@pf/demo...', main: 'apps/demo/dist/server/main.js' },
  'two-nodes': { filter: '@pf/example-two-nodes...', main: 'examples/two-nodes/start.ts' },
  docs: { filter: './packages/*', main: 'apps/docs/src/main.ts', options: ['--conditions=pf-source', '--disable-warning=ExperimentalWarning'] },
}
const server = Object.hasOwn(servers, command) ? servers[command] : undefined
if (server) {
  console.log('building (about a minute the first time, seconds later)')
  const built = await run('pnpm', ['exec', 'turbo', 'run', 'build', `--filter=${server.filter}`, '--output-logs=errors-only', '--concurrency=2'], {
    quiet: true,
  })
  if (built.code !== 0) {
    console.error(built.text + built.errors)
    process.exit(built.code)
  }
  const preload = ['--import', './scripts/exit-with-launcher.mjs']
  process.exit((await run('node', [...preload, ...(server.options ?? []), server.main, ...rest], { tied: true })).code)
}
if (['test', 'test:full', 'check'].includes(command)) process.exit((await run('node', ['tooling/test.mjs', command, ...rest])).code)
process.exit((await run(command, rest)).code)
