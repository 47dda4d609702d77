import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { HttpAgent } from '@ag-ui/client'
import { createModelServer } from '@pf/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { stories } from './stories.ts'

/** The command that starts a server on a port, and the path below which it has its routes. */
export type Command = (port: number) => { program: string; args: string[]; basePath?: string }

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Adds the tests that each server passes: it is a process, and the client that asks it is that of AG-UI. */
export function checkServer(command: Command): void {
  let model: Awaited<ReturnType<typeof createModelServer>>
  let server: ChildProcess
  let url = ''
  let count = 0

  beforeAll(async () => {
    model = await createModelServer({ stories })
    const port = await freePort()
    const { program, args, basePath = '' } = command(port)
    url = `http://127.0.0.1:${port}${basePath}`
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: String(port), OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url }
    server = spawn(program, args, { cwd: folder, env: { ...env, OPENAI_MODEL: 'scripted' }, stdio: ['ignore', 'ignore', 'inherit'] })
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).ok).toBe(true), { timeout: 80_000, interval: 100 })
    // The program of a runtime is downloaded first.
  }, 600_000)
  afterAll(async () => {
    server?.kill('SIGKILL')
    await model?.close()
  })

  const createClient = (question: string) => {
    count += 1
    const seen: Record<string, unknown>[] = []
    const agent = new HttpAgent({
      url: `${url}/agui/agent`,
      threadId: `thread-${count}`,
      initialMessages: [{ id: `u${count}`, role: 'user', content: question }],
    })
    return { agent, seen, reader: { onEvent: ({ event }: { event: object }) => void seen.push({ ...event }) } }
  }

  it('streams a chart whose rows the model never read', async () => {
    const { agent, seen, reader } = createClient('Show the sales of 2025 as a chart.')
    await agent.runAgent({}, reader)
    const chart = agent.messages.find(({ role }) => role === 'activity')
    expect(chart).toMatchObject({ content: { component: 'echarts', props: { option: { series: [{ type: 'line' }] } } } })
    expect(JSON.stringify(chart)).toContain('{"month":"2025-12","sales":730}')
    expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain('2025-12')
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Sales rose all year.' } })
  })

  it('asks a question and continues with the answer', async () => {
    const { agent, seen, reader } = createClient('Plan a trip.')
    await agent.runAgent({}, reader)
    const [interrupt] = (seen.at(-1)?.outcome as { interrupts?: { id: string; metadata: object }[] } | undefined)?.interrupts ?? []
    expect(interrupt?.metadata).toMatchObject({ component: 'form', props: { title: 'Where to?' } })
    await agent.runAgent({ resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { city: 'Oslo' } }] }, reader)
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'The form says {"city":"Oslo"}.' } })
  })

  it('ends a run once its client has gone', async () => {
    const { agent, seen, reader } = createClient('Answer slowly.')
    const isGone = agent.runAgent({}, { ...reader, onTextMessageContentEvent: () => agent.abortRun() }).catch(() => {})
    await expect.poll(() => model.requests.at(-1)?.outcome).toBe('client_gone')
    await isGone
    const events = await fetch(`${url}/agui/runs/${String(seen[0]?.runId)}/events?after=0`)
    expect(await events.text()).toContain('"outcome":{"type":"cancelled"}')
  })

  it('ends when it is asked to', async () => {
    server.kill('SIGTERM')
    const [code, signal] = await once(server, 'exit')
    expect({ code, signal }).toEqual({ code: 0, signal: null })
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
