import type { Client } from '@modelcontextprotocol/client'
import { measureSince } from './measure.ts'
import { transportAttributes } from './transport-attributes.ts'

/** Measures how long a client is connected, from now until `end`, or until the connection is lost, which counts as an error. */
export function measureSession(client: Client): { end(): void } {
  const start = performance.now()
  const version = client.getNegotiatedProtocolVersion()
  const names = { ...(version === undefined ? {} : { 'mcp.protocol.version': version }), ...transportAttributes(client.transport) }
  let ended = false
  const end = (failure: { 'error.type'?: string }) => {
    if (ended) return
    ended = true
    measureSince(start, 'mcp.client.session.duration', { ...names, ...failure })
  }
  const { onclose } = client
  client.onclose = () => {
    end({ 'error.type': 'connection_closed' })
    onclose?.()
  }
  return { end: () => end({}) }
}
