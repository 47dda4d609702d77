import type { Client, Tool } from '@modelcontextprotocol/client'
import { PfError } from '@pf/core'

/** All tools of a server, page by page, at most `most`. Throws PfError `protocol` for a list that cannot be read, or never ends. */
export async function listTools(client: Client, most: number): Promise<Tool[]> {
  try {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
    return tools.slice(0, most)
  } catch (cause) {
    throw new PfError(
      'protocol',
      `The tools of the MCP server could not be listed: ${cause instanceof Error ? cause.message.slice(0, 300) : 'unknown fault'}.`,
      { cause },
    )
  }
}
