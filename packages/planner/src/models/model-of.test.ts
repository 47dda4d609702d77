import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { createMemoryStore } from '@pf/core/memory'
import {
  anthropicRecordings,
  createReplayServer,
  geminiRecordings,
  openAiChatRecordings,
  openAiResponsesRecordings,
  type Recording,
} from '@pf/testing/contracts'
import OpenAI from 'openai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAgent } from '../index.ts'
import type { ModelRequest } from '../model/model.ts'
import { chunksOf, question } from '../test-support/model-calls.ts'
import { type CapabilityEntry, capabilitiesOf } from './capabilities.ts'
import { type ModelOfOptions, modelOf } from './model-of.ts'
import { pricesOf } from './prices-of.ts'
import { type ProviderName, providers } from './providers.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const recorded = {
  openai: openAiChatRecordings,
  'openai-responses': openAiResponsesRecordings,
  anthropic: anthropicRecordings,
  gemini: geminiRecordings,
}

describe('modelOf', () => {
  const names = (Object.keys(providers) as ProviderName[]).filter((name) => !('needsClient' in providers[name]))
  it.each(names)('%s: speaks its protocol to the address it is given, with the key of its variable', async (provider) => {
    const recordings = recorded[providers[provider].api]
    const server = await createReplayServer(recordings)
    const variable = 'keyVariable' in providers[provider] ? (providers[provider] as { keyVariable: string }).keyVariable : undefined
    if (variable) vi.stubEnv(variable, 'sk-of-the-environment')
    server.play({ recording: recordings.cases.text as Recording })
    const model = await modelOf({ provider, model: 'm-1', baseURL: server.url, maxRetries: 0 })
    const chunks = await chunksOf(model)
    await server.close()
    expect(chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')).toBe('Grüße, 世界 😀')
    expect(() => createAgent({ model, tools: [], ports: createMemoryStore() })).not.toThrow()
  })

  it('uses a client of the host, which some providers need', async () => {
    const clients = {
      bedrock: [anthropicRecordings, (baseURL: string) => new Anthropic({ apiKey: 'k', baseURL, maxRetries: 0 })],
      'vertex-gemini': [geminiRecordings, (baseUrl: string) => new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl } })],
      openai: [openAiChatRecordings, (baseURL: string) => new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0 })],
    } as const
    for (const [provider, [recordings, clientOf]] of Object.entries(clients)) {
      const server = await createReplayServer(recordings)
      server.play({ recording: recordings.cases.text as Recording })
      const model = await modelOf({ provider: provider as ProviderName, model: 'm-1', client: clientOf(server.url) })
      const chunks = await chunksOf(model)
      await server.close()
      expect(chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')).toBe('Grüße, 世界 😀')
    }
  })

  it('takes the files that the capabilities name, and otherwise those that the host names', async () => {
    const of = async (model: string, more = {}) => (await modelOf({ provider: 'openai', model, apiKey: 'k', ...more })).accepts
    expect(await of('gpt-4.1')).toEqual(expect.arrayContaining(['image/png', 'application/pdf']))
    expect(await of('unheard-of')).toEqual([])
    expect(await of('unheard-of', { capabilities: [{ provider: 'openai', prefix: 'unheard', images: false, pdf: true }] })).toEqual(['application/pdf'])
    expect(await of('gpt-4.1', { accepts: ['image/webp'] })).toEqual(['image/webp'])
  })

  it.each([
    [{ provider: 'nobody' as ProviderName, model: 'm' }, /no provider "nobody"\. The providers are openai, /],
    [{ provider: 'openai', model: '' }, /name of a model/],
    [{ provider: 'deepseek', model: 'deepseek-chat' }, /pass apiKey, or set DEEPSEEK_API_KEY/],
    [{ provider: 'openai-compatible', model: 'm' }, /baseURL/],
    [{ provider: 'bedrock', model: 'm' }, /@anthropic-ai\/bedrock-sdk/],
  ] as const)('refuses %j', async (options, message) => {
    vi.stubEnv('DEEPSEEK_API_KEY', undefined)
    await expect(modelOf(options)).rejects.toMatchObject({ code: 'invalid_config', message: expect.stringMatching(message) })
  })

  it('sends an effort to models that may take one, and to no other', async () => {
    const server = await createReplayServer(openAiChatRecordings)
    server.play({ recording: openAiChatRecordings.cases.text as Recording })
    const given = { provider: 'openai', apiKey: 'k', baseURL: server.url, maxRetries: 0, reasoningEffort: 'low' } as const
    for (const model of ['gpt-4o', 'gpt-5-mini', 'unheard-of']) await chunksOf(await modelOf({ ...given, model }))
    const own = [{ provider: 'openai', prefix: 'unheard', reasoning: 'none' }] as const
    await chunksOf(await modelOf({ ...given, model: 'unheard-of', capabilities: own }))
    await server.close()
    expect(server.requests.map(({ body }) => body.reasoning_effort)).toEqual([undefined, 'low', 'low', undefined])
  })
})

describe('the capabilities of a model', () => {
  const ask = async (capabilities: Omit<CapabilityEntry, 'provider' | 'prefix'>, request: Partial<ModelRequest>, options: Partial<ModelOfOptions> = {}) => {
    const server = await createReplayServer(openAiChatRecordings)
    server.play({ recording: openAiChatRecordings.cases.text as Recording })
    const known = [{ provider: 'openai', prefix: 'm', ...capabilities }] as const
    const model = await modelOf({ provider: 'openai', model: 'm', apiKey: 'k', baseURL: server.url, maxRetries: 0, capabilities: known, ...options })
    await chunksOf(model, { ...question, ...request })
    await server.close()
    return { model, body: server.requests[0]?.body }
  }
  const schema = { name: 'planner_action', schema: { type: 'object' } } as const
  const tool = { name: 'plan', description: 'Plans.', parameters: { type: 'object' } } as const

  it.each([
    [{}, schema, 'json_schema'],
    [{ jsonMode: 'schema' }, schema, 'json_schema'],
    [{ jsonMode: 'object' }, schema, 'json_object'],
    [{ jsonMode: 'object' }, 'json_object', 'json_object'],
    [{ jsonMode: 'none' }, schema, undefined],
    [{ jsonMode: 'none' }, 'json_object', undefined],
  ] as const)('%j: the format %j is asked for as %s', async (capabilities, responseFormat, type) => {
    expect((await ask(capabilities, { responseFormat })).body?.response_format).toEqual(type === undefined ? undefined : expect.objectContaining({ type }))
  })

  it('a function is not sent to a model without function calling', async () => {
    expect((await ask({ nativeCalls: false }, { tool })).body).not.toHaveProperty('tools')
    expect((await ask({ nativeCalls: true }, { tool })).body).toHaveProperty('tools')
  })

  it('an output limit above that of the model is lowered to it', async () => {
    expect((await ask({ maxOutputTokens: 100 }, {}, { maxTokens: 500 })).body).toMatchObject({ max_tokens: 100 })
    expect((await ask({ maxOutputTokens: 100 }, {}, { maxTokens: 50 })).body).toMatchObject({ max_tokens: 50 })
    expect((await ask({ maxOutputTokens: 100 }, {})).body).not.toHaveProperty('max_tokens')
  })

  it('the context of the model, without room for its output, limits prompts', async () => {
    expect((await ask({ contextTokens: 8_000 }, {})).model.contextTokens).toBe(6_000)
    expect((await ask({ contextTokens: 8_000, maxOutputTokens: 1_000 }, {})).model.contextTokens).toBe(7_000)
    expect((await ask({}, {})).model).not.toHaveProperty('contextTokens')
  })

  it('prices become the price table of budgets only on request', async () => {
    const prices = { input: 2, output: 10, cachedInput: 0.2, asOf: '2026-11-29', source: 'https://example.com' }
    const { model } = await ask({ prices }, {})
    const base = { model, tools: [], ports: createMemoryStore() }
    expect(() => createAgent({ ...base, budgets: { run: { cost: 1 } } })).toThrow(/no price for "m"/)
    expect(pricesOf(model)).toEqual({ m: { input: 2, output: 10, cached: 0.2 } })
    expect(() => createAgent({ ...base, budgets: { run: { cost: 1 }, prices: pricesOf(model) } })).not.toThrow()
    const unpriced = (await ask({}, {})).model
    expect(() => pricesOf(model, unpriced)).toThrow(expect.objectContaining({ code: 'invalid_config' }))
  })
})

describe('the clients that modelOf creates', () => {
  it.each(['openai', 'openai-responses', 'anthropic', 'google'] as const)('print nothing by default, whatever the server of %s sends', async (provider) => {
    for (const name of ['OPENAI_LOG', 'ANTHROPIC_LOG']) vi.stubEnv(name, undefined)
    for (const [name, value] of Object.entries({ ANTHROPIC_AUTH_TOKEN: 'other', GOOGLE_API_KEY: undefined, GEMINI_API_KEY: 'b' })) vi.stubEnv(name, value)
    const printed = (['debug', 'log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined))
    const recordings = recorded[providers[provider].api]
    const server = await createReplayServer(recordings)
    const model = await modelOf({ provider, model: 'm', apiKey: 'k', baseURL: server.url, maxRetries: 0 })
    const unreadable: Recording = { events: [{ event: 'message_start', data: '{"unreadable": SECRET' }] }
    for (const recording of [recordings.cases['server error'], recordings.cases['one call'], recordings.cases.reasoning, unreadable] as Recording[]) {
      server.play({ recording })
      await chunksOf(model).catch(() => undefined)
    }
    await server.close()
    expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
  })
})

describe('capabilitiesOf', () => {
  it('takes the longest prefix, and entries of the host first', () => {
    expect(capabilitiesOf('anthropic', 'claude-opus-5-5')).toMatchObject({ reasoning: 'always', contextTokens: 1_000_000 })
    expect(capabilitiesOf('anthropic', 'claude-opus-5')).toMatchObject({ reasoning: 'effort', prices: { input: 5, output: 25, cachedInput: 0.5 } })
    expect(capabilitiesOf('anthropic', 'other')).toEqual({})
    expect(capabilitiesOf('anthropic', 'claude-opus-5', [{ provider: 'anthropic', prefix: '', images: false }])).toEqual({ images: false })
  })
})
