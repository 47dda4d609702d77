import { type JsonValue, PfError, type PlannerEvent, type StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createReplayServer, openAiResponsesRecordings, type Recording, type ReplayServer } from '@pf/testing/contracts'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAgent } from '../index.ts'
import type { ModelChunk } from '../model/model.ts'
import { answer, finishOf, inputOf, scope } from '../test-support/harness.ts'
import { askedAgain, chunksOf, question } from '../test-support/model-calls.ts'
import { openaiResponsesModel } from './openai-responses-model.ts'
import type { OpenAiResponsesModelOptions } from './openai-responses-model-options.ts'

let server: ReplayServer
beforeEach(async () => {
  server = await createReplayServer(openAiResponsesRecordings)
})
afterEach(() => server.close())

const id = 'resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b'
const by = 'openai-responses:gpt-5'
const recorded = (name: 'text' | 'reasoning') => ({ recording: openAiResponsesRecordings.cases[name] as Recording })
const connect = (options: Partial<OpenAiResponsesModelOptions> = {}) =>
  openaiResponsesModel({ client: new OpenAI({ apiKey: 'k', baseURL: server.url, maxRetries: 0, logLevel: 'off' }), model: 'gpt-5', ...options })
const body = (request: number) => server.requests[request]?.body
/** Returns the chunks of a response, with its text and its reasoning as one chunk each, without its names. */
const joined = (chunks: ModelChunk[]) => ({
  text: textOf(chunks),
  reasoning: chunks.map((chunk) => (chunk.type === 'reasoning' ? chunk.text : '')).join(''),
  others: chunks.filter(({ type }) => type !== 'text' && type !== 'reasoning' && type !== 'started'),
})
const textOf = (chunks: ModelChunk[]) => chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')

describe('openaiResponsesModel', () => {
  it('sends messages as input, stores nothing, and asks for what it was given', async () => {
    server.play(recorded('text'))
    const schema = { type: 'object', properties: {} }
    await chunksOf(connect({ reasoningEffort: 'low', maxTokens: 50 }), { ...question, responseFormat: { name: 'planner_action', schema } })
    expect(body(0)).toMatchObject({
      input: question.messages,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
      max_output_tokens: 50,
      text: { format: { type: 'json_schema', name: 'planner_action', schema } },
    })
    await chunksOf(connect())
    for (const name of ['reasoning', 'text', 'temperature', 'max_output_tokens', 'background', 'tools']) expect(body(1)).not.toHaveProperty(name)
  })

  it('[004-reas] keeps reasoning items and sends them back with the message that they led to', async () => {
    server.play(recorded('reasoning'))
    await chunksOf(connect(), askedAgain(await chunksOf(connect())))
    const items = [
      { type: 'reasoning', encrypted_content: 'gAAAAABoISQ24OyVRYbkYfukdJoqdzWT', summary: [{ text: 'First the total, then the share.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'The share is 40 %.' }] },
    ]
    expect(body(1)).toMatchObject({ input: [{ role: 'system' }, { role: 'user' }, ...items, { role: 'user', content: 'And the rest?' }] })
  })
})

describe('in background mode', () => {
  it.each(['reset', 'end'] as const)('a connection that breaks (%s) at any event is resumed after it, with the same text', async (how) => {
    const { events = [] } = recorded('text').recording
    for (let after = 1; after < events.length; after++) {
      const first = server.requests.length
      server.play({ ...recorded('text'), cut: { after, how } }, recorded('text'))
      const chunks = await chunksOf(connect({ background: true }))
      expect(textOf(chunks)).toBe('Grüße, 世界 😀')
      expect(chunks.filter(({ type }) => type === 'finish')).toHaveLength(1)
      expect(server.requests.slice(first).map(({ url }) => url.replace('&stream=true', ''))).toEqual([
        '/responses',
        expect.stringMatching(new RegExp(`^/responses/${id}\\?(stream=true&)?starting_after=${after - 1}$`)),
      ])
    }
    expect(body(0)).toMatchObject({ background: true, store: true })
  })

  it('gives up on a response that never continues', async () => {
    server.play({ ...recorded('text'), cut: { after: 3, how: 'end' } }, { recording: { events: [] } })
    await expect(chunksOf(connect({ background: true }))).rejects.toMatchObject({ code: 'model_cut' })
    expect(server.requests).toHaveLength(4)
  })

  it('names the response first, and reads one that another process started instead of starting another', async () => {
    server.play(recorded('text'))
    const [started] = await chunksOf(connect({ background: true }))
    expect(started).toEqual({ type: 'started', response: { by, id } })
    const chunks = await chunksOf(connect({ background: true }), { ...question, resume: { by, id } })
    expect(textOf(chunks)).toBe('Grüße, 世界 😀')
    expect(server.requests.slice(1).map(({ method, url }) => [method, url])).toEqual([['GET', `/responses/${id}?stream=true`]])
  })

  it.each([
    ['the provider no longer has', [{ recording: { status: 404, body: { error: { message: 'Response not found.' } } } }], { by, id }, ['GET', 'POST']],
    [
      'the provider no longer has, of which a part was received',
      [{ recording: { status: 404, body: { error: { message: 'Response not found.' } } } }],
      { by, id, received: { after: 4, text: 'Grü', reasoning: '' } },
      ['GET', 'POST'],
    ],
    ['another model started', [], { by: 'openai-responses:gpt-4', id }, ['POST']],
  ] as const)('starts another in place of one that %s', async (_name, before, resume, methods) => {
    server.play(...before, recorded('text'))
    expect(textOf(await chunksOf(connect({ background: true }), { ...question, resume }))).toBe('Grüße, 世界 😀')
    expect(server.requests.map(({ method }) => method)).toEqual(methods)
  })

  it('names the output so far after every 2,000 characters, and continues behind it in another process, with the same output and items', async () => {
    const [a, b] = ['a'.repeat(2_500), 'b'.repeat(2_500)]
    const plain = JSON.stringify(recorded('reasoning').recording.events)
    const events = JSON.parse(plain.replaceAll('First the total, ', `First the total, ${a}`).replaceAll('The share ', `The share ${b}`))
    server.play({ recording: { events } })
    const whole = await chunksOf(connect({ background: true }))
    const started = whole.flatMap((chunk) => (chunk.type === 'started' ? [chunk.response] : []))
    const received = [
      { after: 4, text: '', reasoning: `First the total, ${a}` },
      { after: 11, text: `The share ${b}`, reasoning: `First the total, ${a}then the share.` },
    ]
    expect(started).toEqual([{ by, id }, ...received.map((output) => ({ by, id, received: output }))])
    for (const output of received) {
      const chunks = await chunksOf(connect({ background: true }), { ...question, resume: { by, id, received: output } })
      expect(server.requests.at(-1)).toMatchObject({ method: 'GET', url: expect.stringContaining(`starting_after=${output.after}`) })
      expect(joined(chunks)).toEqual(joined(whole))
      expect(chunks[0]).toEqual({ type: 'started', response: { by, id, received: output } })
    }
  })

  it('a connection that breaks while a response is continued is replaced by one that starts after its last event', async () => {
    const { events = [] } = recorded('text').recording
    server.play({ ...recorded('text'), cut: { after: 1, how: 'reset' } }, { recording: { events } })
    const received = { after: 4, text: 'Grü', reasoning: '' }
    const chunks = await chunksOf(connect({ background: true }), { ...question, resume: { by, id, received } })
    expect(textOf(chunks)).toBe('Grüße, 世界 😀')
    expect(server.requests.map(({ url }) => /starting_after=(\d+)/.exec(url)?.[1])).toEqual(['4', '5'])
  })

  it('cancels at the provider what the user cancelled, and leaves a run that is handed over alone', async () => {
    for (const [reason, cancels] of [
      [new PfError('cancelled', 'Cancelled.'), 1],
      [new Error('handed over'), 0],
    ] as const) {
      server.play({ ...recorded('text'), hangAfter: 4 })
      const controller = new AbortController()
      const reading = (async () => {
        for await (const chunk of connect({ background: true }).stream(question, { signal: controller.signal }))
          if (chunk.type === 'started') setTimeout(() => controller.abort(reason), 10)
      })()
      await expect(reading).rejects.toBe(reason)
      if (cancels > 0) await vi.waitFor(() => expect(server.requests.at(-1)?.url).toBe(`/responses/${id}/cancel`))
      expect(server.requests.filter(({ url }) => url.endsWith('/cancel'))).toHaveLength(1)
    }
  })

  it('the process that takes a run over reads the response that the first one was receiving', async () => {
    const { events = [] } = recorded('text').recording
    const action = JSON.stringify(answer('Done.')).slice(1, -1)
    const written = JSON.parse(
      JSON.stringify(events)
        .replaceAll('Grüße, 世界 😀', action)
        .replaceAll('Grü', action)
        .replace(/ße, 世|界 😀/g, ''),
    ) as typeof events
    const agentOver = (ports: StorePorts) => createAgent({ model: connect({ background: true }), tools: [], ports })
    server.play({ recording: { events: written }, hangAfter: 6 }, { recording: { events: written } })
    const [before, after] = [createMemoryStore(), createMemoryStore()]
    const first = agentOver(before)
    await first.start(inputOf('Hi'), scope)
    const stored = await vi.waitFor(async () => {
      const record = await before.storage.load(scope, 'run-1')
      expect(record?.state).toMatchObject({ started_response: { by, id } })
      return record
    })
    await copyRun(after, stored?.state ?? null)
    const second = agentOver(after)
    const log: PlannerEvent[] = []
    for await (const event of (await second.attach('run-1', 0, { scope })) ?? []) if (log.push(event) && event.type === 'finish') break
    await second.close()
    await first.close()
    expect(finishOf(log)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'Done.' } })
    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/responses'],
      ['GET', `/responses/${id}?stream=true`],
    ])
    expect((await after.storage.load(scope, 'run-1'))?.state).not.toHaveProperty('started_response')
  })
})

/** Writes the data that a killed process leaves behind: the start of the run and its last state, without a lease. */
async function copyRun({ storage }: StorePorts, state: JsonValue): Promise<void> {
  const run = { run_id: 'run-1', thread_id: 'thread-1' }
  const leased = await storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 60_000 })
  if (leased.status !== 'granted') throw new Error('The run could not be leased.')
  const client = { client_tools: [], answered: [] }
  const start = { type: 'run_start', registry_version: '1', registry_digest: '', message_id: 't:run-1', client, ...run, ts: 1 } as const
  await storage.commit(scope, { run, lease: leased.lease, events: [start], state: { expect_version: 0, value: state } })
  await storage.release(scope, leased.lease)
}
