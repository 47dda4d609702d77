import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { PfError } from '@pf/core'
import { createConnection, type DevTools } from './devtools-connection.ts'

/** A browser without a window. */
export interface Browser extends DevTools {
  /** Ends the browser and removes its profile. */
  close(): Promise<void>
}

const startMs = 30_000
const endMs = 3_000
/** No name is resolved, so that nothing that a model wrote is requested. */
const flags = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--hide-scrollbars',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--use-mock-keychain',
  '--password-store=basic',
  '--force-prefers-reduced-motion',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/**
 * Starts a browser with a temporary profile. It is driven through pipes, which no other process can use and whose end ends the browser.
 * Where the system does not let it use its sandbox, as for root, it runs without. Throws PfError `unavailable` if it does not start.
 */
export async function openBrowser(path: string): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) return start(path, ['--no-sandbox'])
  try {
    return await start(path, [])
  } catch (error) {
    if (process.platform !== 'linux') throw error
    return start(path, ['--no-sandbox'])
  }
}

async function start(path: string, more: readonly string[]): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'pf-eval-browser-'))
  const child = spawn(path, [...flags, ...more, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: profile },
    // A group of its own: Ctrl-C in a terminal reaches this process only, and all processes of the browser can be ended together.
    detached: process.platform !== 'win32',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const lastLine = readLastLine(child)
  const atExit = () => {
    kill(child)
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', atExit)
  const connection = createConnection(child.stdio[3] as Writable, child.stdio[4] as Readable)
  void ended.then(() => connection.end())
  const close = async () => {
    connection.send('Browser.close', {}).catch(() => undefined)
    await Promise.race([ended, wait(endMs)])
    kill(child)
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    process.off('exit', atExit)
  }
  try {
    await connection.send('Browser.getVersion', {}, { timeoutMs: startMs })
  } catch (cause) {
    await close()
    throw new PfError('unavailable', `The browser did not start${lastLine()}. Set PF_CHROMIUM to the path of another Chromium.`, { cause })
  }
  return { send: connection.send, close }
}

/** Ends all processes of the browser. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || (process.platform === 'win32' && (exitCode !== null || signalCode !== null))) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // They have ended already.
  }
}

/** Returns a function that returns the last line that the browser wrote, which says for example which library is missing. */
function readLastLine({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.on('data', (piece: Buffer) => {
    text = (text + piece.toString()).slice(-1_000)
  })
  return () => {
    const line = text.trim().split('\n').at(-1)?.slice(0, 200)
    return line ? ` (${line})` : ''
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
