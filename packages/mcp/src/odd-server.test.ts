import type { ToolContext } from '@pf/core'
import { expect, it } from 'vitest'
import { connectMcpServer } from './index.ts'
import { type Answers, scriptedServer, scriptedTool as tool } from './test-support/scripted-server.ts'

const connect = (answers: Answers) => connectMcpServer({ name: 'odd', transport: scriptedServer(answers), timeoutMs: 100 })
async function callTool(result: unknown, more: object = {}): Promise<unknown> {
  const server = await connect({ 'tools/list': () => ({ tools: [tool(more)] }), 'tools/call': () => result })
  const context = { signal: new AbortController().signal, progress: () => undefined, emitArtifact: () => undefined } as unknown as ToolContext
  try {
    return await server.tools[0]?.run({} as never, context)
  } finally {
    await server.close()
  }
}

it('a result without the declared structured content fails with tool_output_missing', async () => {
  const outputSchema = { type: 'object', properties: { a: { type: 'number' } } }
  const text = [{ type: 'text', text: '{"a":1}' }]
  await expect(callTool({ content: text }, { outputSchema })).rejects.toMatchObject({ code: 'tool_output_missing' })
  await expect(callTool({ content: text, isError: true }, { outputSchema })).rejects.toMatchObject({ code: 'tool_reported', message: '{"a":1}' })
  expect(await callTool({ content: text, structuredContent: { a: 1 } }, { outputSchema })).toEqual({ a: 1 })
})

it('a result that violates the protocol fails with a one-line message', async () => {
  for (const content of [null, 'text', [{ type: 'unheard of' }], [{ type: 'image', data: '***', mimeType: 'image/png' }]])
    await expect(callTool({ content })).rejects.toMatchObject({ code: 'protocol', message: expect.stringMatching(/^Invalid result for tools\/call: .{20,}$/) })
})

it('a server that does not respond fails after the timeout', async () => {
  await expect(connect({ initialize: () => undefined })).rejects.toMatchObject({ code: 'network' })
  await expect(connect({ 'tools/list': () => undefined })).rejects.toMatchObject({ code: 'protocol' })
  await expect(callTool(undefined)).rejects.toThrow(/timed out/i)
})

it('a tool list without a last page, or of the wrong type, is refused', async () => {
  let page = 0
  await expect(connect({ 'tools/list': () => ({ tools: [tool()], nextCursor: `c${page++}` }) })).rejects.toMatchObject({ code: 'protocol' })
  expect(page).toBeLessThan(100)
  for (const listed of [{}, { tools: null }, { tools: [null] }])
    await expect(connect({ 'tools/list': () => listed })).rejects.toMatchObject({ code: 'protocol' })
})
