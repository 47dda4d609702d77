import type { Client, Tool } from '@modelcontextprotocol/client'
import { PfError } from '@pf/core'

/**
 * Lists the tools of a server, following every page, with `timeoutMs` milliseconds for each. Throws PfError `protocol` for a list that cannot
 * be read or has no last page.
 */
export async function listTools(client: Client, timeoutMs = 60_000): Promise<Tool[]> {
  try {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs })
    return tools
  } catch (cause) {
    throw new PfError(
      'protocol',
      `The tools of the MCP server could not be listed: ${cause instanceof Error ? cause.message.slice(0, 2_000).replace(/\s+/g, ' ').slice(0, 300) : 'unknown error'}.`,
      { cause },
    )
  }
}
