import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createModelServer, type ModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelChunk, ModelMessage, ModelRequest } from '../model/model.ts'
import { openaiModel } from './openai-model.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'

let server: ModelServer
beforeEach(async () => {
  server = await createModelServer({ stories: [{ name: 'hi', match: () => true, reply: () => ({ content: 'hello there' }) }] })
})
afterEach(() => server.close())

const client = () => new OpenAI({ apiKey: 'sk-secret-key', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Say JSON.' },
  ],
}

async function collect(options: Partial<OpenAiModelOptions> = {}, more: Partial<ModelRequest> = {}): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = []
  const model = openaiModel({ client: client(), model: 'scripted', ...options })
  for await (const chunk of model.stream({ ...request, ...more }, { signal: new AbortController().signal })) chunks.push(chunk)
  return chunks
}

describe('openaiModel', () => {
  it('streams text, finish and usage with its reasoning tokens', async () => {
    const chunks = await collect()
    expect(chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : [])).join('')).toBe('hello there')
    expect(chunks.filter(({ type }) => type === 'finish')).toEqual([{ type: 'finish', reason: 'stop' }])
    expect(chunks.at(-1)).toMatchObject({ type: 'usage', usage: { model: 'scripted', input: expect.any(Number), reasoning: expect.any(Number) } })
  })

  it('[004-reas-09] marks the system prompt for caching on request only', async () => {
    await collect()
    expect(server.requests[0]?.body).toMatchObject({ messages: [{ role: 'system', content: 'Be brief.' }, {}] })
    await collect({ cacheSystemPrompt: true })
    expect(server.requests[1]?.body).toMatchObject({
      messages: [{ content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] }, { content: 'Say JSON.' }],
    })
  })

  it('sends what it was given and nothing that it was not', async () => {
    await collect({ maxTokens: 50, extraBody: { top_k: 5 } }, { temperature: 0, reasoningEffort: 'high' })
    expect(server.requests[0]?.body).toMatchObject({ model: 'scripted', stream: true, max_tokens: 50, temperature: 0, reasoning_effort: 'high', top_k: 5 })
    await collect()
    for (const name of ['max_tokens', 'temperature', 'reasoning_effort', 'response_format', 'tools']) expect(server.requests[1]?.body).not.toHaveProperty(name)
  })

  it('drops the reasoning effort where it is refused under another spelling', async () => {
    const bodies: string[] = []
    const answer = 'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    const fetch = async (_: unknown, init?: { body?: unknown }) => {
      bodies.push(String(init?.body))
      if (!bodies.at(-1)?.includes('reasoning_effort')) return new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
      return Response.json({ error: { message: 'Model grok-4 does not support parameter reasoningEffort.' } }, { status: 400 })
    }
    const model = openaiModel({
      client: new OpenAI({ apiKey: 'k', maxRetries: 0, fetch: fetch as typeof globalThis.fetch }),
      model: 'grok-4',
      reasoningEffort: 'low',
    })
    for await (const _ of model.stream(request, { signal: new AbortController().signal }));
    expect(bodies.map((body) => body.includes('reasoning_effort'))).toEqual([true, false])
  })

  it('asks for max_completion_tokens where max_tokens is refused', async () => {
    const model = openaiModel({ client: client(), model: 'scripted', maxTokens: 9 })
    server.mode('unsupported-parameter', { param: 'max_tokens' })
    for await (const _ of model.stream(request, { signal: new AbortController().signal }));
    expect(server.requests[1]?.body).toMatchObject({ max_completion_tokens: 9 })
    expect(server.requests[1]?.body).not.toHaveProperty('max_tokens')
  })

  it('asks once more when a 400 names nothing that could be left out', async () => {
    server.mode('400')
    await expect(collect({}, { responseFormat: 'json_object' })).rejects.toMatchObject({ code: 'model_unavailable', fields: { status: 400 } })
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    ['401', 'model_unavailable'],
    ['context-overflow', 'context_overflow'],
    ['context-overflow-text', 'context_overflow'],
    ['malformed', 'model_cut'],
    ['in-stream-error', 'model_cut'],
    ['cut', 'model_cut'],
    ['reset', 'model_unavailable'],
  ] as const)('says %s as %s, in words of ours', async (mode, code) => {
    server.mode(mode)
    const error = await collect().then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    expect(error).toMatchObject({ code })
    expect(error?.message).not.toMatch(/sk-|Incorrect|4096/)
  })

  it.each(['html-200', 'empty-body'] as const)('says of %s that it is no completion, and what to check', async (mode) => {
    server.mode(mode)
    await expect(collect()).rejects.toMatchObject({ code: 'model_cut', message: expect.stringContaining('base URL') })
  })

  it.each([
    ['Conversation roles must alternate user/assistant/user/assistant/...', ['system', 'user', 'assistant', 'user']],
    ['System role not supported', ['user', 'assistant', 'user']],
    ['Only user and assistant roles are supported!', ['user', 'assistant', 'user']],
  ])('sends the roles that a chat template takes after "%s", and remembers them (vllm#6862, autogen#3597)', async (message, roles) => {
    const seen: string[][] = []
    const strict = createServer(async (req, res) => {
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk as Buffer)
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages: ModelMessage[] }
      const sent = body.messages.map(({ role }) => role)
      seen.push(sent)
      const turns = sent.filter((role, index) => index > 0 || role !== 'system')
      const taken = turns.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant')) && (roles[0] === 'system' || sent[0] !== 'system')
      res.writeHead(taken ? 200 : 400, { 'content-type': taken ? 'text/event-stream' : 'application/json' })
      res.end(
        taken ? 'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n' : JSON.stringify({ message, code: 400 }),
      )
    })
    await new Promise<void>((done) => strict.listen(0, '127.0.0.1', done))
    const { port } = strict.address() as AddressInfo
    const model = openaiModel({ client: new OpenAI({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 }), model: 'm' })
    const messages = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
      { role: 'assistant', content: 'c' },
      { role: 'user', content: 'd' },
    ] as const
    for (let turn = 0; turn < 2; turn++) for await (const _ of model.stream({ messages }, { signal: new AbortController().signal }));
    await new Promise((done) => strict.close(done))
    expect(seen.slice(-2)).toEqual([roles, roles])
    expect(seen.length).toBeLessThanOrEqual(4)
  })

  it('ends with the reason of its signal, and lets the server go', async () => {
    server.mode('stall')
    const controller = new AbortController()
    const model = openaiModel({ client: client(), model: 'scripted' })
    const reading = (async () => {
      for await (const chunk of model.stream(request, { signal: controller.signal })) if (chunk.type === 'text') controller.abort(new Error('enough'))
    })()
    await expect(reading).rejects.toThrow('enough')
    expect(await server.requests[0]?.ended).toBe('client_gone')
  })
})

describe('a server that answers with JSON in place of a stream', () => {
  /** Answers each request with this body. */
  async function collectFrom(body: string, type = 'application/json; charset=utf-8'): Promise<ModelChunk[]> {
    const whole = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
    await new Promise<void>((done) => whole.listen(0, '127.0.0.1', done))
    const baseURL = `http://127.0.0.1:${(whole.address() as AddressInfo).port}`
    try {
      return await collect({ client: new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' }) })
    } finally {
      whole.closeAllConnections()
      whole.close()
    }
  }

  it.each([
    [{ error: { message: 'no credits', code: 402 } }, 'no credits'],
    [{ error: 'out of order' }, 'out of order'],
    [{ error: { message: 'insufficient credits' } }, 'insufficient credits'],
  ])('of the error %j reports it with the provider’s text', async (body, text) => {
    await expect(collectFrom(JSON.stringify(body))).rejects.toMatchObject({ code: 'model_unavailable', fields: { provider_text: text } })
  })

  it.each(['{"choices":', '[]', 'null', '"x"', '{"choices":5}', '{"choices":[]}', '{"error":null}'])(
    'that is no completion is reported as such: %s',
    async (body) => {
      await expect(collectFrom(body)).rejects.toMatchObject({ code: 'model_cut', message: expect.stringContaining('base URL') })
    },
  )

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    [null, 'stop'],
    [undefined, 'stop'],
  ])('reads the completion of a server that ignores stream, with the finish reason %s', async (finish_reason, reason) => {
    const body = {
      choices: [{ index: 0, message: { role: 'assistant', content: '{"a":"é"}' }, finish_reason }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    }
    expect(await collectFrom(JSON.stringify(body))).toEqual([
      ...(finish_reason
        ? [
            { type: 'text', text: '{"a":"é"}' },
            { type: 'finish', reason },
          ]
        : [{ type: 'text', text: '{"a":"é"}' }]),
      expect.objectContaining({ type: 'usage' }),
      ...(finish_reason ? [] : [{ type: 'finish', reason }]),
    ])
  })

  it('reads a native call in such a completion', async () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'get', arguments: '{"c":1}' } }]
    const chunks = await collectFrom(JSON.stringify({ choices: [{ message: { content: null, tool_calls }, finish_reason: 'tool_calls' }] }))
    expect(chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')).toBe('{"next_node": "get", "args": {"c":1}}')
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' })
  })

  it('also through a client whose calls return plain promises', async () => {
    const wrapped = client()
    const create = wrapped.chat.completions.create.bind(wrapped.chat.completions) as (...args: unknown[]) => Promise<unknown>
    Object.assign(wrapped.chat.completions, { create: async (...args: unknown[]) => create(...args) })
    expect((await collect({ client: wrapped })).map(({ type }) => type)).toContain('finish')
  })
})

describe('a stream without a finish reason', () => {
  async function collectFrom(contents: readonly string[], end: string): Promise<ModelChunk[]> {
    const events = contents.map((content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`)
    const stream = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const character of events.join('') + end) response.write(character)
      response.end()
    })
    await new Promise<void>((done) => stream.listen(0, '127.0.0.1', done))
    const baseURL = `http://127.0.0.1:${(stream.address() as AddressInfo).port}`
    try {
      return await collect({ client: new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' }) })
    } finally {
      stream.closeAllConnections()
      stream.close()
    }
  }
  const isFinished = async (contents: readonly string[], end: string) => (await collectFrom(contents, end)).some(({ type }) => type === 'finish')

  it.each([['{"a":', '"}"}'], ['Here: ```json\n{"a":1}\n```'], ['Plain words.'], ['It is "said": ', '{"a":[1]} trailing']].map((contents) => [contents]))(
    'is complete after [DONE] and a complete text: %j',
    async (contents) => {
      expect(await isFinished(contents, 'data: [DONE]\n\n')).toBe(true)
      expect(await isFinished(contents, 'data:[DONE]\r\n\r\n')).toBe(true)
      expect(await isFinished(contents, '')).toBe(false)
    },
  )

  it.each([['{"a":', '"x'], ['Here: {"a":{"b":1}'], ['{"a":"\ndata: [DONE]"'], ['', '  '], []].map((contents) => [contents]))(
    'is cut after an incomplete text: %j',
    async (contents) => {
      expect(await isFinished(contents, 'data: [DONE]\n\n').catch(() => false)).toBe(false)
    },
  )
})
