import { PfError } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createModelServer, type Story } from '@pf/testing'
import OpenAI, { APIError } from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { createAgent } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { toModelError } from '../providers/model-error.ts'
import { answer, call, createHarness, finishOf, type Harness, ofType } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

const isSummary = (system: string) => system.includes('Sum up earlier steps')
let replies = 6
const stories: Story[] = [
  { name: 'summary', match: ({ system }) => isSummary(system), reply: () => ({ content: 'Found ref big.rows; page 1 was empty.' }) },
  { name: 'main', match: () => true, reply: () => ({ content: replies-- > 0 ? call('read', { page: replies }) : answer('done') }) },
]
const read = {
  name: 'read',
  description: 'Reads.',
  input: { type: 'object', properties: { page: { type: 'integer' } } },
  run: ({ page }: { page: number }) => ({ page, text: `${page} `.repeat(900) }),
}
const mainRequests = () => harness.server.requests.filter(({ conversation }) => !isSummary(conversation?.system ?? ''))
const summaryRequests = () => harness.server.requests.filter(({ conversation }) => isSummary(conversation?.system ?? ''))

describe('a conversation that gets too long', () => {
  it('has its older steps summed up; the last ones, the question and the system prompt stay', async () => {
    replies = 6
    harness = await createHarness({ stories, tools: [read as never], limits: { contextTokens: 1_500 } })
    const events = await harness.run('Read all.')
    expect(finishOf(events).payload.raw_answer).toBe('done')
    expect(summaryRequests().length).toBeGreaterThan(0)
    const last = mainRequests().at(-1)?.conversation?.messages ?? []
    expect(last[0]?.content).toBe(mainRequests()[0]?.conversation?.messages[0]?.content)
    expect(last[1]?.content).toBe('Read all.')
    expect(last[2]?.content).toContain('summary_of_earlier_steps')
    expect(last[2]?.content).toContain('big.rows')
    expect(last[3]?.role).toBe('assistant')
    expect(last.length).toBeLessThan(9)
    expect(ofType(events, 'warning').every(({ code }) => code === 'context_shortened')).toBe(true)
    expect(ofType(events, 'usage').length).toBe(harness.server.requests.length)
  })

  it.each([
    [{ contextTokens: 1_500 }, {}, true],
    [{ contextTokens: 1_500 }, { contextTokens: 50_000 }, false],
    [{ contextTokens: 500_000 }, { contextTokens: 1_500 }, true],
    [{}, {}, false],
  ] as const)('is limited by the context of the model %j unless the host sets a limit %j', async (known, limits, isShortened) => {
    replies = 6
    const server = await createModelServer({ stories })
    const client = new OpenAI({ apiKey: 'k', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
    const model = { ...openaiModel({ client, model: 'scripted' }), ...known }
    const agent = createAgent({ model, tools: [read as never], ports: createMemoryStore(), limits })
    expect((await agent.run('Read all.').payload).raw_answer).toBe('done')
    await agent.close()
    await server.close()
    expect(server.requests.some(({ conversation }) => isSummary(conversation?.system ?? ''))).toBe(isShortened)
  })

  it('is shortened without a model when the summary cannot be written', async () => {
    replies = 4
    const failing: Story[] = [
      { name: 'summary', match: ({ system }) => isSummary(system), reply: () => ({ content: '', finish: 'length' }) },
      ...stories.slice(1),
    ]
    harness = await createHarness({ stories: failing, tools: [read as never], limits: { contextTokens: 1_200 } })
    expect(finishOf(await harness.run('Read all.')).payload.raw_answer).toBe('done')
    const last = mainRequests().at(-1)?.conversation?.messages ?? []
    expect(last).toHaveLength(10)
    expect(last[3]?.content.length).toBeLessThan(1_700)
  })

  it('is compressed once when the endpoint refuses it, and the same step is asked again', async () => {
    replies = 5
    harness = await createHarness({ stories, tools: [read as never] })
    harness.server.mode('context-overflow', { request: 6 })
    const events = await harness.run('Read all.')
    expect(finishOf(events).reason).toBe('answer')
    expect(ofType(events, 'repair')).toMatchObject([{ kind: 'context_overflow', step: 6 }])
    expect(summaryRequests()).toHaveLength(1)
    expect(mainRequests().at(-1)?.conversation?.messages[2]?.content).toContain('big.rows')
  })
})

describe('limits of a run', () => {
  it('tokens: no call follows once they are used up, and the finish says so', async () => {
    replies = 9
    harness = await createHarness({ stories, tools: [read as never], limits: { maxTokens: 3_000 } })
    const finish = finishOf(await harness.run('Read all.'))
    expect(finish).toMatchObject({ reason: 'budget_exhausted', error: { code: 'budget_exhausted', message: expect.stringContaining('3000 tokens') } })
    expect(harness.server.requests.length).toBeLessThan(9)
    expect(harness.server.requests.length).toBeGreaterThan(1)
  })
})

function said(message: string, more: { status?: number | undefined; code?: string; type?: string } = {}) {
  const { status, ...body } = { status: 400, ...more }
  return new APIError(status, { message, ...body }, undefined, new Headers())
}

describe('an overflow in the words of', () => {
  it.each([
    ['OpenAI', "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", {}],
    ['OpenAI by code', 'Bad request', { code: 'context_length_exceeded' }],
    ['OpenAI, responses', 'Your input exceeds the context window of this model.', {}],
    ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum', { type: 'invalid_request_error' }],
    ['Anthropic, bytes', 'Request exceeds the maximum size', { status: 413, type: 'request_too_large' }],
    ['Bedrock', 'Input is too long for requested model.', {}],
    ['Gemini', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', {}],
    ['Mistral', 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length', {}],
    ['Cohere', 'too many tokens: total number of tokens in the prompt cannot exceed 4081', {}],
    ['llama.cpp', 'the request exceeds the available context size. try increasing the context size', { type: 'exceed_context_size_error' }],
    ['Ollama', 'the input length exceeds the context length', {}],
    ['LM Studio', 'Trying to keep the first 9000 tokens when context the overflows.', {}],
    ['Groq', 'Please reduce the length of the messages or completion.', {}],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 140000 tokens.", {}],
    ['TGI', 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097.', { status: 422 }],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 8192', {}],
    ['Qwen', 'Range of input length should be [1, 30720]', {}],
    ['Copilot', 'prompt token count of 90000 exceeds the limit of 64000', { code: 'model_max_prompt_tokens_exceeded' }],
    ['a server that answers 500', 'context length exceeded', { status: 500 }],
    ['an error inside the stream', 'Bad request', { status: undefined, code: 'context_length_exceeded' }],
  ])('%s is known', (_name, message, more) => {
    const error = toModelError(said(message, more), false)
    expect(error).toBeInstanceOf(PfError)
    expect(error.code).toBe('context_overflow')
    expect(error.message).not.toContain(message)
  })

  it.each([
    ['a rate limit in tokens', 'Request too large for gpt-4 on tokens per min (TPM): Limit 10000, Requested 12000.', { status: 429 }],
    ['a completion limit', 'max_tokens is too large: 9000. This model supports at most 4096 completion tokens.', {}],
    ['a rate limit over the quota', 'Rate limit reached: too many tokens per day', { status: 429 }],
    ['an empty message list', 'messages: at least one message is required', {}],
    ['an image', 'Image size exceeds the allowed limit', {}],
  ])('and %s is none', (_name, message, more) => {
    expect(toModelError(said(message, more), false).code).toBe('model_unavailable')
  })
})
