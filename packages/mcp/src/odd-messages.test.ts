import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { connectMcpServer } from './index.ts'
import { contextOf } from './test-support/describe-transport.ts'

type Answers = Record<string, object>
const tools = [{ name: 'count', inputSchema: { type: 'object' } }]
const text = [{ type: 'text', text: 'hé 😀' }]
const hello = { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
const usual: Answers = { initialize: { result: hello }, 'tools/list': { result: { tools } }, 'tools/call': { result: { content: text } } }

/** A server that answers each method with these members of a message. It is sent as text to the other process of the stdio tests. */
function answer(line: string, answers: Answers): string | undefined {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return undefined
  const given = answers[method] ?? { error: { code: -32601, message: 'No such method.' } }
  const { result } = given as { result?: object }
  const members =
    'textId' in given
      ? { ...given, id: String(id) }
      : method === 'initialize'
        ? { ...given, result: { protocolVersion: params.protocolVersion, ...result } }
        : given
  return JSON.stringify({ jsonrpc: '2.0', id, ...members })
}

async function overHttp(answers: Answers, isStream: boolean) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const said = request.method === 'POST' ? answer(Buffer.concat(parts).toString(), answers) : undefined
    if (said === undefined) response.writeHead(request.method === 'POST' ? 202 : 405).end()
    else if (isStream) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      // The pieces divide characters and line ends.
      const bytes = Buffer.from(`: hello\r\n\r\nevent: message\r\ndata: ${said}\r\n\r\n`)
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
      response.end()
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { transport: new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)), close }
}

function overStdio(answers: Answers) {
  const code = `
    const answer = ${answer.toString()}
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const said = answer(line, ${JSON.stringify(answers)})
      if (said !== undefined) process.stdout.write(said + '\\n')
    })`
  return { transport: new StdioClientTransport({ command: process.execPath, args: ['-e', code] }), close: () => undefined }
}

const kinds = {
  'HTTP with JSON': (answers: Answers) => overHttp(answers, false),
  'HTTP with a stream of events': (answers: Answers) => overHttp(answers, true),
  stdio: overStdio,
}

describe.each(Object.entries(kinds))('a message over %s that the protocol does not allow', (_kind, open) => {
  async function run(answers: Answers) {
    const { transport, close } = await open({ ...usual, ...answers })
    try {
      const server = await connectMcpServer({ name: 'odd', transport, timeoutMs: 5_000 })
      try {
        return await server.tools[0]?.run({} as never, contextOf().context)
      } finally {
        await server.close()
      }
    } finally {
      close()
    }
  }

  it.each<[string, Answers]>([
    ['the usual messages', {}],
    ['_meta: null in a list', { 'tools/list': { result: { tools, _meta: null } } }],
    ['_meta: null in a result', { 'tools/call': { result: { content: text, _meta: null } } }],
    ['error: null beside a result', { 'tools/call': { result: { content: text }, error: null } }],
    ['members of its own', { 'tools/call': { result: { content: text }, timestamp: 1 } }],
    ['the id as a text', { 'tools/call': { result: { content: text }, textId: true } }],
    ['another jsonrpc', { 'tools/call': { jsonrpc: '1.0', result: { content: text } } }],
    [
      'null in the handshake',
      { initialize: { result: { ...hello, instructions: null, _meta: null, capabilities: { tools: { listChanged: null }, prompts: null } } } },
    ],
  ])('%s: is read', async (_name, answers) => {
    expect(await run(answers)).toEqual({ text: text[0]?.text })
  })

  it.each<[string, object, object]>([
    ['result: null beside an error', { result: null, error: { code: -32_000, message: 'boom' } }, { message: 'boom' }],
    ['an error that is a text', { error: 'boom' }, { message: 'boom' }],
    ['an error whose code is a text', { error: { code: 'E', message: 'boom' } }, { message: 'boom' }],
    ['an error without a message', { error: { code: -32_000 } }, { message: 'The MCP server reported an error without a message.' }],
    ['a text as result', { result: 'boom' }, { message: 'The MCP server answered with a string in place of an object.' }],
  ])('%s: fails with its reason, without waiting for the timeout', async (_name, answer, error) => {
    await expect(run({ 'tools/call': answer })).rejects.toMatchObject(error)
  })

  it('result: null is an empty result', async () => {
    expect(await run({ 'tools/call': { result: null } })).toEqual({ text: '' })
    await expect(run({ 'tools/list': { result: null } })).rejects.toMatchObject({ code: 'protocol', message: expect.stringMatching(/^[^\n]+$/) })
  })
})
