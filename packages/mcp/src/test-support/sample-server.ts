import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const artifactOf = (tool_name: string, artifact: Record<string, unknown>) => ({
  artifact_id: 'abc-123',
  artifact,
  _metadata: { context_id: 'c', request_id: 'r', trace_id: 't', user_id: 'u', tool_name, executed_at: '2026-01-15T10:30:00Z' },
})
const metadata = z.object({
  context_id: z.string(),
  request_id: z.string(),
  trace_id: z.string(),
  user_id: z.string(),
  tool_name: z.string(),
  executed_at: z.string(),
})

/** Creates a server of the official SDK with one tool for each feature: structured output, files, errors, progress and elicitation. */
export function createSampleServer(): McpServer {
  const server = new McpServer({ name: 'sample', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } })
  server.registerTool(
    'research',
    {
      description: 'Researches a topic.',
      inputSchema: z.object({ topic: z.string() }),
      outputSchema: z.object({ artifact_id: z.string(), artifact: z.object({ title: z.string() }), _metadata: metadata }),
      annotations: { readOnlyHint: true },
    },
    ({ topic }) => {
      const structuredContent = artifactOf('research', { title: topic })
      return {
        structuredContent,
        content: [
          { type: 'text', text: `Researched ${topic}.` },
          { type: 'text', text: JSON.stringify(structuredContent) },
        ],
      }
    },
  )
  server.registerTool('picture', { description: 'Draws.', inputSchema: z.object({}) }, () => ({
    content: [
      { type: 'text', text: 'Here it is.' },
      { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
      { type: 'resource', resource: { uri: 'file:///a/report.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' } },
      { type: 'resource_link', uri: 'https://example.com/more', name: 'More' },
    ],
  }))
  server.registerTool('fails', { description: 'Fails.', inputSchema: z.object({}) }, () => ({
    isError: true,
    content: [
      { type: 'text', text: 'quota' },
      { type: 'text', text: 'try later' },
    ],
  }))
  server.registerTool('slow', { description: 'Takes its time.', inputSchema: z.object({}) }, async (_args, ctx) => {
    for (let part = 1; part <= 3; part++)
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: ctx.mcpReq._meta?.progressToken ?? 0, progress: part, total: 3, message: `part ${part}` },
      })
    await new Promise<void>((resolve) => ctx.mcpReq.signal.addEventListener('abort', () => resolve()))
    return { content: [] }
  })
  server.registerTool('ask', { description: 'Asks first.', inputSchema: z.object({ what: z.string() }) }, async ({ what }, ctx) => {
    const answer = await ctx.mcpReq.elicitInput({
      message: `Where to, ${what}?`,
      requestedSchema: {
        type: 'object',
        properties: { city: { type: 'string', title: 'City' }, nights: { type: 'integer', minimum: 1 }, class: { type: 'string', enum: ['one', 'two'] } },
        required: ['city'],
      },
    })
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
  })
  return server
}
