import type { Client, Tool } from '@modelcontextprotocol/client'
import { PfError } from '@pf/core'

/** How many tools are read, and how long the server may be silent. */
interface Listing {
  most: number
  timeoutMs?: number
}

/** All tools of a server, page by page. Throws PfError `protocol` for a list that cannot be read, or never ends. */
export async function listTools(client: Client, { most, timeoutMs = 60_000 }: Listing): Promise<Tool[]> {
  try {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs })
    return tools.slice(0, most)
  } catch (cause) {
    throw new PfError(
      'protocol',
      `The tools of the MCP server could not be listed: ${cause instanceof Error ? cause.message.slice(0, 300) : 'unknown fault'}.`,
      { cause },
    )
  }
}
