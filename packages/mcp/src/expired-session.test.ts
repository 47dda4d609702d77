import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { connectMcpServer } from './index.ts'
import { contextOf } from './test-support/describe-transport.ts'

/** Starts a server over Streamable HTTP that forgets its sessions on request. */
async function startServer() {
  let sessions = 0
  let alive = true
  let calls = 0
  const known = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const { id, method, params } = JSON.parse(Buffer.concat(parts).toString()) as { id?: number; method: string; params: { protocolVersion: string } }
      const isOpening = method === 'initialize' && alive
      if (method !== 'initialize' && method !== 'server/discover' && !known.has(String(request.headers['mcp-session-id'])))
        return void response.writeHead(404).end()
      if (id === undefined) return void response.writeHead(202).end()
      if (method === 'tools/call') calls += 1
      const results: Record<string, unknown> = {
        initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
        'tools/list': { tools: [{ name: 'count', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: String(calls) }] },
      }
      const body = results[method] && (method !== 'initialize' || alive) ? { result: results[method] } : { error: { code: -32601, message: 'No.' } }
      const session = isOpening ? { 'mcp-session-id': `s${++sessions}` } : {}
      if (isOpening) known.add(`s${sessions}`)
      response.writeHead(200, { 'content-type': 'application/json', ...session }).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    forget: ({ forGood = false } = {}) => {
      known.clear()
      alive = !forGood
    },
    sessions: () => sessions,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

it('opens a new session once when the server does not know its own any more', async () => {
  const http = await startServer()
  const server = await connectMcpServer({ name: 'sample', transport: new StreamableHTTPClientTransport(http.url) })
  const call = () => Promise.resolve(server.tools[0]?.run({} as never, contextOf().context))
  expect(await call()).toEqual({ text: '1' })
  http.forget()
  expect(await Promise.all([call(), call()])).toEqual(expect.arrayContaining([{ text: '2' }, { text: '3' }]))
  expect(http.sessions()).toBe(2)
  http.forget({ forGood: true })
  await expect(call()).rejects.toMatchObject({ code: 'session_expired' })
  await server.close()
  http.close()
})
