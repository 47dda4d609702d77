import { PfError } from '@pf/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { cpuTime, leastAsyncCpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { asProperty, cycles, ordinarySchemas, schemaBombs } from '../../../core/src/test-support/schema-bombs.ts'
import { post, runInput } from '../test-support/pf-server.ts'
import { actionReply, answerReply, createPlannerServer } from '../test-support/planner-server.ts'
import { events } from '../test-support/streams.ts'

/** Maximum processor time of a run with such a tool in milliseconds: twice that of an ordinary tool, including the model server of the test, and 100. */
let limit = 0

/** Maximum length of arguments. The test's model server is slow for longer ones; the slow tests of core check all values. */
const maxChars = 20_000

/** Runs a thread whose front end has one tool, which the model calls with this value. */
async function runWith(schema: object, a: unknown) {
  const warnings: string[] = []
  const server = await createPlannerServer([actionReply('bomb', { a }), answerReply('Done.')], { onWarning: ({ text }) => warnings.push(text) })
  try {
    const input = runInput({ tools: [{ name: 'bomb', description: 'x', parameters: asProperty(schema) }] })
    const started = cpuTime()
    const response = await post(server.url, input)
    const types = response.ok ? (await events(response)).map(({ event }) => event.type) : []
    return { status: response.status, types, warnings, errors: server.errors, ms: cpuTime() - started }
  } finally {
    await server.close()
  }
}

beforeAll(async () => {
  const [ordinary] = ordinarySchemas
  if (!ordinary) throw new Error('no ordinary schema')
  const { result } = await leastAsyncCpuTime(() => runWith(ordinary.schema, ordinary.good), 1)
  limit = 2 * result.ms + 100
})

const isRefusal = (error: unknown) => PfError.isInstance(error) && error.code === 'invalid_input' && /front-end tool|Front-end tools/.test(error.message)

describe("a request whose front-end tool's schema is meant to keep the server busy", () => {
  it.each(schemaBombs().map((bomb) => [bomb.name, bomb] as const))('%s: is answered in bounded time', async (_name, { schema, values }) => {
    const short = values.filter((value) => JSON.stringify(value).length <= maxChars)
    for (const value of [{}, ...short.slice(-1)]) {
      const { status, types, errors, ms } = (await leastAsyncCpuTime(() => runWith(schema, value), limit)).result
      // A refused tool is reported to the host, and there are no other errors.
      expect(errors.filter((error) => !isRefusal(error))).toEqual([])
      expect(ms).toBeLessThan(limit)
      // A body or an output that is too deep or too large is refused entirely.
      if (status === 200) expect(types.filter((type) => type === 'RUN_FINISHED' || type === 'RUN_ERROR')).toHaveLength(1)
      else expect([400, 413]).toContain(status)
    }
  })

  it.each(cycles)('and leads back to itself: the error names the tool, %j', async (schema) => {
    const { status, types, warnings, errors } = await runWith(schema, {})
    expect([status, types.at(-1)]).toEqual([200, 'RUN_FINISHED'])
    expect(errors.map(isRefusal)).toEqual([true])
    expect(warnings).toEqual([expect.stringMatching(/^The schema of the front-end tool bomb is not valid because its reference "#.*" leads back to itself/)])
  })

  it.each(ordinarySchemas)('is not one of an ordinary tool: $name', async ({ schema, good }) => {
    const { types, warnings, errors } = await runWith(schema, good)
    expect([warnings, errors]).toEqual([[], []])
    expect(types).toContain('TOOL_CALL_END')
  })
})
