import { describe, expect, it } from 'vitest'
import { leastAsyncCpuTime, leastCpuTime, pacedCpu } from '../../../tooling/test-setup/cpu-time.ts'
import { asProperty, cycles, ordinarySchemas, schemaBombs } from '../../core/src/test-support/schema-bombs.ts'
import { checkArgs } from '../../planner/src/tools/check-args.ts'
import { compileTool } from '../../planner/src/tools/compile-tool.ts'
import { checkCompliance, connectMcpServer } from './index.ts'
import { scriptedServer, scriptedTool } from './test-support/scripted-server.ts'

/** Milliseconds of processor time allowed for connecting, for compiling and for a check. */
const limit = 100

async function timed<T>(run: () => T | Promise<T>, allowedMs = limit): Promise<T> {
  const { result, ms } = await leastAsyncCpuTime(async () => run(), allowedMs)
  expect(ms).toBeLessThan(ms < allowedMs ? allowedMs : pacedCpu(allowedMs))
  return result
}

/** Time to copy a value in milliseconds. Arguments are copied before they are checked, whatever their schema is. */
const copyMs = (value: unknown) => leastCpuTime(() => structuredClone(value), 1).ms

const connect = (more: object, result?: unknown) =>
  connectMcpServer({
    name: 'evil',
    transport: scriptedServer({ 'tools/list': () => ({ tools: [scriptedTool(more), scriptedTool({ name: 'fine' })] }), 'tools/call': () => result }),
    timeoutMs: 1_000,
  })

describe.each(['inputSchema', 'outputSchema'] as const)('an MCP server whose %s is meant to keep the agent busy', (key) => {
  it.each(schemaBombs().map((bomb) => [bomb.name, bomb] as const))(
    '%s: is skipped, or compiled and checked in bounded time',
    async (_name, { schema, values }) => {
      const server = await timed(() => connect({ [key]: asProperty(schema) }))
      expect(server.tools.map(({ name }) => name)).toContain('evil_fine')
      expect(server.tools.length + server.skipped.length).toBe(2)
      const [definition] = server.tools.filter(({ name }) => name !== 'evil_fine')
      if (!definition) return
      const tool = await timed(() => compileTool(definition, 1_000))
      for (const a of values) {
        if (key === 'inputSchema') await timed(() => checkArgs(tool, { a }), limit + copyMs(a))
        else await timed(() => (tool.work.kind === 'host' ? tool.work.output?.check({ a }) : undefined))
      }
      await server.close()
    },
  )

  it.each(cycles)('and leads back to itself is skipped with the reason: %j', async (schema) => {
    const server = await connect({ [key]: asProperty(schema) })
    expect(server.skipped).toEqual([{ name: 'lookup', reason: expect.stringMatching(new RegExp(`^${key}: its reference "#.*" leads back to itself`)) }])
  })

  it.each(ordinarySchemas)('is not one of an ordinary tool: $name', async ({ schema }) => {
    expect((await connect({ [key]: asProperty(schema) })).skipped).toEqual([])
  })
})

it('a compliance report of such a server takes bounded time, too', async () => {
  for (const { schema, values } of schemaBombs().filter((_, index) => index % 10 === 0)) {
    const server = await connect({ outputSchema: asProperty(schema) }, { content: [], structuredContent: { a: values[0] } })
    await timed(() => checkCompliance(server.client, { samples: { lookup: {} } }))
    await server.close()
  }
})
