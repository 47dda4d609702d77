import { InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { ToolContext, ToolDefinition } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { connectMcpServer, type McpServer, type McpServerOptions, mergeServers } from './index.ts'
import { call, contextOf, describeTransport } from './test-support/describe-transport.ts'
import { createSampleServer } from './test-support/sample-server.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function inMemory(server = createSampleServer()): Promise<InMemoryTransport> {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await server.connect(serverTransport)
  return clientTransport
}

async function connect(more: Partial<McpServerOptions> = {}): Promise<McpServer> {
  const server = await connectMcpServer({ name: 'sample', transport: await inMemory(), ...more })
  closing.push(() => server.close())
  return server
}

describeTransport('memory', () => connect())

describe('an elicitation request of a server', () => {
  it('becomes a form, and the answer of the form goes back to the server', async () => {
    const server = await connect({ elicitation: true })
    const requests: unknown[] = []
    const pause: ToolContext['pause'] = async (request) => {
      requests.push(request)
      return { status: 'answered', result: { city: 'Oslo', nights: 2, other: 'not requested' } }
    }
    const result = (await call(server, 'ask', { what: 'Ada' }, contextOf({ pause }).context)) as { text: string }
    expect(requests).toMatchObject([
      {
        component: 'form',
        props: {
          description: 'Where to, Ada?',
          fields: [
            { name: 'city', label: 'City', type: 'text', required: true },
            { name: 'nights', type: 'number', validation: { min: 1, step: 1 } },
            { name: 'class', type: 'select', options: [{ value: 'one' }, { value: 'two' }] },
          ],
        },
      },
    ])
    expect(JSON.parse(result.text)).toEqual({ action: 'accept', content: { city: 'Oslo', nights: 2 } })
  })

  it('is cancelled when the user does not answer, and fails when elicitation is disabled', async () => {
    const server = await connect({ elicitation: true })
    const pause: ToolContext['pause'] = async () => ({ status: 'cancelled' })
    expect(await call(server, 'ask', { what: 'Ada' }, contextOf({ pause }).context)).toMatchObject({ text: expect.stringContaining('cancel') })
    const withoutElicitation = await connect()
    await expect(call(withoutElicitation, 'ask', { what: 'Ada' })).rejects.toMatchObject({ code: 'tool_reported' })
  })

  it('belongs to one call: with elicitation enabled, the calls of a server run one at a time', async () => {
    const server = await connect({ elicitation: true })
    const requests: string[] = []
    const answerFor =
      (who: string): ToolContext['pause'] =>
      async ({ props }) => {
        requests.push(`${who}: ${String(props.description)}`)
        return { status: 'answered', result: { city: who } }
      }
    const results = await Promise.all(['Ada', 'Bo', 'Cy'].map((who) => call(server, 'ask', { what: who }, contextOf({ pause: answerFor(who) }).context)))
    expect(requests).toEqual(['Ada: Where to, Ada?', 'Bo: Where to, Bo?', 'Cy: Where to, Cy?'])
    expect(results.map((result) => JSON.stringify(result).includes('accept'))).toEqual([true, true, true])
  })
})

describe('a changed tool list', () => {
  it('is read again when the server announces the change', async () => {
    const sample = createSampleServer()
    const { promise, resolve } = Promise.withResolvers<ToolDefinition[]>()
    const server = await connectMcpServer({ name: 'sample', transport: await inMemory(sample), onToolsChanged: resolve, allow: ['research', 'new'] })
    closing.push(() => server.close())
    expect(server.tools.map(({ name }) => name)).toEqual(['sample_research'])
    sample.registerTool('new', { description: 'New.' }, () => ({ content: [] }))
    expect((await promise).map(({ name }) => name)).toEqual(['sample_research', 'sample_new'])
    expect(server.tools).toHaveLength(2)
  })
})

describe('several servers', () => {
  it('are merged into one list with the server names as prefixes; two servers of the same name are refused', async () => {
    const one = await connect({ allow: ['research'] })
    const two = await connectMcpServer({ name: 'other', transport: await inMemory(), allow: ['research'] })
    closing.push(() => two.close())
    expect(mergeServers([one, two]).map(({ name }) => name)).toEqual(['sample_research', 'other_research'])
    expect(() => mergeServers([one, one])).toThrow('Two MCP servers are named "sample"')
  })

  it('are refused with a readable error when they cannot be reached or have an invalid name', async () => {
    await expect(
      connectMcpServer({ name: 'gone', transport: new StdioClientTransport({ command: 'no-such-command-here', stderr: 'ignore' }) }),
    ).rejects.toMatchObject({ code: 'network', message: expect.stringContaining('"gone"') })
    await expect(connectMcpServer({ name: 'a b', transport: await inMemory() })).rejects.toMatchObject({ code: 'invalid_config' })
  })
})
