import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDemo } from './start-demo.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pf-process-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))

async function listenOnFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

async function runToEnd(env: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, [main, ...options], { env: { PATH: process.env.PATH ?? '', PF_DATA_DIR: folder, ...env } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, text }
}

describe('the demo as a process', () => {
  it('refuses an explicit busy port in one line', async () => {
    const { server, port } = await listenOnFreePort()
    const { code, text } = await runToEnd({ PORT: String(port) })
    server.close()
    expect(code).toBe(1)
    expect(text.trim().split('\n')).toEqual([`Port ${port} is in use. Stop what runs there, or choose another one with PORT=…`])
  })

  it('refuses an address that is not of this machine in one line', async () => {
    const { code, text } = await runToEnd({ PORT: '0', HOST: 'nonsense.invalid' })
    expect(code).toBe(1)
    expect(text.trim().split('\n')).toEqual([expect.stringMatching(/^Could not listen on nonsense\.invalid:0/)])
  })

  it('answers only under loopback names', async () => {
    const demo = await startDemo()
    const { port } = new URL(demo.url)
    const status = await new Promise<number | undefined>((done) => {
      get({ host: '127.0.0.1', port, path: '/health', headers: { host: `evil.example:${port}` } }, (response) => done(response.resume().statusCode))
    })
    expect(status).toBe(403)
    await demo.stop()
  })

  it('says what PORT may be', async () => {
    const { code, text } = await runToEnd({ PORT: 'eighty' })
    expect(code).toBe(1)
    expect(text).toMatch(/PORT is "eighty"; it must be a number/)
  })

  it('steps to the next free port by default', async () => {
    const [first, second] = [await startDemo({ PORT: '' }), await startDemo({ PORT: '' })]
    expect(Number(new URL(second.url).port)).toBeGreaterThan(Number(new URL(first.url).port))
    expect(second.output()).toMatch(/port \d+ is taken, using \d+/)
    await Promise.all([first.stop(), second.stop()])
  })

  it('listens where HOST says', async () => {
    const demo = await startDemo({ HOST: '::1' })
    expect(demo.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${demo.url}/health`)).ok).toBe(true)
    await demo.stop()
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends on %s with an open stream, without a process or a port left', async (signal) => {
    const demo = await startDemo()
    const stream = await fetch(`${demo.url}/agui/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        threadId: 't',
        runId: crypto.randomUUID(),
        messages: [{ id: 'u', role: 'user', content: 'Tell me slowly what data is here' }],
        forwardedProps: { pf: {} },
      }),
    })
    const reader = stream.body?.getReader()
    await reader?.read()
    const children = await childrenOf(demo.process.pid)
    expect(children.length).toBeGreaterThan(0)
    const ended = once(demo.process, 'exit')
    demo.process.kill(signal)
    await ended
    await reader?.read().catch(() => undefined)
    await expect(fetch(`${demo.url}/health`)).rejects.toThrow()
    for (const pid of children) await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

/** Asks the demo a question and waits for the end of the answer. */
async function sendQuestion(url: string, threadId: string): Promise<string> {
  const response = await fetch(`${url}/agui/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ threadId, runId: crypto.randomUUID(), messages: [{ id: 'u', role: 'user', content: 'What data is here?' }] }),
  })
  return response.text()
}

describe('the folder of conversations', () => {
  const threads = async (url: string) => (await (await fetch(`${url}/agui/threads`)).json()).threads as { title: string }[]

  it('is named at the start and keeps conversations, with the files of artifacts, until the next', async () => {
    const first = await startDemo({ PF_DATA_DIR: folder })
    expect(first.output()).toContain(`conversations: ${folder}\n`)
    expect(await sendQuestion(first.url, 'kept')).toContain('RUN_FINISHED')
    await first.stop()
    expect(existsSync(join(folder, 'pf.sqlite'))).toBe(true)
    const second = await startDemo({ PF_DATA_DIR: folder })
    expect(await threads(second.url)).toMatchObject([{ thread_id: 'kept', title: 'What data is here?' }])
    await second.stop()
  })

  it('is for one process: a second one gets an error that says what to do, and --fresh gives it an empty folder inside', async () => {
    const first = await startDemo({ PF_DATA_DIR: folder })
    await sendQuestion(first.url, 'kept')
    const { code, text } = await runToEnd({ PORT: '0' })
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/is open in process \d+ .*\nFor a second demo: npm run demo -- --fresh, or another folder with PF_DATA_DIR=/),
    ])
    const second = await startDemo({ PF_DATA_DIR: folder }, '--fresh')
    expect(second.output()).toMatch(/^conversations: .*fresh-\w+$/m)
    expect(readdirSync(folder).filter((name) => name.startsWith('fresh-'))).toHaveLength(1)
    expect([await threads(second.url), await threads(first.url)]).toMatchObject([[], [{ thread_id: 'kept' }]])
    await Promise.all([first.stop(), second.stop()])
  })

  it.each([
    { env: {}, options: ['--clean'], says: /no option "--clean"; it has --fresh/ },
    { env: { DATABASE_URL: 'mysql://localhost/x' }, options: [], says: /DATABASE_URL must begin with postgres:/ },
    { env: { DATABASE_URL: 'postgres://u:secret@localhost:1/x' }, options: ['--fresh'], says: /--fresh is for a folder/ },
    { env: { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }, options: [], says: /PostgreSQL store could not/ },
  ])('settings that cannot be used are refused in words: $says', async ({ env, options, says }) => {
    const { code, text } = await runToEnd({ PORT: '0', ...env } as Record<string, string>, ...options)
    expect([code, text]).toEqual([1, expect.stringMatching(says)])
    expect(text).not.toContain('secret')
    expect(text.trim().split('\n')).toHaveLength(1)
  })
})

async function childrenOf(pid: number | undefined): Promise<number[]> {
  const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)])
  let text = ''
  ps.stdout.on('data', (chunk) => (text += chunk))
  await once(ps, 'exit')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
