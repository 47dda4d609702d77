import { InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connectMcpServer } from '../server/connect-mcp-server.ts'
import { createSampleServer } from '../test-support/sample-server.ts'
import { checkCompliance } from './check-compliance.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connectTo(implementation: McpServer = createSampleServer()) {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await implementation.connect(serverTransport)
  const server = await connectMcpServer({ name: 'sample', transport: clientTransport })
  return { server, close: () => server.close() }
}

describe('the compliance report', () => {
  it('[001-comp-01] [001-comp-02] [001-comp-03] [001-mcp-05] lists for each tool what it declares, what it returns, what is missing, and which paths can be referenced', async () => {
    const { server, close } = await connectTo()
    closing.push(close)
    const report = await checkCompliance(server.client, { samples: { research: { topic: 'tides' }, picture: {} } })
    const checksOf = (tool: string) => Object.fromEntries(report.tools.find((each) => each.tool === tool)?.checks.map(({ id, status }) => [id, status]) ?? [])
    expect(checksOf('research')).toEqual({
      description: 'pass',
      schemas: 'pass',
      output_schema: 'pass',
      standard_shape: 'pass',
      references: 'pass',
      called: 'pass',
      structured_content: 'pass',
      valid_output: 'pass',
      json_text: 'pass',
      metadata: 'pass',
      summary: 'pass',
    })
    expect(checksOf('picture')).toMatchObject({ output_schema: 'fail', called: 'pass', summary: 'pass' })
    expect(checksOf('slow')).toMatchObject({ called: 'skip' })
    expect(report.ok).toBe(false)
    expect(report.tools[0]?.references).toContain('$N.output.artifact.title')
    expect(report.text).toContain('FAIL output_schema')
  })
})

describe('failed checks', () => {
  const shape = z.object({ artifact_id: z.string(), artifact: z.object({ title: z.string() }), _metadata: z.object({}).loose() })
  const validOutput = {
    artifact_id: 'a',
    artifact: { title: 't' },
    _metadata: { context_id: 'c', request_id: 'r', trace_id: 't', user_id: 'u', tool_name: 'made', executed_at: '2026-01-15T10:30:00Z' },
  }

  it.each([
    ['metadata', { ...validOutput, _metadata: { ...validOutput._metadata, trace_id: '' } }, undefined, 'trace_id is missing'],
    ['metadata', { ...validOutput, _metadata: { ...validOutput._metadata, tool_name: 'other' } }, undefined, 'tool_name is "other"'],
    ['metadata', { ...validOutput, _metadata: { ...validOutput._metadata, executed_at: 'yesterday' } }, undefined, 'executed_at is not a date'],
    ['json_text', validOutput, [{ type: 'text' as const, text: 'Made it.' }], 'No text block'],
    ['summary', validOutput, [{ type: 'text' as const, text: JSON.stringify(validOutput) }], 'no readable summary'],
  ])('reports a failed %s check', async (id, structuredContent, content, detail) => {
    const implementation = new McpServer({ name: 'one', version: '1' })
    implementation.registerTool('made', { description: 'Makes.', outputSchema: shape }, () => ({
      structuredContent,
      content: content ?? [
        { type: 'text', text: 'Made it.' },
        { type: 'text', text: JSON.stringify(structuredContent) },
      ],
    }))
    const { server, close } = await connectTo(implementation)
    closing.push(close)
    const report = await checkCompliance(server.client, { samples: { made: {} } })
    expect(report.tools[0]?.checks.filter(({ status }) => status === 'fail')).toMatchObject([{ id, detail: expect.stringContaining(detail) }])
  })
})
