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
  for (const content of ['text', 42])
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
  for (const listed of [{}, { tools: null }]) await expect(connect({ 'tools/list': () => listed })).rejects.toMatchObject({ code: 'protocol' })
})

// anthropics/claude-code#88049, MervinPraison/PraisonAI#3111, mastra-ai/mastra#21859, openclaw/openclaw#63634, google-gemini/gemini-cli#6632
it.each([
  ['inputSchema: {}', { inputSchema: {} }],
  ['only a dialect', { inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' } }],
  ['anyOf at the root', { inputSchema: { anyOf: [{ type: 'object' }, { type: 'object' }] } }],
  ['required: null', { inputSchema: { type: 'object', properties: {}, required: null } }],
  ['properties: null', { inputSchema: { type: 'object', properties: null } }],
  ['outputSchema: {}', { outputSchema: {} }],
  ['no inputSchema', { inputSchema: undefined }],
  ['a number as description', { description: 1 }],
])('a tool with %s is skipped with a reason, and the others are usable', async (_name, more) => {
  const server = await connect({ 'tools/list': () => ({ tools: [{ ...tool(), name: 'odd', ...more }, tool()] }) })
  expect(server.tools.map(({ name }) => name)).toEqual(['odd_lookup'])
  expect(server.skipped).toEqual([{ name: 'odd', reason: expect.stringMatching(/.+: .+/) }])
  await server.close()
})

it('a list entry that is no tool is skipped, and nextCursor: null ends the list (gensecaihq/Wazuh-MCP-Server#75, Hmbown/Codewhale#5335)', async () => {
  const server = await connect({ 'tools/list': () => ({ tools: [null, tool()], nextCursor: null }) })
  expect(server.tools.map(({ name }) => name)).toEqual(['odd_lookup'])
  expect(server.skipped).toMatchObject([{ name: '(without a name)' }])
  await server.close()
})

it('content beside a structured result is kept (github/copilot-cli#3258)', async () => {
  const outputSchema = { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: false }
  const structuredContent = { a: 1 }
  const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }
  const said = { type: 'text', text: 'Only 2 of 9 sources answered.' }
  expect(await callTool({ structuredContent, content: [image, said, { type: 'hologram', x: 1 }] }, { outputSchema })).toEqual({
    a: 1,
    content: {
      text: said.text,
      files: [{ name: 'image-1', media_type: 'image/png', data: 'iVBORw0KGgo=' }],
      other: [{ type: 'hologram', x: 1 }],
    },
  })
  expect(await callTool({ structuredContent, content: null }, { outputSchema })).toEqual({ a: 1 })
  expect(await callTool({ content: [{ type: 'hologram' }, said, { type: 'image', data: '***', mimeType: 'image/png' }] })).toMatchObject({
    text: said.text,
    other: [{ type: 'hologram' }, { type: 'image', data: '***' }],
  })
  const named = { type: 'object', properties: { content: { type: 'string' } } }
  expect(await callTool({ structuredContent: { content: 'c' }, content: [said] }, { outputSchema: named })).toEqual({
    content: 'c',
    mcp_content: { text: said.text },
  })
})
