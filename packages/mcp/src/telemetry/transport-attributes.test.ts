import { InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { transportAttributes } from './transport-attributes.ts'

const http = (url: string) => new StreamableHTTPClientTransport(new URL(url))

it.each([
  [
    http('https://mcp.example.com/mcp?key=SECRET'),
    { 'network.transport': 'tcp', 'network.protocol.name': 'http', 'server.address': 'mcp.example.com', 'server.port': 443 },
  ],
  [http('http://127.0.0.1:4100/'), { 'network.transport': 'tcp', 'network.protocol.name': 'http', 'server.address': '127.0.0.1', 'server.port': 4_100 }],
  [new StdioClientTransport({ command: 'node' }), { 'network.transport': 'pipe' }],
  [InMemoryTransport.createLinkedPair()[0], {}],
  [undefined, {}],
])('tells the network and the server of a transport of the SDK, case %#', (transport, attributes) => {
  expect(transportAttributes(transport)).toEqual(attributes)
})
