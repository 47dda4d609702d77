import Anthropic from '@anthropic-ai/sdk'
import { anthropicRecordings, createReplayServer, type Recording, type ReplayServer } from '@pf/testing/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askedAgain, chunksOf, question } from '../test-support/model-calls.ts'
import { anthropicModel } from './anthropic-model.ts'
import type { AnthropicModelOptions } from './anthropic-model-options.ts'

let server: ReplayServer
beforeEach(async () => {
  server = await createReplayServer(anthropicRecordings)
})
afterEach(() => server.close())

const recorded = (name: 'text' | 'reasoning' | 'one call') => ({ recording: anthropicRecordings.cases[name] as Recording })
const refused = (message: string) => ({ recording: { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } } })
const connect = (options: Partial<AnthropicModelOptions> = {}) =>
  anthropicModel({ client: new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0 }), model: 'claude-sonnet-5', ...options })
const body = (request: number) => server.requests[request]?.body

describe('anthropicModel', () => {
  it('sends the system prompt beside the messages, and marks it for caching on request only', async () => {
    server.play(recorded('text'))
    await chunksOf(connect())
    expect(body(0)).toMatchObject({ system: 'Be brief.', messages: [{ role: 'user', content: 'What is the share?' }], max_tokens: 8_192 })
    await chunksOf(connect({ cacheSystemPrompt: true, maxTokens: 100, extraBody: { service_tier: 'standard_only' } }))
    expect(body(1)).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      max_tokens: 100,
      service_tier: 'standard_only',
    })
    for (const name of ['thinking', 'temperature', 'output_config', 'tools']) expect(body(0)).not.toHaveProperty(name)
  })

  it('[004-reas] keeps thinking with its signature and sends it back before the text it led to, but not that of another model', async () => {
    server.play(recorded('reasoning'))
    const request = askedAgain(await chunksOf(connect()))
    await chunksOf(connect(), request)
    const thinking = { type: 'thinking', thinking: 'First the total, then the share.', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' }
    expect(body(1)).toMatchObject({ messages: [{}, { role: 'assistant', content: [thinking, { type: 'text', text: 'The share is 40 %.' }] }, {}] })
    await chunksOf(connect({ model: 'claude-opus-5' }), request)
    expect(body(2)).toMatchObject({ messages: [{}, { role: 'assistant', content: 'The share is 40 %.' }, {}] })
  })

  it('asks for adaptive thinking, then for a budget, then for none, as the model takes it', async () => {
    server.play(refused('adaptive thinking is not supported on this model'), refused('thinking: Input should be disabled'), recorded('text'))
    const model = connect({ reasoningEffort: 'low', temperature: 0 })
    await chunksOf(model)
    await chunksOf(model)
    expect(body(0)).toMatchObject({ thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } })
    expect(body(0)).not.toHaveProperty('temperature')
    expect(body(1)).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2_048 }, max_tokens: 8_192 + 2_048 })
    for (const request of [2, 3]) {
      expect(body(request)).not.toHaveProperty('thinking')
      expect(body(request)).toMatchObject({ temperature: 0, max_tokens: 8_192 })
    }
    expect(server.requests).toHaveLength(4)
  })

  it('asks for a schema and for a function with the forms of the API', async () => {
    server.play(recorded('text'))
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    await chunksOf(connect(), { ...question, responseFormat: { name: 'planner_action', schema } })
    await chunksOf(connect(), { ...question, tool: { name: 'plan', description: 'Plans.', parameters: schema } })
    expect(body(0)).toMatchObject({ output_config: { format: { type: 'json_schema', schema } } })
    expect(body(1)).toMatchObject({ tools: [{ name: 'plan', input_schema: schema }], tool_choice: { type: 'tool', name: 'plan' } })
  })
})
