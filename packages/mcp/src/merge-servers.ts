import { PfError, type ToolDefinition } from '@pf/core'
import type { McpServer } from './connect-mcp-server.ts'

/** The tools of several servers as one list for an agent. Throws PfError `invalid_config` when two servers have one name. */
export function mergeServers(servers: readonly Pick<McpServer, 'name' | 'tools'>[]): ToolDefinition[] {
  const names = servers.map(({ name }) => name)
  const doubled = names.find((name, index) => names.indexOf(name) !== index)
  if (doubled !== undefined) throw new PfError('invalid_config', `Two MCP servers are named "${doubled}"; give each its own name.`)
  const tools = servers.flatMap((server) => server.tools)
  const clash = tools.find(({ name }, index) => tools.findIndex((tool) => tool.name === name) !== index)
  if (clash) throw new PfError('invalid_config', `Two tools of MCP servers come out as "${clash.name}"; name one of the servers differently.`)
  return tools
}
