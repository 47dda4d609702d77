import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { ToolContext, ToolDefinition } from '@pf/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectMcpServer, type McpServer, type McpServerOptions, mergeServers } from './index.ts'
import { createSampleServer } from './test-support/sample-server.ts'

// Starting a server process takes several seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Serves the sample server over HTTP, with one session for each client. */
async function overHttp(): Promise<string> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>()
  const http: Server = createServer(async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']))
    const transport =
      known ??
      new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID(), onsessioninitialized: (id) => void sessions.set(id, transport) })
    if (!known) await createSampleServer().connect(transport)
    await transport.handleRequest(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
}

async function inMemory(server = createSampleServer()): Promise<InMemoryTransport> {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await server.connect(serverTransport)
  return clientTransport
}

const transports = {
  memory: () => inMemory(),
  stdio: async () =>
    new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=pf-source', fileURLToPath(new URL('./test-support/sample-stdio.ts', import.meta.url))],
      stderr: 'inherit',
    }),
  http: async () => new StreamableHTTPClientTransport(new URL(await overHttp())),
}

async function connect(kind: keyof typeof transports, more: Partial<McpServerOptions> = {}): Promise<McpServer> {
  const server = await connectMcpServer({ name: 'sample', transport: await transports[kind](), ...more })
  closing.push(() => server.close())
  return server
}

const contextOf = (more: Partial<ToolContext> = {}) => {
  const progress: unknown[] = []
  const emitted: unknown[] = []
  const context = {
    signal: new AbortController().signal,
    progress: (update: unknown) => void progress.push(update),
    emitArtifact: (emission: unknown) => void emitted.push(emission),
    ...more,
  } as unknown as ToolContext
  return { context, progress, emitted }
}

const toolOf = (server: McpServer, name: string): ToolDefinition => {
  const tool = server.tools.find((each) => each.name === `sample_${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}
const call = (server: McpServer, name: string, args: Record<string, unknown>, context = contextOf().context) =>
  Promise.resolve(toolOf(server, name).run(args as never, context))

for (const kind of ['stdio', 'http'] as const) {
  describe(`a server over ${kind}`, () => {
    it('[001-mcp-01] [001-mcp-04] lists its tools with their schemas and returns structured content', async () => {
      const server = await connect(kind)
      expect(server.tools.map(({ name }) => name).sort()).toEqual(['sample_ask', 'sample_fails', 'sample_picture', 'sample_research', 'sample_slow'])
      expect(toolOf(server, 'research')).toMatchObject({
        idempotent: true,
        sideEffects: 'read',
        output: { type: 'object', required: ['artifact_id', 'artifact', '_metadata'] },
      })
      expect(await call(server, 'research', { topic: 'tides' })).toMatchObject({ artifact_id: 'abc-123', artifact: { title: 'tides' } })
    })

    it('returns text for the model and files for the user', async () => {
      const server = await connect(kind)
      expect(await call(server, 'picture', {})).toEqual({
        text: 'Here it is.',
        links: [{ uri: 'https://example.com/more', name: 'More' }],
        files: [
          { name: 'image-2', media_type: 'image/png', data: 'iVBORw0KGgo=' },
          { name: 'report.pdf', media_type: 'application/pdf', data: 'JVBERi0=' },
        ],
      })
    })

    it('reports the whole error text of a failed tool', async () => {
      const server = await connect(kind)
      await expect(call(server, 'fails', {})).rejects.toMatchObject({ code: 'tool_reported', message: 'quota\ntry later' })
    })

    it('forwards progress and stops a cancelled call', async () => {
      const server = await connect(kind)
      const stop = new AbortController()
      const { context, progress } = contextOf({
        signal: stop.signal,
        progress: (update) => {
          progress.push(update)
          if (progress.length === 3) stop.abort(new Error('stopped'))
        },
      })
      await expect(call(server, 'slow', {}, context)).rejects.toThrow()
      expect(progress).toEqual([1, 2, 3].map((part) => ({ fraction: part / 3, text: `part ${part}` })))
    })
  })
}

describe('an elicitation request of a server', () => {
  it('becomes a form, and the answer of the form goes back to the server', async () => {
    const server = await connect('memory', { elicitation: true })
    const requests: unknown[] = []
    const pause: ToolContext['pause'] = async (request) => {
      requests.push(request)
      return { status: 'answered', result: { city: 'Oslo', nights: 2, other: 'not requested' } }
    }
    const result = (await call(server, 'ask', { what: 'Ada' }, contextOf({ pause }).context)) as { text: string }
    expect(requests).toMatchObject([
      {
        component: 'form',
        props: {
          description: 'Where to, Ada?',
          fields: [
            { name: 'city', label: 'City', type: 'text', required: true },
            { name: 'nights', type: 'number', validation: { min: 1, step: 1 } },
            { name: 'class', type: 'select', options: [{ value: 'one' }, { value: 'two' }] },
          ],
        },
      },
    ])
    expect(JSON.parse(result.text)).toEqual({ action: 'accept', content: { city: 'Oslo', nights: 2 } })
  })

  it('is cancelled when the user does not answer, and fails when elicitation is disabled', async () => {
    const server = await connect('memory', { elicitation: true })
    const pause: ToolContext['pause'] = async () => ({ status: 'cancelled' })
    expect(await call(server, 'ask', { what: 'Ada' }, contextOf({ pause }).context)).toMatchObject({ text: expect.stringContaining('cancel') })
    const withoutElicitation = await connect('memory')
    await expect(call(withoutElicitation, 'ask', { what: 'Ada' })).rejects.toMatchObject({ code: 'tool_reported' })
  })

  it('belongs to one call: with elicitation enabled, the calls of a server run one at a time', async () => {
    const server = await connect('memory', { elicitation: true })
    const requests: string[] = []
    const answerFor =
      (who: string): ToolContext['pause'] =>
      async ({ props }) => {
        requests.push(`${who}: ${String(props.description)}`)
        return { status: 'answered', result: { city: who } }
      }
    const results = await Promise.all(['Ada', 'Bo', 'Cy'].map((who) => call(server, 'ask', { what: who }, contextOf({ pause: answerFor(who) }).context)))
    expect(requests).toEqual(['Ada: Where to, Ada?', 'Bo: Where to, Bo?', 'Cy: Where to, Cy?'])
    expect(results.map((result) => JSON.stringify(result).includes('accept'))).toEqual([true, true, true])
  })
})

describe('a changed tool list', () => {
  it('is read again when the server announces the change', async () => {
    const sample = createSampleServer()
    const { promise, resolve } = Promise.withResolvers<ToolDefinition[]>()
    const server = await connectMcpServer({ name: 'sample', transport: await inMemory(sample), onToolsChanged: resolve, allow: ['research', 'new'] })
    closing.push(() => server.close())
    expect(server.tools.map(({ name }) => name)).toEqual(['sample_research'])
    sample.registerTool('new', { description: 'New.' }, () => ({ content: [] }))
    expect((await promise).map(({ name }) => name)).toEqual(['sample_research', 'sample_new'])
    expect(server.tools).toHaveLength(2)
  })
})

describe('several servers', () => {
  it('are merged into one list with the server names as prefixes; two servers of the same name are refused', async () => {
    const one = await connect('memory', { allow: ['research'] })
    const two = await connectMcpServer({ name: 'other', transport: await transports.memory(), allow: ['research'] })
    closing.push(() => two.close())
    expect(mergeServers([one, two]).map(({ name }) => name)).toEqual(['sample_research', 'other_research'])
    expect(() => mergeServers([one, one])).toThrow('Two MCP servers are named "sample"')
  })

  it('are refused with a readable error when they cannot be reached or have an invalid name', async () => {
    await expect(
      connectMcpServer({ name: 'gone', transport: new StdioClientTransport({ command: 'no-such-command-here', stderr: 'ignore' }) }),
    ).rejects.toMatchObject({ code: 'network', message: expect.stringContaining('"gone"') })
    await expect(connectMcpServer({ name: 'a b', transport: await transports.memory() })).rejects.toMatchObject({ code: 'invalid_config' })
  })
})
