import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { isRecord } from '@pf/core/internal'
import { createModelServer, type ModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aiSdkModel } from '../ai-sdk.ts'
import { anthropicModel } from '../anthropic.ts'
import { geminiModel } from '../gemini.ts'
import type { Model, ModelMessage } from '../model/model.ts'
import { modelOf } from '../models/model-of.ts'
import { openaiModel } from '../openai.ts'
import { openaiResponsesModel } from '../openai-responses.ts'

const conversation: ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'assistant', content: 'Welcome!' },
  { role: 'user', content: 'Hello.' },
  { role: 'user', content: 'Are you there?' },
]
const refusals = [
  'Developer instruction is not enabled for models/gemma-3-4b-it',
  'The first message must be from the user',
  'System role not supported',
  'Conversation roles must alternate user/assistant/user/assistant/...',
  'Bad request',
  'Request contains an invalid argument.',
]
const openAi = (baseURL: string) => new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' })

async function ask(model: Model, messages = conversation): Promise<string> {
  let text = ''
  for await (const chunk of model.stream({ messages }, { signal: new AbortController().signal })) if (chunk.type === 'text') text += chunk.text
  return text
}

describe('a model whose chat template takes only alternating messages of user and assistant', () => {
  let server: ModelServer
  beforeEach(async () => {
    server = await createModelServer({ stories: [{ name: 'hi', match: () => true, reply: () => ({ content: 'hello there' }) }] })
  })
  afterEach(() => server.close())

  const ports: Record<string, () => Model> = {
    openaiModel: () => openaiModel({ client: openAi(server.url), model: 'scripted' }),
    aiSdkModel: () => aiSdkModel({ model: createOpenAICompatible({ name: 'strict', baseURL: server.url, apiKey: 'k' })('scripted') }),
  }
  const rolesOf = (body: unknown) =>
    isRecord(body) && Array.isArray(body.messages) ? body.messages.map((message: ModelMessage) => message.role[0]).join('') : ''
  const cases = Object.keys(ports).flatMap((name) => refusals.map((message) => [name, message] as const))

  it.each(cases)('is understood by %s after "%s", and from then on at once (vllm#6862, autogen#3597, adk-python#1373)', async (name, message) => {
    server.mode('strict-roles', { message })
    const model = ports[name]?.()
    if (!model) throw new Error(name)
    expect(await ask(model)).toBe('hello there')
    expect(server.requests.length).toBeLessThanOrEqual(3)
    const { length } = server.requests
    expect(await ask(model)).toBe('hello there')
    expect(server.requests.slice(length).map(({ body }) => rolesOf(body))).toEqual(['uau'])
    const sent = JSON.stringify(server.requests.at(-1)?.body)
    for (const { content } of conversation) expect(sent).toContain(content)
  })

  it('gets alternating roles in the first request with the option alternatingRoles, and keeps its system prompt', async () => {
    await ask(openaiModel({ client: openAi(server.url), model: 'scripted', alternatingRoles: true }))
    await ask(await modelOf({ provider: 'openai-compatible', model: 'scripted', baseURL: server.url, alternatingRoles: true }))
    expect(server.requests.map(({ body }) => rolesOf(body))).toEqual(['suau', 'suau'])
  })

  it('is asked twice at most about a refusal without a reason that has another cause, and keeps its system prompt', async () => {
    const model = openaiModel({ client: openAi(server.url), model: 'scripted' })
    server.mode('400')
    for (const requests of [2, 3]) {
      await expect(ask(model)).rejects.toMatchObject({ code: 'model_unavailable' })
      expect(server.requests).toHaveLength(requests)
    }
    server.mode('ok')
    await ask(model)
    expect(server.requests.map(({ body }) => rolesOf(body))).toEqual(['sauu', 'uau', 'sauu', 'sauu'])
  })

  it.each(['401', '403', '404', '429', '500', 'quota', 'context-overflow', 'context-overflow-text'] as const)('is not asked again after %s', async (mode) => {
    server.mode(mode)
    await expect(ask(openaiModel({ client: openAi(server.url), model: 'scripted' }))).rejects.toThrow()
    expect(server.requests).toHaveLength(1)
  })

  it('gets neither the roles nor the parameter that it refuses', async () => {
    const model = openaiModel({ client: openAi(server.url), model: 'scripted', temperature: 0.5 })
    server.mode('strict-roles')
    server.mode('unsupported-parameter', { param: 'temperature', request: 1 })
    await ask(model)
    expect([rolesOf(server.requests.at(-1)?.body), server.requests.at(-1)?.body]).toMatchObject(['uau', expect.not.objectContaining({ temperature: 0.5 })])
  })
})

const completed = { type: 'response.completed', response: { id: 'r', status: 'completed', output: [], usage: {} } }
const streams = {
  responses: [{ type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'hi' }, completed],
  anthropic: [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hi' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
  gemini: [{ candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }] }],
}
type Protocol = keyof typeof streams
type Body = Record<'input' | 'messages' | 'contents', { role: string }[] | undefined> & { system?: unknown; systemInstruction?: unknown }

const connect: Record<Protocol, (url: string) => Model> = {
  responses: (url) => openaiResponsesModel({ client: openAi(url), model: 'm' }),
  anthropic: (url) => anthropicModel({ client: new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0, logLevel: 'off' }), model: 'm' }),
  gemini: (url) => geminiModel({ client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } }), model: 'm' }),
}
const sayings: Record<Protocol, (message: string) => unknown> = {
  responses: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  anthropic: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  gemini: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
}
const rolesIn = ({ input, messages, contents, system, systemInstruction }: Body) =>
  `${system === undefined && systemInstruction === undefined ? '' : 's'}${(input ?? messages ?? contents ?? []).map(({ role }) => (role === 'model' ? 'a' : role[0])).join('')}`

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const others = (Object.keys(streams) as Protocol[]).flatMap((protocol) => refusals.map((message) => [protocol, message] as const))
it.each(others)('over the protocol %s, a model that refuses with "%s" gets strictly alternating messages', async (protocol, message) => {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const roles = rolesIn(await readBody(request))
    seen.push(roles)
    const isTaken = roles === 'uau'
    response.writeHead(isTaken ? 200 : 400, { 'content-type': isTaken ? 'text/event-stream' : 'application/json' })
    const events = streams[protocol].map((event) => `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    response.end(isTaken ? events.join('') : JSON.stringify(sayings[protocol](message)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const model = connect[protocol](`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const texts = [await ask(model), await ask(model)]
  await new Promise((done) => server.close(done))
  expect([texts, seen.length <= 4, seen.slice(-2)]).toEqual([['hi', 'hi'], true, ['uau', 'uau']])
})
