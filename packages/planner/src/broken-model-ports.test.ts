import { type Model, type ModelChunk, PfError } from '@pf/core'
import { modelContract, openAiChatRecordings } from '@pf/testing/contracts'
import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { openaiModel } from './openai.ts'

type Streamed = AsyncIterable<ModelChunk>

/** Possible faults of a port. Each of them changes the stream of a correct port. */
const faults: Record<string, (stream: Streamed) => AsyncGenerator<ModelChunk, void, undefined>> = {
  'has no usage': async function* (stream) {
    for await (const chunk of stream) if (chunk.type !== 'usage') yield chunk
  },
  'drops reasoning': async function* (stream) {
    for await (const chunk of stream) if (chunk.type !== 'reasoning') yield chunk
  },
  'shows reasoning as text': async function* (stream) {
    for await (const chunk of stream) yield chunk.type === 'reasoning' ? { ...chunk, type: 'text' } : chunk
  },
  'finishes a stream that was cut': async function* (stream) {
    try {
      yield* stream
    } catch {
      // This fault swallows the error.
    }
    yield { type: 'finish', reason: 'stop' }
  },
  'takes the limit for an end': async function* (stream) {
    for await (const chunk of stream) yield chunk.type === 'finish' ? { type: 'finish', reason: 'stop' } : chunk
  },
  'shows the user what the provider said': async function* (stream) {
    try {
      yield* stream
    } catch (error) {
      if (!PfError.isInstance(error)) throw error
      throw new PfError(error.code, `${error.message} ${String(error.fields.provider_text)}`, { cause: error.cause, fields: error.fields })
    }
  },
  'throws the error of its client': async function* (stream) {
    try {
      yield* stream
    } catch (error) {
      throw error instanceof Error ? (error.cause ?? error) : error
    }
  },
}

it.each(Object.entries(faults))('a port that %s fails the contract', async (_name, fault) => {
  const connect = (baseURL: string): Model => {
    const { name, stream } = openaiModel({ client: new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' }), model: 'gpt-4o' })
    return { name, stream: (...args) => fault(stream(...args)) }
  }
  const failed: string[] = []
  for (const { name, run } of modelContract({ recordings: openAiChatRecordings, connect })) await run().catch(() => failed.push(name))
  expect(failed).not.toEqual([])
})
