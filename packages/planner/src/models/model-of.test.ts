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
import { chunksOf } from '../test-support/model-calls.ts'
import { capabilitiesOf } from './capabilities.ts'
import { modelOf } from './model-of.ts'
import { type ProviderName, providers } from './providers.ts'

afterEach(() => vi.unstubAllEnvs())

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

describe('capabilitiesOf', () => {
  it('takes the longest prefix, and entries of the host first', () => {
    expect(capabilitiesOf('anthropic', 'claude-opus-5-5')).toMatchObject({ reasoning: 'always', contextTokens: 1_000_000 })
    expect(capabilitiesOf('anthropic', 'claude-opus-5')).toMatchObject({ reasoning: 'effort', prices: { input: 5, output: 25, cachedInput: 0.5 } })
    expect(capabilitiesOf('anthropic', 'other')).toEqual({})
    expect(capabilitiesOf('anthropic', 'claude-opus-5', [{ provider: 'anthropic', prefix: '', images: false }])).toEqual({ images: false })
  })
})
