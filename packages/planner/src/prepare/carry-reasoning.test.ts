import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import type { AgentInput, ChatMessage, Model } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import {
  anthropicRecordings,
  createReplayServer,
  geminiRecordings,
  openAiChatRecordings,
  openAiResponsesRecordings,
  type ProviderRecordings,
  type Recording,
  type ReplayServer,
} from '@pf/testing/contracts'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { aiSdkModel } from '../ai-sdk.ts'
import { anthropicModel } from '../anthropic.ts'
import { geminiModel } from '../gemini.ts'
import { type Agent, createAgent, defineTool } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { openaiResponsesModel } from '../openai-responses.ts'
import { answer, call, inputOf, scope } from '../test-support/harness.ts'

const openAi = (baseURL: string) => new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' })
const ports: Record<string, { recordings: ProviderRecordings; connect(url: string): Model; item: string }> = {
  anthropic: {
    recordings: anthropicRecordings,
    connect: (baseURL) => anthropicModel({ client: new Anthropic({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' }), model: 'claude-sonnet-5' }),
    item: '"signature":',
  },
  'openai-responses': {
    recordings: openAiResponsesRecordings,
    connect: (baseURL) => openaiResponsesModel({ client: openAi(baseURL), model: 'gpt-5' }),
    item: '"encrypted_content":',
  },
  gemini: {
    recordings: geminiRecordings,
    connect: (baseUrl) =>
      geminiModel({ client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl, retryOptions: { attempts: 1 } } }), model: 'gemini-2.5-flash' }),
    item: '"thoughtSignature":',
  },
  'ai-sdk (Anthropic)': {
    recordings: anthropicRecordings,
    connect: (baseURL) => aiSdkModel({ model: createAnthropic({ baseURL: `${baseURL}/v1`, apiKey: 'k' })('claude-sonnet-5') }),
    item: '"signature":',
  },
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A recorded response with reasoning, whose text is an action. */
function written(recordings: ProviderRecordings, action: string, size = 1) {
  const inJson = JSON.stringify(action).slice(1, -1)
  const text = JSON.stringify(recordings.cases.reasoning)
    .replaceAll('The share is 40 %.', inJson)
    .replaceAll('The share ', inJson)
    .replaceAll('is 40 %.', '')
    .replaceAll('EqQBCgIYAhIM1gbcDa9GJwZA2b3h', 'sig'.repeat(size))
    .replaceAll('gAAAAABoISQ24OyVRYbkYfukdJoqdzWT', 'enc'.repeat(size))
    .replaceAll('CpMBAdHtim9sGwoyRkFt', 'sign'.repeat(size))
  return { recording: JSON.parse(text) as Recording }
}

let server: ReplayServer
let agent: Agent
async function open(port: keyof typeof ports) {
  const { recordings, connect } = ports[port] as (typeof ports)[string]
  server = await createReplayServer(recordings)
  const input = { type: 'object' } as const
  const find = defineTool({ name: 'find', description: 'Finds.', input, run: () => ({ found: 1 }) })
  agent = createAgent({ model: connect(server.url), tools: [find], ports: createMemoryStore() })
  closing.push(
    () => server.close(),
    () => agent.close(),
  )
  return recordings
}

async function turn(run_id: string, messages: ChatMessage[], more: Partial<AgentInput> = {}): Promise<string> {
  await agent.start(inputOf('', { run_id, messages, ...more }), scope)
  for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) if (event.type === 'finish') break
  return JSON.stringify(server.requests.at(-1)?.body)
}

const count = (text: string, item: string) => text.split(item).length - 1
const asked = (number: number): ChatMessage => ({ id: `u${number}`, role: 'user', content: `Question ${number}` })
const answered = (number: number): ChatMessage => ({ id: `a${number}`, role: 'assistant', content: `Answer ${number}` })

describe.each(Object.keys(ports))('reasoning items of %s', (port) => {
  const { item } = ports[port] as (typeof ports)[string]

  it('are sent back in the later turns of a thread, with the answers that they led to', async () => {
    const recordings = await open(port)
    for (const number of [1, 2, 3]) {
      server.play(written(recordings, answer(`Answer ${number}`)))
      const earlier = [1, 2].filter((each) => each < number).flatMap((each) => [asked(each), answered(each)])
      expect(count(await turn(`run-${number}`, [...earlier, asked(number)]), item)).toBe(number - 1)
    }
  })

  it('are sent back as far as the conversation is the one for which they were written', async () => {
    const recordings = await open(port)
    server.play(written(recordings, answer('Answer 1')))
    await turn('run-1', [asked(1)])
    expect(count(await turn('run-2', [asked(9), answered(1), asked(2)]), item)).toBe(0)
  })

  it('are sent back with the steps of an earlier turn, if the client has them', async () => {
    const recordings = await open(port)
    server.play(written(recordings, call('find')), written(recordings, answer('Answer 1')), written(recordings, answer('Answer 2')))
    expect(count(await turn('run-1', [asked(1)]), item)).toBe(1)
    const steps: ChatMessage[] = [
      { id: 'c1', role: 'assistant', content: '', tool_calls: [{ id: 'tc:run-1:1', name: 'find', arguments: '{}' }] },
      { id: 'r1', role: 'tool', tool_call_id: 'tc:run-1:1', content: '{"found":1}' },
    ]
    expect(count(await turn('run-2', [asked(1), ...steps, answered(1), asked(2)]), item)).toBe(2)
    expect(count(await turn('run-3', [asked(1), answered(1), asked(2)]), item)).toBe(0)
  })

  it('are not sent back if they are too large together', async () => {
    const recordings = await open(port)
    for (const number of [1, 2, 3]) {
      server.play(written(recordings, answer(`Answer ${number}`), 40_000))
      const earlier = [1, 2].filter((each) => each < number).flatMap((each) => [asked(each), answered(each)])
      expect(count(await turn(`run-${number}`, [...earlier, asked(number)]), item)).toBe(number === 2 ? 1 : 0)
    }
  })

  it('are left out for good when the provider refuses them', async () => {
    const recordings = await open(port)
    server.play(written(recordings, answer('Answer 1')))
    await turn('run-1', [asked(1)])
    const refusal = 'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.'
    const body = { type: 'error', error: { type: 'invalid_request_error', message: refusal } }
    server.play({ recording: { status: 400, body } }, written(recordings, call('find')), written(recordings, answer('Answer 2')))
    const last = await turn('run-2', [asked(1), answered(1), asked(2)])
    expect(server.requests.map(({ body: sent }) => count(JSON.stringify(sent), item))).toEqual([0, 1, 0, 1])
    expect(last).toContain('Question 2')
  })
})

it('earlier turns are not read for a model without reasoning items', async () => {
  const server = await createReplayServer(openAiChatRecordings)
  closing.push(() => server.close())
  const { threads, ...others } = createMemoryStore()
  const reads: string[] = []
  const read: typeof threads.read = (owner, thread_id, limit) => {
    reads.push(thread_id)
    return threads.read(owner, thread_id, limit)
  }
  agent = createAgent({ model: openaiModel({ client: openAi(server.url), model: 'm' }), tools: [], ports: { ...others, threads: { ...threads, read } } })
  closing.push(() => agent.close())
  server.play({ recording: openAiChatRecordings.cases['an action'] as Recording })
  await agent.start(inputOf('', { messages: [asked(1), answered(1), asked(2)] }), scope)
  for await (const event of (await agent.attach('run-1', 0, { scope })) ?? []) if (event.type === 'finish') break
  expect(reads).toEqual([])
})
