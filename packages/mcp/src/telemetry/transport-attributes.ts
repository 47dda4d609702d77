import type { Transport } from '@modelcontextprotocol/client'

/** Attributes of spans and measurements. */
export type McpAttributes = Record<string, string | number>

/**
 * Returns what the MCP conventions record of a transport: the network protocol and the address of the server, without path and query. The
 * transports of the SDK have both only in members without types; nothing is recorded of a transport in which they are not found.
 */
export function transportAttributes(transport: Transport | undefined): McpAttributes {
  if (!transport) return {}
  const url: unknown = Reflect.get(transport, '_url')
  if (url instanceof URL) {
    const port = Number(url.port) || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80)
    const protocol = url.protocol.startsWith('ws') ? 'websocket' : 'http'
    return { 'network.transport': 'tcp', 'network.protocol.name': protocol, 'server.address': url.hostname, 'server.port': port }
  }
  return Reflect.get(transport, '_serverParams') === undefined ? {} : { 'network.transport': 'pipe' }
}
