import type { Client, Tool } from '@modelcontextprotocol/client'
import { PfError } from '@pf/core'

interface ListToolsOptions {
  /** Maximum number of tools; the rest of the list is dropped. */
  maxTools: number
  /** Milliseconds to wait for each page. Default 60,000. */
  timeoutMs?: number
}

/** Lists the tools of a server, following every page. Throws PfError `protocol` for a list that cannot be read or has no last page. */
export async function listTools(client: Client, { maxTools, timeoutMs = 60_000 }: ListToolsOptions): Promise<Tool[]> {
  try {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs })
    return tools.slice(0, maxTools)
  } catch (cause) {
    throw new PfError(
      'protocol',
      `The tools of the MCP server could not be listed: ${cause instanceof Error ? cause.message.slice(0, 300) : 'unknown error'}.`,
      { cause },
    )
  }
}
