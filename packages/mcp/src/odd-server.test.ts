import type { Transport } from '@modelcontextprotocol/client'
import type { ToolContext } from '@pf/core'
import { expect, it } from 'vitest'
import { connectMcpServer } from './index.ts'

type Message = Parameters<Transport['send']>[0]
type Answers = Record<string, (params: Record<string, unknown>) => unknown>

const tool = (more: object = {}) => ({ name: 'look', description: 'Looks.', inputSchema: { type: 'object' }, ...more })
const usual: Answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } }),
  'tools/list': () => ({ tools: [tool()] }),
}

/** A server that sends whatever it likes: a method without an answer is never answered. */
function serverOf(given: Answers): Transport {
  const answers = { ...usual, ...given }
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    send: async (message: Message) => {
      if (!('method' in message) || !('id' in message)) return
      const { id, method, params } = message
      if (!Object.hasOwn(answers, method) && method !== 'tools/call') {
        queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32601, message: 'No such method.' } }))
        return
      }
      const result = answers[method]?.((params ?? {}) as Record<string, unknown>)
      if (result !== undefined) queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, result } as Message))
    },
  }
  return transport
}

const connect = (answers: Answers) => connectMcpServer({ name: 'odd', transport: serverOf(answers), timeoutMs: 100 })
async function callOf(result: unknown, more: object = {}): Promise<unknown> {
  const server = await connect({ 'tools/list': () => ({ tools: [tool(more)] }), 'tools/call': () => result })
  const context = { signal: new AbortController().signal, progress: () => undefined, emitArtifact: () => undefined } as unknown as ToolContext
  try {
    return await server.tools[0]?.run({} as never, context)
  } finally {
    await server.close()
  }
}

it('a result without the structured content that its tool declares is missing output, in our words', async () => {
  const outputSchema = { type: 'object', properties: { a: { type: 'number' } } }
  const text = [{ type: 'text', text: '{"a":1}' }]
  await expect(callOf({ content: text }, { outputSchema })).rejects.toMatchObject({ code: 'tool_output_missing' })
  await expect(callOf({ content: text, isError: true }, { outputSchema })).rejects.toMatchObject({ code: 'tool_reported', message: '{"a":1}' })
  expect(await callOf({ content: text, structuredContent: { a: 1 } }, { outputSchema })).toEqual({ a: 1 })
})

it('a result outside the protocol is told in one line that says what is wrong', async () => {
  for (const content of [null, 'text', [{ type: 'unheard of' }], [{ type: 'image', data: '***', mimeType: 'image/png' }]])
    await expect(callOf({ content })).rejects.toMatchObject({ code: 'protocol', message: expect.stringMatching(/^Invalid result for tools\/call: .{20,}$/) })
})

it('a server that never says anything is given up after the time that calls have', async () => {
  await expect(connect({ initialize: () => undefined })).rejects.toMatchObject({ code: 'network' })
  await expect(connect({ 'tools/list': () => undefined })).rejects.toMatchObject({ code: 'protocol' })
  await expect(callOf(undefined)).rejects.toThrow(/timed out/i)
})

it('pages without an end, and lists that are none, are refused', async () => {
  let page = 0
  await expect(connect({ 'tools/list': () => ({ tools: [tool()], nextCursor: `c${page++}` }) })).rejects.toMatchObject({ code: 'protocol' })
  expect(page).toBeLessThan(100)
  for (const listed of [{}, { tools: null }, { tools: [null] }])
    await expect(connect({ 'tools/list': () => listed })).rejects.toMatchObject({ code: 'protocol' })
})
