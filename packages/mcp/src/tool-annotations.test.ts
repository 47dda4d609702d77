import { InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer, type ToolAnnotations } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { connectMcpServer } from './index.ts'

/** Returns the definition of a tool with these annotations. */
async function definitionFor(annotations: ToolAnnotations | undefined) {
  const sample = new McpServer({ name: 'sample', version: '1.0.0' })
  sample.registerTool('act', annotations ? { annotations } : {}, () => ({ content: [] }))
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await sample.connect(serverTransport)
  const server = await connectMcpServer({ name: 's', transport: clientTransport })
  try {
    return server.tools[0]
  } finally {
    await server.close()
  }
}

const cases: [ToolAnnotations | undefined, { idempotent: boolean; sideEffects: 'read' | 'external' }][] = [
  [undefined, { idempotent: false, sideEffects: 'external' }],
  [{}, { idempotent: false, sideEffects: 'external' }],
  [{ title: 'Acts' }, { idempotent: false, sideEffects: 'external' }],
  [{ destructiveHint: false }, { idempotent: false, sideEffects: 'external' }],
  [{ openWorldHint: false }, { idempotent: false, sideEffects: 'external' }],
  [{ idempotentHint: false }, { idempotent: false, sideEffects: 'external' }],
  [{ idempotentHint: true }, { idempotent: true, sideEffects: 'external' }],
  [{ readOnlyHint: false }, { idempotent: false, sideEffects: 'external' }],
  [
    { readOnlyHint: false, idempotentHint: false },
    { idempotent: false, sideEffects: 'external' },
  ],
  [{ readOnlyHint: true }, { idempotent: true, sideEffects: 'read' }],
  [
    { readOnlyHint: true, idempotentHint: false },
    { idempotent: true, sideEffects: 'read' },
  ],
]

it.each(cases)('a tool with the annotations %j is repeated only where the server says that this is safe', async (annotations, expected) => {
  expect(await definitionFor(annotations)).toMatchObject({ ...expected, source: 'untrusted' })
})

it.each<[ToolAnnotations | undefined, string[]]>([
  [undefined, []],
  [{ destructiveHint: true }, ['destructive']],
  [{ openWorldHint: true }, ['open_world']],
  [{ destructiveHint: true, openWorldHint: true, readOnlyHint: true }, ['destructive', 'open_world']],
  [{ destructiveHint: false, openWorldHint: false }, []],
])('a tool with the annotations %j has the tags %j for approval rules', async (annotations, tags) => {
  expect((await definitionFor(annotations))?.tags).toEqual(['mcp', 's', ...tags])
})
