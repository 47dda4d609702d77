import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createModelServer } from '@pf/testing'
import { stories } from '../src/model/stories.ts'

const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))

export interface Demo {
  /** Without a slash at the end. */
  url: string
  process: ChildProcess
  /** The output of the process. */
  output(): string
  stop(): Promise<void>
}

/** Starts the built demo server on a free port. */
export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH ?? '', PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
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
  return {
    url,
    process: child,
    output: () => text,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
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
