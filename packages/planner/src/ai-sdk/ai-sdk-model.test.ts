import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV2, LanguageModelV2StreamPart, LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { anthropicRecordings, createReplayServer, type Recording } from '@pf/testing/contracts'
import { describe, expect, it } from 'vitest'
import { askedAgain, chunksOf, question } from '../test-support/model-calls.ts'
import { aiSdkModel } from './ai-sdk-model.ts'

/** A model of an earlier version of the interface, which responds with these parts. */
function earlier<Part>(specificationVersion: 'v2' | 'v3', parts: readonly Part[], seen: unknown[] = []) {
  return {
    specificationVersion,
    provider: 'test',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Not streamed.')),
    doStream: async (options: unknown) => {
      seen.push(options)
      const start = (controller: ReadableStreamDefaultController<Part>) => {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      }
      return { stream: new ReadableStream<Part>({ start }) }
    },
  }
}

describe('aiSdkModel', () => {
  it('[004-reas] keeps reasoning with the metadata of its provider and sends it back', async () => {
    const server = await createReplayServer(anthropicRecordings)
    server.play({ recording: anthropicRecordings.cases.reasoning as Recording })
    const model = aiSdkModel({ model: createAnthropic({ baseURL: `${server.url}/v1`, apiKey: 'k' })('claude-sonnet-5') })
    await chunksOf(model, askedAgain(await chunksOf(model)))
    await server.close()
    const thinking = { type: 'thinking', thinking: 'First the total, then the share.', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' }
    expect(server.requests[1]?.body).toMatchObject({
      messages: [{}, { role: 'assistant', content: [thinking, { type: 'text', text: 'The share is 40 %.' }] }, {}],
    })
  })

  it('reads models of AI SDK 5, whose counts are numbers and whose reason is a word', async () => {
    const parts: LanguageModelV2StreamPart[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hi' },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5, cachedInputTokens: 1, reasoningTokens: 1 } },
    ]
    expect(await chunksOf(aiSdkModel({ model: earlier('v2', parts) as LanguageModelV2 }))).toEqual([
      { type: 'text', text: 'Hi' },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: { model: 'm', input: 3, output: 2, cached: 1, reasoning: 1 } },
    ])
  })

  it('reads models of AI SDK 6, and does not pass them an effort that they do not know', async () => {
    const parts: LanguageModelV3StreamPart[] = [
      { type: 'tool-call', toolCallId: 'c', toolName: 'search', input: '{"query":"pf"}' },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
        usage: {
          inputTokens: { total: 3, noCache: 2, cacheRead: 1, cacheWrite: undefined },
          outputTokens: { total: 2, text: 2, reasoning: undefined },
        },
      },
    ]
    const seen: unknown[] = []
    const model = aiSdkModel({ model: earlier('v3', parts, seen) as LanguageModelV3, reasoningEffort: 'high' })
    expect(await chunksOf(model, { ...question, responseFormat: 'json_object' })).toEqual([
      { type: 'text', text: '{"next_node": "search", "args": {"query":"pf"}', call: true },
      { type: 'text', text: '}', call: true },
      { type: 'finish', reason: 'tool_calls' },
      { type: 'usage', usage: { model: 'm', input: 3, output: 2, cached: 1 } },
    ])
    expect(seen[0]).toMatchObject({ responseFormat: { type: 'json' }, prompt: [{ role: 'system' }, { role: 'user', content: [{ type: 'text' }] }] })
    expect(seen[0]).not.toHaveProperty('reasoning')
  })

  it('refuses a model of another version of the interface', () => {
    expect(() => aiSdkModel({ model: { ...earlier('v2', []), specificationVersion: 'v1' } as never })).toThrow(/V2 to V4/)
  })

  it('takes an error of a middleware of the host for what it is', async () => {
    const model = aiSdkModel({ model: { ...earlier('v2', []), doStream: () => Promise.reject(new TypeError('x is not a function')) } as LanguageModelV2 })
    await expect(chunksOf(model)).rejects.toMatchObject({ code: 'internal', message: expect.not.stringMatching(/server/) })
  })
})
