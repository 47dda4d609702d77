import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startDemo } from './start-demo.ts'

const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))

async function listenOnFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

async function runToEnd(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH ?? '', ...env } })
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
