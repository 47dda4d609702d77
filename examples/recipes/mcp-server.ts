// An MCP server with one tool, as anybody could publish it. It knows nothing of pf.
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const server = new McpServer({ name: 'ports', version: '1.0.0' })
const tool = {
  description: 'Time of high water in a port.',
  inputSchema: z.object({ port: z.string() }),
  outputSchema: z.object({ port: z.string(), high_water: z.string() }),
  annotations: { readOnlyHint: true },
}
server.registerTool('tide', tool, ({ port }) => {
  const tide = { port, high_water: '06:40' }
  return { structuredContent: tide, content: [{ type: 'text', text: JSON.stringify(tide) }] }
})
await server.connect(new StdioServerTransport())
