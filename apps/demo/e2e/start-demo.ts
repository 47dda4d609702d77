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
  /** Everything it printed. */
  output(): string
  stop(): Promise<void>
}

/** Starts the built server, the one the demo command starts, on a free port. */
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

/** The same with the scripted model outside of it and in a hurry: for tests that do not look at how an answer arrives. */
export async function startQuickDemo(): Promise<Demo> {
  const model = await createModelServer({ stories, wait: async () => {} })
  const demo = await startDemo({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted' })
  const stop = async () => {
    await demo.stop()
    await model.close()
  }
  return { ...demo, stop }
}
