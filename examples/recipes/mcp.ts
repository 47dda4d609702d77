// The tools of an MCP server become tools of an agent. The server runs as a child process.
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMemoryStore } from '@pf/core/memory'
import { connectMcpServer, mergeServers } from '@pf/mcp'
import { createAgent } from '@pf/planner'
import { connectModel } from './connect-model.ts'

// For a server on the network: new StreamableHTTPClientTransport(new URL('https://…/mcp')) of @modelcontextprotocol/client.
const ports = await connectMcpServer({ name: 'ports', transport: new StdioClientTransport({ command: process.execPath, args: ['mcp-server.ts'] }) })
const tools = mergeServers([ports])
for (const { name, description } of tools) console.log(`${name}: ${description}`)

const { model, close } = await connectModel('mcp')
const agent = createAgent({ model, tools, ports: createMemoryStore() })
for await (const event of agent.run('When is high water in Bremen?')) {
  if (event.type === 'tool_call_args') console.log(`→ ${event.delta}`)
  if (event.type === 'tool_call_result') console.log(`← ${event.status} ${event.content}`)
  if (event.type === 'finish') console.log(event.error?.message ?? event.payload.raw_answer)
}

await agent.close()
await ports.close()
await close()
