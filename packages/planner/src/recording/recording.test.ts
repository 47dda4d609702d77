import { createHash } from 'node:crypto'
import { PfError, type PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { defineTool } from '../index.ts'
import type { Model, ModelChunk, ModelRequest } from '../model/model.ts'
import { openaiModel } from '../openai.ts'
import { compareRequests, createRecordedModel, type ModelExchange, readModelExchanges, recordModel } from '../recording.ts'
import { answer, call, finishOf, script } from '../test-support/harness.ts'
import { logUntilFinish, scriptedAgent, startRun } from '../test-support/scripted-agent.ts'

const request = (content: string, more: Partial<ModelRequest> = {}): ModelRequest => ({ messages: [{ role: 'user', content }], ...more })
const text = (value: string): ModelChunk => ({ type: 'text', text: value })
const stop: ModelChunk = { type: 'finish', reason: 'stop' }
const modelOf = (stream: Model['stream'], more: Partial<Model> = {}): Model => ({ name: 'fake', ...more, stream })
const sending = (...chunks: ModelChunk[]) =>
  modelOf(async function* () {
    yield* chunks
  })

async function read(model: Model, asked = request('a'), signal = new AbortController().signal): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(asked, { signal })) chunks.push(chunk)
  return chunks
}

async function record(model: Model, ...requests: ModelRequest[]): Promise<ModelExchange[]> {
  const exchanges: ModelExchange[] = []
  const recorded = recordModel(model, (exchange) => void exchanges.push(exchange), { now: () => 5 })
  for (const asked of requests) await read(recorded, asked).catch(() => undefined)
  return exchanges
}

describe('recordModel', () => {
  it('passes chunks through, and records the request and the chunks as JSON', async () => {
    const media = [{ media_type: 'image/png', data: 'QUJD', name: 'a.png' }]
    const asked = request('a', { maxTokens: 5, responseFormat: 'json_object', reasoningEffort: 'low', resume: { by: 'x', id: 'y' } })
    const withMedia = { ...asked, messages: asked.messages.map((message) => ({ ...message, media })) }
    const started: ModelChunk = { type: 'started', response: { by: 'x', id: 'y' } }
    const chunks = [started, text('A'), { type: 'usage', usage: { input: 3 } } as const, stop]
    const exchanges: ModelExchange[] = []
    const model = recordModel(sending(...chunks), (exchange) => void exchanges.push(exchange), { now: () => 5 })
    expect(await read(model, withMedia)).toEqual(chunks)
    expect(exchanges).toEqual([
      {
        version: 1,
        model: 'fake',
        request: {
          messages: [
            {
              role: 'user',
              content: 'a',
              media: [{ media_type: 'image/png', name: 'a.png', sha256: createHash('sha256').update('QUJD').digest('hex') }],
            },
          ],
          response_format: 'json_object',
          max_tokens: 5,
          reasoning_effort: 'low',
        },
        chunks: chunks.slice(1),
        outcome: 'complete',
        duration_ms: 0,
      },
    ])
    expect(readModelExchanges(JSON.parse(JSON.stringify(exchanges)))).toEqual(exchanges)
  })

  it('keeps what a model says about itself, also of a class with getters and of a frozen object', () => {
    class Ours implements Model {
      get name() {
        return 'ours'
      }
      get accepts() {
        return ['image/png']
      }
      async *stream() {}
    }
    expect(recordModel<Model>(new Ours(), () => undefined)).toMatchObject({ name: 'ours', accepts: ['image/png'] })
    expect(recordModel(Object.freeze(modelOf(sending().stream, { contextTokens: 9 })), () => undefined).contextTokens).toBe(9)
  })

  it('records errors, and what was sent before them', async () => {
    const failing = (error: unknown) =>
      modelOf(async function* () {
        yield text('A')
        throw error
      })
    const [known] = await record(failing(new PfError('model_stalled', 'Too slow.')), request('a'))
    expect(known).toMatchObject({ chunks: [text('A')], outcome: 'error', error: { code: 'model_stalled', message: 'Too slow.' } })
    const [foreign] = await record(failing(new Error('key sk-123')), request('a'))
    expect(foreign?.error).toEqual({ code: 'internal', message: 'The model threw an error.' })
  })

  it.each([
    ['throws its reason', true],
    ['only ends', false],
  ])('records an aborted stream that %s', async (_name, throws) => {
    const controller = new AbortController()
    const model = modelOf(async function* (_request, { signal }) {
      yield text('A')
      if (!signal.aborted) await new Promise<void>((done) => signal.addEventListener('abort', () => done()))
      if (throws) throw signal.reason
    })
    const exchanges: ModelExchange[] = []
    const stream = recordModel(model, (exchange) => void exchanges.push(exchange)).stream(request('a'), { signal: controller.signal })
    const reading = (async () => {
      for await (const _chunk of stream) controller.abort(new PfError('cancelled', 'Stopped.'))
    })()
    await reading.catch(() => undefined)
    expect(exchanges).toMatchObject([{ chunks: [text('A')], outcome: 'aborted' }])
  })

  it('records a stream that its caller stops reading', async () => {
    const exchanges: ModelExchange[] = []
    for await (const _chunk of recordModel(sending(text('A'), stop), (exchange) => void exchanges.push(exchange)).stream(request('a'), {
      signal: new AbortController().signal,
    }))
      break
    expect(exchanges).toMatchObject([{ chunks: [text('A')], outcome: 'aborted' }])
  })

  it('waits for its recorder, whose error ends the call', async () => {
    const model = recordModel(sending(stop), async () => {
      await Promise.resolve()
      throw new Error('disk full')
    })
    await expect(read(model)).rejects.toThrow('disk full')
  })
})

describe('createRecordedModel', () => {
  it('repeats a whole run of an agent that spoke with a real endpoint', async () => {
    const exchanges: ModelExchange[] = []
    const server = await createModelServer({ stories: [script(call('roll', { sides: 6 }), answer('It is a four.'))] })
    const client = new OpenAI({ apiKey: 'k', baseURL: server.url, maxRetries: 0 })
    const roll = defineTool({ name: 'roll', description: 'Rolls a die', input: { type: 'object' }, run: () => 4 })
    const runWith = async (model: Model) => {
      const ports = createMemoryStore()
      const agent = scriptedAgent(model, ports, { tools: [roll] })
      await startRun(agent)
      const events = await logUntilFinish(ports)
      await agent.close()
      return events
    }
    const first = await runWith(recordModel(openaiModel({ client, model: 'scripted' }), (exchange) => void exchanges.push(exchange)))
    await server.close()
    const second = await runWith(createRecordedModel(JSON.parse(JSON.stringify(exchanges)), { match: 'request' }))
    const payloadOf = (events: readonly PlannerEvent[]) => ({ ...finishOf(events).payload, extra: undefined })
    expect(exchanges).toHaveLength(2)
    expect(finishOf(second).payload.raw_answer).toBe('It is a four.')
    expect(payloadOf(second)).toEqual(payloadOf(first))
  })

  it('gives each exchange once: by request, also when requests come in another order, or in order', async () => {
    const asked = ['a', 'b', 'a'].map((content) => request(content))
    let calls = 0
    const counting = modelOf(async function* () {
      calls += 1
      yield text(String(calls))
      yield stop
    })
    const exchanges = await record(counting, ...asked)
    const byRequest = createRecordedModel(exchanges)
    expect(byRequest.name).toBe('fake')
    for (const [content, reply] of [
      ['b', '2'],
      ['a', '1'],
      ['a', '3'],
    ] as const)
      expect(await read(byRequest, request(content))).toEqual([text(reply), stop])
    await expect(read(byRequest, request('a'))).rejects.toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('Each of the 3') })
    const inOrder = createRecordedModel(exchanges, { match: 'order', name: 'replay' })
    expect([inOrder.name, await read(inOrder, request('z')), await read(inOrder, request('z'))]).toEqual(['replay', [text('1'), stop], [text('2'), stop]])
  })

  it('says where a request differs from the most similar one that is left', async () => {
    const exchanges = await record(sending(stop), request('Rows of the north.'), request('Something else.'))
    const error = await read(createRecordedModel(exchanges), request('Rows of the south.', { temperature: 1 })).catch((thrown: unknown) => thrown)
    if (!PfError.isInstance(error)) throw new Error('no PfError')
    expect(error).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('/messages/0/content at character 12') })
    expect(error.message).not.toContain('south')
    expect(error.fields.differences).toEqual([
      { pointer: '/messages/0/content', offset: 12, recorded: '"Rows of the north."', sent: '"Rows of the south."' },
      { pointer: '/temperature', sent: '1' },
    ])
  })

  it('compares normalized requests', async () => {
    const exchanges = await record(sending(stop), request('Today is 2026-01-01.'))
    const normalize = JSON.parse.bind(JSON)
    const model = createRecordedModel(exchanges, { normalize: (asked) => normalize(JSON.stringify(asked).replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')) })
    expect(await read(model, request('Today is 2026-02-02.'))).toEqual([stop])
  })

  it('repeats errors and aborted calls', async () => {
    const base: Omit<ModelExchange, 'outcome'> = { version: 1, model: 'm', request: { messages: [{ role: 'user', content: 'a' }] }, chunks: [], duration_ms: 1 }
    const failed: ModelExchange = { ...base, outcome: 'error', error: { code: 'model_stalled', message: 'Too slow.' } }
    const aborted: ModelExchange = { ...base, chunks: [{ type: 'text', text: 'A' }], outcome: 'aborted' }
    const model = createRecordedModel([failed, aborted])
    await expect(read(model)).rejects.toMatchObject({ code: 'model_stalled', message: 'Too slow.' })
    await expect(read(model)).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('readModelExchanges', () => {
  it('refuses what is not a recording, with the locations of the faults', async () => {
    const [exchange] = await record(sending(text('A'), stop), request('a'))
    const faults: [unknown, string][] = [
      [{}, ''],
      [[{ ...exchange, version: 2 }], '/0/version'],
      [[{ ...exchange, chunks: [{ type: 'text', text: 5 }] }], '/0/chunks/0/text'],
      [[{ ...exchange, chunks: [{ type: 'started', response: {} }] }], '/0/chunks/0/type'],
      [[{ ...exchange, request: { messages: [{ role: 'tool', content: 'a' }] } }], '/0/request/messages/0/role'],
    ]
    for (const [value, pointer] of faults) {
      const read = () => readModelExchanges(value)
      expect(read).toThrow(expect.objectContaining({ code: 'invalid_input', fields: { issues: [expect.objectContaining({ pointer })] } }))
      expect(() => createRecordedModel(value as ModelExchange[])).toThrow(PfError)
    }
  })

  it('removes unknown members', async () => {
    const [exchange] = await record(sending(stop), request('a'))
    const [read] = readModelExchanges([{ ...exchange, extra: 1, request: { ...exchange?.request, __proto__x: 2 } }])
    expect(read).toEqual(exchange)
  })
})

describe('compareRequests', () => {
  it('lists the first differences of two values, and none of equal ones', () => {
    expect(compareRequests({ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] })).toEqual([])
    expect(compareRequests({ a: [1, 2], c: null }, { a: [1], b: {} })).toEqual([
      { pointer: '/a/1', recorded: '2' },
      { pointer: '/c', recorded: 'null' },
      { pointer: '/b', sent: '{}' },
    ])
    expect(compareRequests([1, 2, 3], [4, 5, 6], 2)).toHaveLength(2)
  })
})
