import type { Model } from '@pf/core'
import { openaiModel } from '@pf/planner/openai'
import { createPolicy, defaultRegistry, extendRegistry } from '@pf/registry'
import { createModelServer, type ModelServer, type StoryInput } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { builtInSuite } from '../briefs/built-in-suite.ts'
import { readSuite } from '../briefs/read-suite.ts'
import type { EvalConfiguration } from '../config/configuration.ts'
import { resultText } from '../report/terminal-text.ts'
import { resultSchema } from '../result/result-schema.ts'
import { runSuite } from './run-suite.ts'

let server: ModelServer | undefined
afterEach(() => server?.close())

async function modelWith(...stories: StoryInput[]): Promise<Model> {
  server = await createModelServer({ stories })
  return openaiModel({ client: new OpenAI({ apiKey: 'any', baseURL: server.url, maxRetries: 0, logLevel: 'off' }), model: 'scripted' })
}

const always = (...actions: object[]): StoryInput => ({
  name: 'always',
  match: () => true,
  reply: actions.map((action) => ({ content: JSON.stringify(action) })),
})
const query = { next_node: 'run_query', args: {} }
const final = (answer: string) => ({ next_node: 'final_response', args: { answer } })
const show = (component: string, props: object) => ({ next_node: 'render_component', args: { component, props } })
const grid = show('datagrid', { columns: [{ field: 'customer' }, { field: 'due' }, { field: 'amount_eur' }], rows: { $artifact: 'run_query.rows' } })
const suiteOf = (...ids: string[]) => readSuite(builtInSuite, ids)
const configuration = (model: Model, more: Partial<EvalConfiguration> = {}): EvalConfiguration => ({ name: 'tested', model, ...more })

describe('runSuite', () => {
  it('[003-play-02] runs briefs with the real planner and scores what it showed', async () => {
    const model = await modelWith(always(query, grid, final('Six invoices.')))
    const result = await runSuite({
      suite: await suiteOf('open-invoices-list', 'greeting'),
      configuration: configuration(model, { price: { input: 1, output: 2 } }),
      runs: 2,
    })
    expect(resultSchema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result)
    const [greeting, invoices] = [result.runs.filter(({ brief }) => brief === 'greeting'), result.runs.filter(({ brief }) => brief === 'open-invoices-list')]
    expect(invoices.map(({ run }) => run)).toEqual([0, 1])
    expect(invoices[0]).toMatchObject({
      status: 'measured',
      finish: 'answer',
      scores: { choice: 1, shape: 1, validity: 1, references: 1, restraint: 1 },
      shown: [{ component: 'datagrid', references: ['run_query.rows'], props: { rows: [{ customer: 'Brandt KG' }, {}, {}, {}, {}, {}] } }],
      measures: { model_calls: 3, repairs: 0, input_tokens: expect.any(Number), output_tokens: expect.any(Number), ms: expect.any(Number) },
    })
    const { input_tokens = 0, output_tokens = 0, cost } = invoices[0]?.measures ?? {}
    expect(cost).toBeCloseTo((input_tokens + 2 * output_tokens) / 1_000_000)
    expect(greeting[0]).toMatchObject({ status: 'measured', scores: { choice: 1, validity: 0 }, shown: [] })
  })

  it('scores the question of a run that waits for the user, and components that were refused and repaired', async () => {
    const ask = { next_node: 'ui_confirm', args: { message: 'Delete 214 backups?', variant: 'danger' } }
    const asking = await modelWith(always({ next_node: 'list_backups', args: {} }, ask))
    const asked = await runSuite({ suite: await suiteOf('delete-old-backups'), configuration: configuration(asking) })
    expect(asked.runs[0]).toMatchObject({ finish: 'paused', total: 1, shown: [{ component: 'confirm', question: true }] })
    await server?.close()
    const repairing = await modelWith(always(query, show('datagrid', { columns: 'all' }), grid, final('Here.')))
    const repaired = await runSuite({ suite: await suiteOf('open-invoices-list'), configuration: configuration(repairing) })
    expect(repaired.runs[0]).toMatchObject({
      scores: { choice: 1, validity: 0.5 },
      rejected: [{ component: 'datagrid', codes: [expect.any(String), expect.any(String)] }],
      measures: { repairs: 1 },
    })
  })

  it('does not score runs that failed outside the model, and continues with the others', async () => {
    const model = await modelWith(always(final('Hello.')))
    server?.mode('500', { request: 1 })
    const result = await runSuite({ suite: await suiteOf('greeting', 'thanks'), configuration: configuration(model), concurrency: 1 })
    expect(result.runs).toMatchObject([
      { status: 'failed', error: { code: 'model_unavailable' }, scores: {} },
      { status: 'measured', total: 1 },
    ])
    expect(result.runs[0]).not.toHaveProperty('total')
  })

  it('says why the model of a configuration failed', async () => {
    const broken: Model = {
      name: 'broken',
      stream: () => {
        throw new Error('The address of the gateway is not set.')
      },
    }
    const result = await runSuite({ suite: await suiteOf('greeting'), configuration: configuration(broken) })
    expect(result.runs[0]).toMatchObject({
      status: 'failed',
      error: { code: 'internal', message: expect.stringMatching(/internal error\. The address of the gateway is not set\.$/) },
    })
    expect(resultText(result)).toMatch(/0 runs measured/)
    expect(resultText(result)).toMatch(/Nothing was measured\.$/m)
    expect(resultText(result)).not.toMatch(/No points were lost/)
  })

  it('keeps what was measured when it is cancelled, and starts nothing more', async () => {
    const cancel = new AbortController()
    const model = await modelWith(always(final('Hello.')))
    const options = {
      suite: await suiteOf('greeting', 'thanks', 'capital-one-word'),
      configuration: configuration(model),
      concurrency: 1,
      signal: cancel.signal,
    }
    const result = await runSuite({ ...options, onProgress: () => cancel.abort() })
    expect(result).toMatchObject({ stopped: 'cancelled', runs: [{ status: 'measured' }] })
    expect(result.runs).toHaveLength(1)
    expect(server?.requests).toHaveLength(1)
  })

  it('cancels a run that waits for the model', async () => {
    const cancel = new AbortController()
    const model = await modelWith(always(final('Hello.')))
    server?.mode('stall')
    const running = runSuite({ suite: await suiteOf('greeting'), configuration: configuration(model), signal: cancel.signal })
    await server?.received(1)
    cancel.abort()
    expect(await running).toMatchObject({ stopped: 'cancelled', runs: [] })
  })

  it('ends when the budget is used up, after all briefs have been measured equally often', async () => {
    const model = await modelWith(always(final('Hello.')))
    const suite = await suiteOf('greeting', 'thanks')
    const one = await runSuite({ suite, configuration: configuration(model), runs: 1, concurrency: 1 })
    const tokens = one.runs.reduce((sum, { measures }) => sum + (measures.input_tokens ?? 0) + (measures.output_tokens ?? 0), 0)
    const result = await runSuite({ suite, configuration: configuration(model), runs: 5, concurrency: 1, limit: { tokens } })
    expect(result).toMatchObject({ stopped: 'budget', runs_per_brief: 5 })
    expect(result.runs.map(({ brief, run }) => `${brief} ${run}`).sort()).toEqual(['greeting 0', 'thanks 0'])
  })

  it('never runs more at the same time than allowed', async () => {
    const model = await modelWith(always(final('Hello.')))
    let [active, highest] = [0, 0]
    const counting: Model = {
      name: 'counting',
      async *stream(request, options) {
        highest = Math.max(highest, ++active)
        yield* model.stream(request, options)
        active -= 1
      },
    }
    await runSuite({
      suite: await suiteOf('greeting', 'thanks', 'is-service-up', 'why-late', 'zaiko-ja'),
      configuration: configuration(counting),
      concurrency: 2,
    })
    expect(highest).toBe(2)
  })

  it('uses the registry of a policy', async () => {
    const model = await modelWith(always(final('Hello.')))
    const registry = extendRegistry(defaultRegistry(), { override: { echarts: { when: 'never at all' } } })
    const result = await runSuite({ suite: await suiteOf('greeting'), configuration: configuration(model, { policy: createPolicy({ registry }) }) })
    expect(result.configuration.registry_digest).toBe(registry.digest)
    expect(server?.requests[0]?.conversation?.system).toContain('never at all')
  })

  it.each([
    [{ runs: 0 }, 'runs must be'],
    [{ concurrency: 1.5 }, 'concurrency must be'],
    [{ limit: { tokens: Number.NaN } }, 'above 0'],
    [{ limit: { cost: 1 } }, 'needs the price'],
  ])('refuses %j', async (options, message) => {
    const model = await modelWith(always(final('Hello.')))
    await expect(runSuite({ suite: await suiteOf('greeting'), configuration: configuration(model), ...options })).rejects.toThrow(message)
  })
})
