import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { NodeSettings } from '../node/settings.ts'
import { type Gateway, startGateway } from './gateway.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../node/${name}`, import.meta.url))

/** What a node has in particular. */
export interface NodeOptions {
  /** Milliseconds by which its clock is ahead. */
  clockShiftMs?: number
  /** False for a node that never takes over a run. */
  takesOver?: boolean
  /** False for a node that the gateway does not know. */
  behindGateway?: boolean
}

/** A serving process. */
export interface ServingNode {
  /** Resolves with the address of the node once it serves; rejects when the process ends before. */
  readonly ready: Promise<string>
  readonly isReady: () => boolean
  readonly pid: number
  /** The runs that it works on. */
  readonly held: ReadonlySet<string>
  /** What it reported to its host. */
  readonly errors: string[]
  /** Ends it without warning. Resolves with the number of runs that it was working on. */
  kill(): Promise<number>
  /** Stops it in the middle of what it does, until it is woken. */
  pause(): void
  wake(): void
  /** Shuts it down. */
  stop(): Promise<void>
}

/** All nodes over one store. */
export interface Cluster {
  /** The address of the gateway in front of the nodes. */
  readonly url: string
  start(options?: NodeOptions): ServingNode
  /** Nodes that serve. */
  readonly live: ReadonlySet<ServingNode>
  /** For each run that a killed or paused node had worked on: how long it took until another node worked on it, while one served, in milliseconds. */
  readonly takeoversMs: number[]
  /** Nodes that ended although nobody ended them, and what they printed. */
  readonly crashes: string[]
  close(): Promise<void>
}

/** Creates a cluster without a node. */
export async function createCluster(settings: NodeSettings): Promise<Cluster> {
  const gateway = await startGateway()
  const cache = mkdtempSync(join(tmpdir(), 'pf-compiled-'))
  await fillCache(cache, settings)
  const orphans = createOrphans()
  const live = new Set<ServingNode>()
  const all = new Set<ServingNode>()
  const crashes: string[] = []
  return {
    url: gateway.url,
    live,
    takeoversMs: orphans.takeoversMs,
    crashes,
    start(options = {}) {
      const node = startNode({ settings, options, cache, gateway, orphans, live, crashes })
      all.add(node)
      return node
    },
    async close() {
      for (const node of all) {
        node.wake()
        await node.kill()
      }
      await gateway.close()
      rmSync(cache, { recursive: true, force: true })
    },
  }
}

/** Nodes share a cache of compiled code, which only a node writes that is shut down. Its store is one of its own. */
async function fillCache(cache: string, settings: NodeSettings): Promise<void> {
  const store = { kind: 'sqlite', file: join(cache, 'unused.sqlite') } as const
  const child = spawnNode({ ...settings, store }, { cache })
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), closed])
  child.kill('SIGTERM')
  await closed
}

function spawnNode(settings: NodeSettings, { cache, clockShiftMs }: { cache: string; clockShiftMs?: number | undefined }) {
  const preload = clockShiftMs === undefined ? [] : ['--import', pathOf('shift-clock.mjs')]
  const flags = ['--conditions=pf-source', '--disable-warning=ExperimentalWarning', ...preload]
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, PF_CLOCK_SHIFT_MS: String(clockShiftMs ?? 0) }
  return spawn(process.execPath, [...flags, pathOf('serve.ts'), JSON.stringify(settings)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs whose node was killed or paused. */
function createOrphans() {
  const since = new Map<string, number>()
  const takeoversMs: number[] = []
  return {
    takeoversMs,
    leave(runs: Iterable<string>) {
      for (const run of runs) since.set(run, performance.now())
    },
    take(run: string) {
      const from = since.get(run)
      if (from !== undefined) takeoversMs.push(performance.now() - from)
      since.delete(run)
    },
    /** Time in which no node serves is not time in which one could take over. */
    restart() {
      for (const run of since.keys()) since.set(run, performance.now())
    },
  }
}

interface Start {
  settings: NodeSettings
  options: NodeOptions
  cache: string
  gateway: Gateway
  orphans: ReturnType<typeof createOrphans>
  live: Set<ServingNode>
  crashes: string[]
}

function startNode({ settings, options, cache, gateway, orphans, live, crashes }: Start): ServingNode {
  const { clockShiftMs, takesOver, behindGateway = true } = options
  const child = spawnNode({ ...settings, ...(takesOver === undefined ? {} : { takesOver }) }, { cache, clockShiftMs })
  const closed = once(child, 'close')
  const held = new Set<string>()
  const [errors, printed]: [string[], string[]] = [[], []]
  let port: number | undefined
  let ending = false
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  ready.catch(() => undefined)
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  const hear: Record<string, (text: string) => void> = {
    ready: (text) => {
      port = Number(text)
      if (live.size === 0) orphans.restart()
      live.add(node)
      if (behindGateway) gateway.add(port)
      resolve(`http://127.0.0.1:${port}`)
    },
    holds: (run) => {
      held.add(run)
      orphans.take(run)
    },
    leaves: (run) => void held.delete(run),
    error: (text) => void errors.push(text),
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const space = line.indexOf(' ')
    hear[line.slice(0, space)]?.(line.slice(space + 1))
  })
  const leave = () => {
    live.delete(node)
    if (port !== undefined) gateway.remove(port)
  }
  child.once('close', (code, signal) => {
    reject(new Error(`The node ended before it served: ${printed.join('')}`))
    if (!ending) crashes.push(`code ${code ?? signal}: ${printed.join('').trim()}`)
    leave()
  })
  const node: ServingNode = {
    ready,
    isReady: () => live.has(node),
    pid: child.pid ?? 0,
    held,
    errors,
    kill: async () => {
      ending = true
      if (isRunning(child)) child.kill('SIGKILL')
      leave()
      await closed
      orphans.leave(held)
      const { size } = held
      held.clear()
      return size
    },
    pause: () => {
      child.kill('SIGSTOP')
      leave()
      orphans.leave(held)
    },
    wake: () => void child.kill('SIGCONT'),
    stop: async () => {
      ending = true
      leave()
      child.kill('SIGTERM')
      await closed
    },
  }
  return node
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null
