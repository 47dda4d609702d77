import { InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import type { ToolContext } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type McpServer as ConnectedServer, connectMcpServer } from './index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Connects to a server whose tools fail in different ways, and whose calls run one at a time because elicitation is enabled. */
async function connectSequentialServer(): Promise<{ server: ConnectedServer; sample: McpServer }> {
  const sample = new McpServer({ name: 'sample', version: '1.0.0' })
  sample.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({ content: [{ type: 'text', text }] }))
  sample.registerTool('hang', {}, () => new Promise<never>(() => undefined))
  sample.registerTool('break', {}, () => ({ content: 'not a list' }) as never)
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await sample.connect(serverTransport)
  const server = await connectMcpServer({ name: 's', transport: clientTransport, elicitation: true, timeoutMs: 100 })
  closing.push(() => server.close())
  return { server, sample }
}

function contextWith(more: Partial<ToolContext> = {}): ToolContext {
  return { signal: new AbortController().signal, progress: () => undefined, emitArtifact: () => undefined, ...more } as unknown as ToolContext
}

async function callTool(server: ConnectedServer, name: string, args: Record<string, unknown> = {}, context = contextWith()): Promise<unknown> {
  const tool = server.tools.find((each) => each.name === `s_${name}`)
  if (!tool) throw new Error(`The server has no tool ${name}.`)
  return tool.run(args as never, context)
}

const aborted = () => contextWith({ signal: AbortSignal.abort(new Error('The run was cancelled.')) })

describe('one call at a time: a call that fails lets the next one run', () => {
  const failures: [string, (server: ConnectedServer) => Promise<unknown>][] = [
    ['after a timeout', (server) => callTool(server, 'hang')],
    ['after a result that violates the protocol', (server) => callTool(server, 'break')],
    ['after an abort while the call ran', (server) => callTool(server, 'hang', {}, contextWith({ signal: AbortSignal.timeout(10) }))],
    ['after an abort before the call began', (server) => callTool(server, 'echo', { text: 'never' }, aborted())],
  ]

  it.each(failures)('%s', async (_, fail) => {
    const { server } = await connectSequentialServer()
    await expect(fail(server)).rejects.toThrow()
    expect(await callTool(server, 'echo', { text: 'first' })).toMatchObject({ text: 'first' })
    expect(await callTool(server, 'echo', { text: 'second' })).toMatchObject({ text: 'second' })
  })

  it('and each queued call gets its own result, whatever became of the calls before it', async () => {
    const { server } = await connectSequentialServer()
    const calls = [callTool(server, 'hang'), callTool(server, 'echo', { text: 'a' }), callTool(server, 'break'), callTool(server, 'echo', { text: 'b' })]
    const results = await Promise.allSettled(calls)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : undefined))).toMatchObject([
      undefined,
      { text: 'a' },
      undefined,
      { text: 'b' },
    ])
  })
})

describe('a question of the server', () => {
  const requestedSchema = { type: 'object' as const, properties: { city: { type: 'string' as const } } }

  it.each(['echo', 'hang'])('that comes after a call of %s has ended is declined and does not reach that call', async (name) => {
    const { server, sample } = await connectSequentialServer()
    let paused = 0
    const pause: ToolContext['pause'] = async () => {
      paused += 1
      return { status: 'answered', result: { city: 'Oslo' } }
    }
    await callTool(server, name, { text: 'x' }, contextWith({ pause })).catch(() => undefined)
    expect(await sample.server.elicitInput({ message: 'Where to?', requestedSchema })).toEqual({ action: 'decline' })
    expect(paused).toBe(0)
  })
})
