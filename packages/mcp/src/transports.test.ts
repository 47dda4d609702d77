import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { afterEach, vi } from 'vitest'
import { connectMcpServer, type McpServer } from './index.ts'
import { describeTransport } from './test-support/describe-transport.ts'
import { createSampleServer } from './test-support/sample-server.ts'

// Starting a server process takes several seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Serves the sample server over HTTP, with one session per client. */
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

async function connect(transport: Transport): Promise<McpServer> {
  const server = await connectMcpServer({ name: 'sample', transport })
  closing.push(() => server.close())
  return server
}

describeTransport('stdio', () =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=pf-source', fileURLToPath(new URL('./test-support/sample-stdio.ts', import.meta.url))],
      stderr: 'inherit',
    }),
  ),
)
describeTransport('http', async () => connect(new StreamableHTTPClientTransport(new URL(await overHttp()))))
