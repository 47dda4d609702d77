import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createModelServer } from '@pf/testing'
import { stories } from '../src/model/stories.ts'

const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))

export interface Demo {
  /** URL without a trailing slash. */
  url: string
  process: ChildProcess
  /** Returns the output of the process. */
  output(): string
  stop(): Promise<void>
  /** Kills the process without warning. */
  kill(): Promise<void>
}

/** Starts the built demo server on a free port, with its own data folder unless PF_DATA_DIR specifies one. */
export async function startDemo(env: Record<string, string> = {}, ...options: string[]): Promise<Demo> {
  const folder = env.PF_DATA_DIR === undefined ? mkdtempSync(join(tmpdir(), 'pf-demo-')) : undefined
  const child = spawn(process.execPath, [main, ...options], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...(folder === undefined ? {} : { PF_DATA_DIR: folder }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const url = await new Promise<string>((done, fail) => {
    const readUrl = () => {
      const found = /^open (http:\/\/\S+?)\/$/m.exec(text)?.[1]
      if (found) done(found)
    }
    child.stdout?.on('data', readUrl)
    child.once('exit', (code) => fail(new Error(`the demo ended with ${code}: ${text}`)))
    child.once('error', fail)
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url,
    process: child,
    output: () => text,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the demo with a scripted model server that does not delay its output, for tests that do not check streaming. */
export async function startQuickDemo(): Promise<Demo> {
  const model = await createModelServer({ stories, wait: async () => {} })
  const demo = await startDemo({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted' })
  const stop = async () => {
    await demo.stop()
    await model.close()
  }
  return { ...demo, stop }
}
