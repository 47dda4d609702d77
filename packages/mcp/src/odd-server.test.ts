import type { ToolContext } from '@pf/core'
import { expect, it, vi } from 'vitest'
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
  await expect(callTool({ content: 42 })).rejects.toMatchObject({
    code: 'protocol',
    message: expect.stringMatching(/^Invalid result for tools\/call: .{20,}$/),
  })
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
  for (const listed of [{}, { tools: 'lookup' }]) await expect(connect({ 'tools/list': () => listed })).rejects.toMatchObject({ code: 'protocol' })
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

it.each([
  ['nextCursor: 0', (_: unknown) => ({ tools: [tool()], nextCursor: 0 })],
  ['nextCursor: false', (_: unknown) => ({ tools: [tool()], nextCursor: false })],
  ['nextCursor: {}', (_: unknown) => ({ tools: [tool()], nextCursor: {} })],
  ['nextCursor: ""', (_: unknown) => ({ tools: [tool()], nextCursor: '' })],
  ['an empty cursor whose page follows', (cursor: unknown) => (cursor === undefined ? { tools: [], nextCursor: '' } : { tools: [tool()] })],
  ['a cursor that does not move', (_: unknown) => ({ tools: [tool()], nextCursor: 'x' })],
  ['a last page with tools: null', (cursor: unknown) => (cursor ? { tools: null } : { tools: [tool()], nextCursor: 'a' })],
  ['a number as cursor', (cursor: unknown) => (cursor === '2' ? { tools: [] } : { tools: [tool()], nextCursor: 2 })],
  ['tools by name', (_: unknown) => ({ tools: { lookup: { inputSchema: { type: 'object' } } } })],
  ['_meta: null', (_: unknown) => ({ tools: [tool()], _meta: null })],
  [
    'null for each field without a value',
    (_: unknown) => ({ tools: [tool({ title: null, annotations: null, outputSchema: null, _meta: null, icons: null })] }),
  ],
])('a list with %s is read', async (_, list) => {
  const server = await connect({ 'tools/list': ({ cursor }) => list(cursor) })
  expect([server.tools.map(({ name }) => name), server.skipped]).toEqual([['odd_lookup'], []])
  await server.close()
})

it('a list ends at an empty cursor that the server refuses, and at no other', async () => {
  for (const refused of ['', 'x']) {
    const list = ({ cursor }: Record<string, unknown>) => (cursor === undefined ? { tools: [tool()], nextCursor: refused } : new Error('Invalid cursor'))
    const connected = connect({ 'tools/list': list })
    if (refused === '') {
      const server = await connected
      expect(server.tools).toHaveLength(1)
      await server.close()
    } else await expect(connected).rejects.toMatchObject({ code: 'protocol' })
  }
})

it('a list whose cursors lead back to an earlier page ends there, and is read again after a change', async () => {
  const pages: Record<string, string> = { '': 'a', a: 'b', b: 'a' }
  const list = ({ cursor = '' }: Record<string, unknown>) => ({ tools: [tool({ name: `t${String(cursor)}` })], nextCursor: pages[String(cursor)] })
  const initialize = ({ protocolVersion }: Record<string, unknown>) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'odd', version: '1' },
  })
  const transport = scriptedServer({ initialize, 'tools/list': list })
  const changed: string[][] = []
  const onToolsChanged = (tools: { name: string }[]) => changed.push(tools.map(({ name }) => name))
  const server = await connectMcpServer({ name: 'odd', transport, timeoutMs: 1_000, onToolsChanged })
  const names = ['odd_t', 'odd_ta', 'odd_tb']
  expect(server.tools.map(({ name }) => name)).toEqual(names)
  transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  await vi.waitFor(() => expect(changed).toEqual([names]))
  await server.close()
})

it('tools beyond maxTools are skipped with a reason, and allow is applied first', async () => {
  const tools = ['a', 'b', 'c'].map((name) => tool({ name }))
  const open = (more: object) => connectMcpServer({ name: 'odd', transport: scriptedServer({ 'tools/list': () => ({ tools }) }), maxTools: 2, ...more })
  const all = await open({})
  expect([all.tools.length, all.skipped]).toEqual([2, [{ name: 'c', reason: 'the server has more than 2 tools; raise maxTools, or name the tools in allow' }]])
  const some = await open({ allow: ['b', 'c'] })
  expect([some.tools.map(({ name }) => name), some.skipped]).toEqual([['odd_b', 'odd_c'], []])
  await Promise.all([all.close(), some.close()])
})

const outputSchema = { type: 'object', properties: { a: { type: 'number' } } }
const text = { type: 'text', text: 'x' }
it.each([
  ['_meta: null', { content: [text], _meta: null }, {}, { text: 'x' }],
  ['isError: null', { content: [text], isError: null }, {}, { text: 'x' }],
  ['isError: "false"', { content: [text], isError: 'false' }, {}, { text: 'x' }],
  ['structuredContent: null', { content: [text], structuredContent: null }, {}, { text: 'x' }],
  ['structured content that was serialized twice', { content: [], structuredContent: '{"a":1}' }, { outputSchema }, { a: 1 }],
  ['a list as structured content', { content: [text], structuredContent: [1, 2] }, {}, { text: 'x\n[1,2]' }],
  ['a text as content', { content: 'x' }, {}, { text: 'x' }],
  ['one block as content', { content: text }, {}, { text: 'x' }],
  ['null in a block', { content: [{ ...text, annotations: null, _meta: null }] }, {}, { text: 'x' }],
  ['null in a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'x', mimeType: null } }] }, {}, { text: 'x' }],
])('a result with %s is read', async (_, result, more, read) => {
  expect(await callTool(result, more)).toEqual(read)
})

it('a result that says in another type that it is an error is one', async () => {
  for (const isError of ['true', 1]) await expect(callTool({ content: [text], isError })).rejects.toMatchObject({ code: 'tool_reported', message: 'x' })
})

const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => ({ items: inner }), {})
it.each([
  ['nested too deep for the stack', [{ inputSchema: { type: 'object', properties: { a: nested(6_000) } } }], /nested deeper than \d+ levels/],
  ['with a deep example', [{ inputSchema: { type: 'object', examples: [nested(6_000)] } }], /nested deeper than \d+ levels/],
  ['with deep annotations', [{ annotations: nested(6_000) }], /nested deeper than \d+ levels/],
  ['with too many parts', [{ inputSchema: { type: 'object', enum: Array.from({ length: 20_000 }, (_, at) => at) } }], /more than 20000 parts/],
  [
    'after too many parts',
    Array.from({ length: 4 }, () => ({ inputSchema: { type: 'object', examples: Array.from({ length: 19_000 }, (_, at) => at) } })),
    /more than 60000 parts/,
  ],
])('a tool %s is skipped with a reason, and the others are usable', async (_name, odd, reason) => {
  const server = await connect({ 'tools/list': () => ({ tools: [tool(), ...odd.map((more, at) => tool({ name: `odd${at}`, ...more }))] }) })
  expect(server.tools.map(({ name }) => name)).toContain('odd_lookup')
  expect(server.skipped).toEqual([{ name: `odd${odd.length - 1}`, reason: expect.stringMatching(reason) }])
  await server.close()
})

it('a block that is nested too deep for the stack ends its call with an error', async () => {
  await expect(callTool({ content: [{ type: 'hologram', x: nested(6_000) }] })).rejects.toThrow('The answer of the MCP server cannot be read')
})
