import { createModelServer, type ModelServer, type Story } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openaiModel } from '../openai.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, scope } from '../test-support/harness.ts'
import { readRoute } from './prepare-run.ts'

let server: ModelServer
let harness: Harness
let route = ''
const isRouter = (system: string) => system.includes('how hard an assistant has to think')
const stories: Story[] = [
  { name: 'router', match: ({ system }) => isRouter(system), reply: () => ({ content: route }) },
  { name: 'main', match: () => true, reply: ({ step }) => ({ content: step === 1 ? call('look') : answer('done') }) },
]
beforeEach(async () => {
  server = await createModelServer({ stories })
})
afterEach(async () => {
  await harness.close()
  await server.close()
})

const lookTool = { name: 'look', description: 'Looks.', input: { type: 'object' }, run: () => 1 }
const fields = (body: unknown) => body as { model?: string; reasoning_effort?: string }
const modelOf = (model: string) => openaiModel({ client: new OpenAI({ apiKey: 'k', baseURL: server.url, maxRetries: 0, logLevel: 'off' }), model })

async function runQuestion(said: string, more: Partial<HarnessOptions> = {}) {
  route = said
  harness = await createHarness({
    server,
    tools: [lookTool],
    reasoningEffort: 'auto',
    router: modelOf('tiny'),
    models: [{ model: modelOf('large'), description: 'For mathematics.' }],
    ...more,
  })
  const events = await harness.run('Prove it.')
  const [first, ...rest] = server.requests
  return { events, first, rest, sent: rest.map(({ body }) => [fields(body).model, fields(body).reasoning_effort]) }
}

describe('[004-reas-07] reasoningEffort auto', () => {
  it('asks the router once a run, which chooses effort and model for all its calls, and its cost is counted', async () => {
    const { events, first, sent } = await runQuestion('{"effort": "high", "model": "large"}')
    expect(first?.body).toMatchObject({ model: 'tiny', response_format: { type: 'json_object' } })
    expect(first?.conversation?.lastUser).toContain('Prove it.')
    expect(first?.conversation?.lastUser).toContain('For mathematics.')
    expect(sent).toEqual([
      ['large', 'high'],
      ['large', 'high'],
    ])
    expect(ofType(events, 'usage').map(({ model }) => model)).toEqual(['tiny', 'large', 'large'])
    expect(ofType(events, 'warning')).toEqual([])
    expect((await harness.ports.storage.load(scope, 'run-1'))?.state).toMatchObject({ route: { model: 'large', effort: 'high' } })
  })

  it('without a router and further models asks the main one, for the effort alone', async () => {
    route = 'low'
    harness = await createHarness({ server, tools: [lookTool], reasoningEffort: 'auto' })
    await harness.run('Hello.')
    expect(server.requests.map(({ body }) => [fields(body).model, fields(body).reasoning_effort])).toEqual([
      ['scripted', undefined],
      ['scripted', 'low'],
      ['scripted', 'low'],
    ])
    expect(server.requests[0]?.conversation?.lastUser).not.toContain('"models"')
  })

  it.each([
    ['prose', 'I think this is hard.', 'scripted', 'medium'],
    ['an unknown model', '{"effort": "low", "model": "gpt-99"}', 'scripted', 'low'],
    ['an unknown effort', '{"effort": "extreme", "model": "large"}', 'large', 'medium'],
    ['nothing', '   ', 'scripted', 'medium'],
    ['a name of the prototype', '{"effort": "constructor", "model": "__proto__"}', 'scripted', 'medium'],
  ])('falls back to the default where the router says %s', async (_name, said, model, effort) => {
    const { events, sent } = await runQuestion(said)
    expect(sent[0]).toEqual([model, effort])
    expect(ofType(events, 'warning')).toHaveLength(1)
    expect(finishOf(events).payload.raw_answer).toBe('done')
  })

  it('continues with the default when the router cannot be reached', async () => {
    harness = await createHarness({ server, tools: [lookTool], reasoningEffort: 'auto' })
    server.mode('500', { times: 1 })
    const events = await harness.run('Hello.')
    expect(finishOf(events).payload.raw_answer).toBe('done')
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'router_failed' }])
  })

  it('ends when the run is cancelled while the router thinks', async () => {
    harness = await createHarness({ server, tools: [lookTool], reasoningEffort: 'auto' })
    server.mode('stall-headers')
    await harness.start('Hello.')
    await expect.poll(() => server.requests.length).toBe(1)
    await harness.agent.cancel('run-1', scope)
    expect(finishOf(await harness.log('run-1')).reason).toBe('cancelled')
  })

  it.each(['low', 'medium', 'high'] as const)('[004-reas-05] a fixed effort, %s, is sent as it is and no router is asked', async (effort) => {
    harness = await createHarness({ server, tools: [lookTool], reasoningEffort: effort })
    await harness.run('Hello.')
    expect(server.requests.map(({ body }) => fields(body).reasoning_effort)).toEqual([effort, effort])
  })

  it('is refused where router and models stand without it, or models share a name', async () => {
    harness = await createHarness({ server })
    const main = modelOf('scripted')
    await expect(createHarness({ server, router: main })).rejects.toThrow(/need reasoningEffort 'auto'/)
    await expect(createHarness({ server, reasoningEffort: 'auto', models: [{ model: main, description: 'Same.' }] })).rejects.toThrow(
      /must have different names/,
    )
    await expect(createHarness({ server, reasoningEffort: 'auto', models: [{}] as never, router: 1 as never })).rejects.toThrow(
      /router must be.*each of models/,
    )
  })
})

describe('what a router says', () => {
  it.each([
    ['{"effort":"high"}', { effort: 'high' }],
    ['```json\n{"effort": "LOW", "model": "Large"}\n```', { effort: 'low', model: 'large' }],
    ['"medium".', { effort: 'medium' }],
    ['{"effort": ["high"], "model": {}}', {}],
    ['{"effort"', {}],
    ['', {}],
  ])('%s', (text, expected) => {
    expect(readRoute(text, ['scripted', 'large'])).toEqual(expected)
  })
})
