import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { ToolContext, ToolDefinition } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { connectMcpServer, type McpServer, type McpServerOptions, mergeServers } from './index.ts'
import { createSampleServer } from './test-support/sample-server.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The sample server over HTTP, a session for each client. */
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

const transports = {
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
    it('[001-mcp-01] [001-mcp-04] gives its tools, with schemas, and their structured content to programs', async () => {
      const server = await connect(kind)
      expect(server.tools.map(({ name }) => name).sort()).toEqual(['sample_ask', 'sample_fails', 'sample_picture', 'sample_research', 'sample_slow'])
      expect(toolOf(server, 'research')).toMatchObject({
        idempotent: true,
        sideEffects: 'read',
        output: { type: 'object', required: ['artifact_id', 'artifact', '_metadata'] },
      })
      expect(await call(server, 'research', { topic: 'tides' })).toMatchObject({ artifact_id: 'abc-123', artifact: { title: 'tides' } })
    })

    it('gives text to the model and files to the user', async () => {
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

    it('says all that a tool says of its failure', async () => {
      const server = await connect(kind)
      await expect(call(server, 'fails', {})).rejects.toMatchObject({ code: 'tool_reported', message: 'quota\ntry later' })
    })

    it('passes progress on and stops a call that is cancelled', async () => {
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

describe('a question of a server', () => {
  it('becomes a form, and its answer goes back to the server', async () => {
    const server = await connect('stdio', { elicitation: true })
    const asked: unknown[] = []
    const pause: ToolContext['pause'] = async (request) => {
      asked.push(request)
      return { status: 'answered', result: { city: 'Oslo', nights: 2, other: 'no field' } }
    }
    const result = (await call(server, 'ask', { what: 'Ada' }, contextOf({ pause }).context)) as { text: string }
    expect(asked).toMatchObject([
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

  it('is cancelled where the user does not answer, and cannot be asked where nobody listens', async () => {
    const server = await connect('stdio', { elicitation: true })
    const pause: ToolContext['pause'] = async () => ({ status: 'cancelled' })
    expect(await call(server, 'ask', { what: 'Ada' }, contextOf({ pause }).context)).toMatchObject({ text: expect.stringContaining('cancel') })
    const deaf = await connect('stdio')
    await expect(call(deaf, 'ask', { what: 'Ada' })).rejects.toMatchObject({ code: 'tool_reported' })
  })

  it('belongs to one call: calls of a server that asks run one after the other', async () => {
    const server = await connect('stdio', { elicitation: true })
    const asked: string[] = []
    const pauseOf =
      (who: string): ToolContext['pause'] =>
      async ({ props }) => {
        asked.push(`${who}: ${String(props.description)}`)
        return { status: 'answered', result: { city: who } }
      }
    const results = await Promise.all(['Ada', 'Bo', 'Cy'].map((who) => call(server, 'ask', { what: who }, contextOf({ pause: pauseOf(who) }).context)))
    expect(asked).toEqual(['Ada: Where to, Ada?', 'Bo: Where to, Bo?', 'Cy: Where to, Cy?'])
    expect(results.map((result) => JSON.stringify(result).includes('accept'))).toEqual([true, true, true])
  })
})

describe('tools that change', () => {
  it('are read again when the server says so', async () => {
    const { createSampleServer: create } = await import('./test-support/sample-server.ts')
    const { InMemoryTransport } = await import('@modelcontextprotocol/client')
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const sample = create()
    await sample.connect(theirs)
    const { promise, resolve } = Promise.withResolvers<ToolDefinition[]>()
    const server = await connectMcpServer({ name: 'sample', transport: ours, onToolsChanged: resolve, allow: ['research', 'new'] })
    closing.push(() => server.close())
    expect(server.tools.map(({ name }) => name)).toEqual(['sample_research'])
    sample.registerTool('new', { description: 'New.' }, () => ({ content: [] }))
    expect((await promise).map(({ name }) => name)).toEqual(['sample_research', 'sample_new'])
    expect(server.tools).toHaveLength(2)
  })
})

describe('several servers', () => {
  it('give one list, each tool under the name of its server; two of one name are refused', async () => {
    const one = await connect('stdio', { allow: ['research'] })
    const two = await connectMcpServer({ name: 'other', transport: await transports.stdio(), allow: ['research'] })
    closing.push(() => two.close())
    expect(mergeServers([one, two]).map(({ name }) => name)).toEqual(['sample_research', 'other_research'])
    expect(() => mergeServers([one, one])).toThrow('Two MCP servers are named "sample"')
  })

  it('are refused with a readable error when they cannot be reached or named', async () => {
    await expect(
      connectMcpServer({ name: 'gone', transport: new StdioClientTransport({ command: 'no-such-command-here', stderr: 'ignore' }) }),
    ).rejects.toMatchObject({ code: 'network', message: expect.stringContaining('"gone"') })
    await expect(connectMcpServer({ name: 'a b', transport: await transports.stdio() })).rejects.toMatchObject({ code: 'invalid_config' })
  })
})
