import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { registryDigest, registryVersion } from '@pf/registry'
import {
  anthropicRecordings,
  createReplayServer,
  geminiRecordings,
  openAiChatRecordings,
  openAiResponsesRecordings,
  type ProviderRecordings,
  type Recording,
} from '@pf/testing/contracts'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aiSdkModel } from '../ai-sdk.ts'
import { anthropicModel } from '../anthropic.ts'
import { geminiModel } from '../gemini.ts'
import type { AgentOptions } from '../index.ts'
import type { Model } from '../model/model.ts'
import { openaiModel } from '../openai.ts'
import { openaiResponsesModel } from '../openai-responses.ts'
import { answer, call, createHarness, type Harness, inputOf, questionOf, scope, script } from '../test-support/harness.ts'
import { type RegisteredTelemetry, registerTelemetry } from '../test-support/telemetry.ts'

let harness: Harness
let telemetry: RegisteredTelemetry
const others: Harness[] = []

beforeEach(() => {
  telemetry = registerTelemetry()
})
afterEach(async () => {
  for (const each of others.splice(0)) await each.close()
  await harness?.close()
  await telemetry.dispose()
})

const metric = (component: string) => call('render_component', { component, props: { label: 'SECRET label', value: 1 } })
const attributesOf = (name: string) => telemetry.named(name)[0]?.attributes
const pointsOf = async (name: string) => (await telemetry.measured(name))?.points ?? []
const kindsOf = async (name: string) => (await pointsOf(name)).map(({ attributes }) => attributes.kind)
const untilEnded = (name: string, count = 1) => expect.poll(() => telemetry.named(name).length, { timeout: 10_000 }).toBe(count)
const parentOf = ({ parentSpanContext }: ReadableSpan) => parentSpanContext?.spanId
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId
const tracesOf = (spans: readonly ReadableSpan[]) => [...new Set(spans.map((span) => span.spanContext().traceId))]

const lookup: ToolDefinition = { name: 'look', description: 'Looks.', input: { type: 'object' }, run: () => ({ found: 'SECRET result' }) }

/** A model without a server, whose chunks are given. */
const modelOf = (texts: readonly string[], usage?: { input: number; output: number; cached?: number; reasoning?: number }): Model => {
  let calls = 0
  return {
    name: 'small-1',
    provider: 'mistral_ai',
    async *stream() {
      yield { type: 'reasoning', text: 'SECRET thought' }
      yield { type: 'text', text: texts[calls++] ?? answer('SECRET answer') }
      if (usage) yield { type: 'usage', usage }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}

/** Runs one question with a model in this process. */
async function runWith(options: Partial<AgentOptions>) {
  const { createAgent } = await import('../index.ts')
  const agent = createAgent({ model: modelOf([]), tools: [], ports: createMemoryStore(), ...options })
  const run = agent.run('SECRET question')
  const payload = await run.payload
  await agent.close()
  // The span and the metrics of the run end after its payload. Otherwise they would belong to the next test.
  await expect.poll(() => telemetry.named('invoke_agent').length, { timeout: 10_000 }).toBeGreaterThan(0)
  return payload
}

describe('[prod-11] spans', () => {
  it('[003-obs-01] [003-obs-03] [004-rep-02] tell names, sizes and verdicts, and no content; so do metrics', async () => {
    const sloppy = '{"next_node": "final_response", "args": {"answer": "SECRET answer",},}'
    harness = await createHarness({ stories: [script(metric('metric'), metric('nonsense'), 'prose', sloppy)], richOutput: { enabled: true } })
    await harness.run('SECRET question')
    await untilEnded('invoke_agent')
    expect(attributesOf('invoke_agent agent')).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'agent',
      'gen_ai.conversation.id': 'thread-1',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'scripted',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'pf.registry.version': registryVersion,
      'pf.registry.digest': registryDigest,
      'pf.run_id': 'run-1',
      'pf.finish': expect.any(String),
      'pf.model_calls': expect.any(Number),
    })
    expect(attributesOf('execute_tool render_component')).toMatchObject({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.id': 'tc:run-1:1' })
    expect((await pointsOf('pf.component.bytes')).map(({ attributes }) => attributes)).toEqual([
      { component: 'metric', verdict: 'ok' },
      { component: 'unknown', verdict: 'rejected' },
    ])
    expect(await kindsOf('pf.action.repair')).toContain('answer')
    expect(await telemetry.text()).not.toContain('SECRET')
  })

  it('of a model call have its model, provider, usage with cached tokens, finish reason and time to the first chunk', async () => {
    await runWith({ model: modelOf([], { input: 100, output: 7, cached: 60, reasoning: 3 }) })
    const [span] = telemetry.named('chat small-1')
    expect(span?.kind).toBe(SpanKind.CLIENT)
    expect(span?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'mistral_ai',
      'gen_ai.request.model': 'small-1',
      'gen_ai.request.stream': true,
      'gen_ai.output.type': 'json',
      'gen_ai.agent.name': 'agent',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'gen_ai.usage.reasoning.output_tokens': 3,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'pf.step': 1,
      'pf.attempt': 1,
    })
    expect(span?.attributes).not.toHaveProperty('error.type')
  })

  const responses: Record<string, { recordings: ProviderRecordings; connect(url: string): Model; id: string; model: string; hasServer: boolean }> = {
    openai: {
      recordings: openAiChatRecordings,
      connect: (baseURL) => openaiModel({ client: new OpenAI({ apiKey: 'k', baseURL, logLevel: 'off' }), model: 'm' }),
      id: 'chatcmpl',
      model: 'gpt',
      hasServer: true,
    },
    'openai-responses': {
      recordings: openAiResponsesRecordings,
      connect: (baseURL) => openaiResponsesModel({ client: new OpenAI({ apiKey: 'k', baseURL, logLevel: 'off' }), model: 'm' }),
      id: 'resp_',
      model: 'gpt',
      hasServer: true,
    },
    anthropic: {
      recordings: anthropicRecordings,
      connect: (baseURL) => anthropicModel({ client: new Anthropic({ apiKey: 'k', baseURL, logLevel: 'off' }), model: 'm' }),
      id: 'msg_',
      model: 'claude',
      hasServer: true,
    },
    gemini: {
      recordings: geminiRecordings,
      connect: (baseUrl) => geminiModel({ client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl } }), model: 'm' }),
      id: '',
      model: 'gemini',
      hasServer: true,
    },
    'ai-sdk': {
      recordings: openAiChatRecordings,
      connect: (baseURL) => aiSdkModel({ model: createOpenAICompatible({ name: 'recorded', baseURL, apiKey: 'k' })('m') }),
      id: 'chatcmpl',
      model: 'gpt',
      hasServer: false,
    },
  }
  it.each(Object.keys(responses))(
    'of a model call of %s have the id of the response, the model that answered and the server; so does its duration',
    async (port) => {
      const { recordings, connect, id, model, hasServer } = responses[port] as (typeof responses)[string]
      const server = await createReplayServer(recordings)
      server.play({ recording: recordings.cases['an action'] as Recording })
      await runWith({ model: connect(server.url) })
      await server.close()
      const at = hasServer ? { 'server.address': '127.0.0.1', 'server.port': Number(new URL(server.url).port) } : {}
      const names = { ...at, 'gen_ai.response.model': expect.stringContaining(model) }
      const [span] = telemetry.named('chat m')
      expect(span?.attributes).toMatchObject({ ...names, 'gen_ai.response.id': expect.stringContaining(id) })
      if (!hasServer) expect(span?.attributes).not.toHaveProperty('server.address')
      expect((await pointsOf('gen_ai.client.inference.duration')).map(({ attributes }) => attributes)).toEqual([expect.objectContaining(names)])
    },
  )

  it('of the calls of a run are its children, and the span of the host is its parent', async () => {
    const tracer = trace.getTracer('host')
    const seen: (string | undefined)[] = []
    const tool: ToolDefinition = { ...lookup, run: () => void seen.push(trace.getActiveSpan()?.spanContext().spanId) }
    harness = await createHarness({ stories: [script(call('look'), answer('x'))], tools: [tool] })
    await tracer.startActiveSpan('POST /agui/agent', async (span) => {
      await harness.run('Go.')
      span.end()
    })
    await untilEnded('invoke_agent')
    const [host] = telemetry.named('POST')
    const [run] = telemetry.named('invoke_agent')
    const [executed] = telemetry.named('execute_tool look')
    expect(run && parentOf(run)).toBe(idOf(host))
    for (const span of [...telemetry.named('chat'), ...telemetry.named('execute_tool')]) expect(parentOf(span)).toBe(idOf(run))
    expect(seen).toEqual([idOf(executed)])
    expect(tracesOf(telemetry.spans())).toHaveLength(1)
  })

  it('of a failed model call and of its run have the code of the error, and no message of the provider', async () => {
    harness = await createHarness({ stories: [script(answer('x'))] })
    harness.server.mode('401')
    const events = await harness.run('Go')
    await untilEnded('invoke_agent')
    for (const name of ['chat', 'invoke_agent']) {
      expect(attributesOf(name)).toMatchObject({ 'error.type': 'model_unavailable' })
      expect(telemetry.named(name)[0]?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'model_unavailable' })
    }
    expect(events.at(-1)).toMatchObject({ error: { trace_id: tracesOf(telemetry.spans())[0] } })
    expect((await pointsOf('gen_ai.client.inference.duration'))[0]?.attributes).toMatchObject({ 'error.type': 'model_unavailable' })
    expect((await pointsOf('gen_ai.invoke_agent.duration'))[0]?.attributes).toMatchObject({ 'error.type': 'model_unavailable' })
  })

  it('of failed tool calls have the code of the outcome, also when the arguments are refused', async () => {
    const strict: ToolDefinition = {
      name: 'book',
      description: 'Books.',
      input: { type: 'object', required: ['id'] },
      run: () => Promise.reject(new Error('SECRET pool')),
    }
    harness = await createHarness({ stories: [script(call('book'), call('book', { id: 1 }), answer('x'))], tools: [strict] })
    await harness.run('Go')
    await untilEnded('invoke_agent')
    expect(telemetry.named('execute_tool book').map(({ attributes }) => attributes['error.type'])).toEqual(['tool_input_invalid', 'tool_failed'])
    expect((await pointsOf('gen_ai.execute_tool.duration')).map(({ attributes }) => attributes['error.type'])).toEqual(['tool_input_invalid', 'tool_failed'])
    expect(attributesOf('invoke_agent')).not.toHaveProperty('error.type')
    expect(await telemetry.text()).not.toContain('SECRET')
  })

  it('of a run without an error are not marked, and a run that pauses says so', async () => {
    harness = await createHarness({ stories: [script(call('ui_confirm', { message: 'Delete?' }), answer('ok'))], richOutput: { enabled: true } })
    await harness.run('Go')
    await untilEnded('invoke_agent')
    expect(attributesOf('invoke_agent')).toMatchObject({ 'pf.finish': 'paused' })
    expect(telemetry.spans().map(({ status }) => status.code)).toEqual(telemetry.spans().map(() => SpanStatusCode.UNSET))
  })
})

describe('[prod-11] content', () => {
  const contentNames = [
    'gen_ai.system_instructions',
    'gen_ai.input.messages',
    'gen_ai.output.messages',
    'gen_ai.tool.call.arguments',
    'gen_ai.tool.call.result',
  ]
  const withTool = { model: modelOf([]), tools: [lookup] }

  it('is absent unless the host opts in', async () => {
    await runWith({ ...withTool, model: modelOf([call('look', { where: 'SECRET place' })]) })
    const present = telemetry.spans().flatMap(({ attributes }) => Object.keys(attributes))
    expect(present.filter((name) => contentNames.includes(name))).toEqual([])
    expect(await telemetry.text()).not.toContain('SECRET')
  })

  it('is in the form of the conventions after the host has opted in', async () => {
    await runWith({ ...withTool, model: modelOf([call('look', { where: 'here' })]), system: 'Be brief.', telemetry: { captureContent: true } })
    const parsed = (attributes: Attributes | undefined, name: string) => JSON.parse(String(attributes?.[name])) as unknown
    const chat = attributesOf('chat')
    expect(parsed(chat, 'gen_ai.system_instructions')).toMatchObject([{ type: 'text', content: expect.stringContaining('Be brief.') }])
    expect(parsed(chat, 'gen_ai.input.messages')).toEqual([{ role: 'user', parts: [{ type: 'text', content: 'SECRET question' }] }])
    expect(parsed(chat, 'gen_ai.output.messages')).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'SECRET thought' },
          { type: 'text', content: call('look', { where: 'here' }) },
        ],
        finish_reason: 'stop',
      },
    ])
    const executed = attributesOf('execute_tool')
    expect(parsed(executed, 'gen_ai.tool.call.arguments')).toEqual({ where: 'here' })
    expect(parsed(executed, 'gen_ai.tool.call.result')).toEqual({ found: 'SECRET result' })
    const run = attributesOf('invoke_agent')
    expect(parsed(run, 'gen_ai.input.messages')).toEqual([{ role: 'user', parts: [{ type: 'text', content: 'SECRET question' }] }])
    expect(parsed(run, 'gen_ai.output.messages')).toMatchObject([{ parts: [{ content: 'SECRET answer' }], finish_reason: 'answer' }])
  })

  it('never contains credentials, and long content is shortened to valid JSON', async () => {
    const long = { ...lookup, run: () => ({ rows: Array.from({ length: 10_000 }, () => 'row of text'), note: 'key sk-abcdefghijklmnop', password: 'hunter2' }) }
    await runWith({
      tools: [long],
      model: modelOf([call('look', { authorization: 'x1y2', url: 'https://ada:lovelace@db.example' })]),
      telemetry: { captureContent: true },
    })
    const { 'gen_ai.tool.call.result': result, 'gen_ai.tool.call.arguments': args } = attributesOf('execute_tool') ?? {}
    expect(String(result).length).toBeLessThan(40_000)
    expect(JSON.parse(String(result))).toBeTruthy()
    expect(JSON.parse(String(args))).toEqual({ authorization: '***', url: 'https://***@db.example' })
    for (const secret of ['abcdefghijklmnop', 'hunter2', 'lovelace', 'x1y2"']) expect(`${String(result)}${String(args)}`).not.toContain(secret)
  })

  it('never contains what a user entered into a password field', async () => {
    const login: ToolDefinition = {
      name: 'login',
      description: 'Signs in.',
      input: { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } },
      run: ({ pin }: { pin: string }) => ({ said: `The PIN is ${pin}.` }),
    }
    const form = call('ui_form', { title: 'Sign in', fields: [{ name: 'pin', type: 'password' }] })
    harness = await createHarness({
      stories: [script(form, call('login', { pin: '<secret:pin>' }), answer('ok'))],
      tools: [login],
      richOutput: { enabled: true },
      telemetry: { captureContent: true },
    })
    const { id } = questionOf(await harness.run('Go'))
    await harness.agent.answer({ interaction_id: id }, { result: { pin: 'pin-471147' } }, scope)
    await untilEnded('invoke_agent', 2)
    expect(String(attributesOf('execute_tool login')?.['gen_ai.tool.call.result'])).toContain('The PIN is <secret>.')
    expect(await telemetry.text()).not.toContain('pin-471147')
  })
})

describe('[prod-11] metrics', () => {
  it('of model calls are their duration, their tokens and the time to the first chunk, in the units of the conventions', async () => {
    await runWith({ model: modelOf([], { input: 100, output: 7, cached: 60, reasoning: 3 }) })
    const names = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'mistral_ai', 'gen_ai.request.model': 'small-1' }
    expect(await telemetry.measured('gen_ai.client.inference.duration')).toMatchObject({ unit: 's', points: [{ attributes: names, count: 1 }] })
    expect(await telemetry.measured('gen_ai.client.inference.time_to_first_chunk')).toMatchObject({ unit: 's', points: [{ attributes: names, count: 1 }] })
    for (const [name, count] of Object.entries({ input_tokens: 100, output_tokens: 7 }))
      expect(await telemetry.measured(`gen_ai.client.inference.operation.${name}`)).toEqual({
        unit: '{token}',
        points: [{ attributes: names, count: 1, sum: count }],
      })
    const counted = { input_tokens: 100, output_tokens: 7, 'cache_read.input_tokens': 60, 'reasoning.output_tokens': 3 }
    for (const [name, sum] of Object.entries(counted))
      expect(await telemetry.measured(`gen_ai.client.inference.usage.${name}`)).toMatchObject({
        unit: '{token}',
        points: [{ attributes: { ...names, 'gen_ai.token.modality': 'unknown' }, sum }],
      })
  })

  it('of runs and tool calls are their durations', async () => {
    await runWith({ tools: [lookup], model: modelOf([call('look')]) })
    expect(await telemetry.measured('gen_ai.invoke_agent.duration')).toMatchObject({
      unit: 's',
      points: [{ attributes: { 'gen_ai.agent.name': 'agent' }, count: 1 }],
    })
    expect(await telemetry.measured('gen_ai.execute_tool.duration')).toMatchObject({
      unit: 's',
      points: [{ attributes: { 'gen_ai.tool.name': 'look' }, count: 1 }],
    })
  })

  it('[004-rep-02] count tolerated deviations by kind', async () => {
    harness = await createHarness({ stories: [script("{'next_node': 'final_response', 'args': {'answer': 'ok',}}")] })
    await harness.run('Go')
    expect((await pointsOf('pf.action.tolerated')).length).toBeGreaterThan(0)
  })

  it('[003-obs-02] report each interaction with its tool, its call and the time to the answer, and nothing of what was said', async () => {
    let now = 1_000
    const form = call('ui_form', { title: 'SECRET title', fields: [{ name: 'city', type: 'text' }] })
    harness = await createHarness({
      stories: [script(form, answer('ok'))],
      richOutput: { enabled: true },
      now: () => now,
      ports: createMemoryStore({ now: () => now }),
    })
    const { id } = questionOf(await harness.run('Go'))
    now += 4_200
    const given = await harness.agent.answer({ interaction_id: id }, { result: { city: 'SECRET city' } }, scope)
    await harness.log('run_id' in given ? given.run_id : '')
    expect(attributesOf('pf.interaction')).toEqual({
      'pf.tool.name': 'ui_form',
      'pf.tool_call_id': 'tc:run-1:1',
      'pf.interaction.component': 'form',
      'pf.interaction.by': 'model',
      'pf.interaction.status': 'answered',
      'pf.interaction.wait_ms': 4_200,
    })
    expect(await pointsOf('pf.interaction.wait')).toEqual([{ attributes: { tool: 'ui_form', status: 'answered' }, count: 1, sum: 4_200 }])
    expect(await telemetry.text()).not.toContain('SECRET')
  })

  it('[002-fail-03] of drafting count violations, retries, latencies and tokens, and tell no text', async () => {
    const story = {
      name: 'drafts',
      match: () => true,
      reply: ({ messages, attempt }: { messages: readonly { content: string }[]; attempt: number }) => {
        const nonce = messages.at(-1)?.content.match(/\[ARTIFACT:(\w+)\]/)?.[1]
        const whole = `[ARTIFACT:${nonce}]SECRET[/ARTIFACT:${nonce}][USER:${nonce}]SECRET[/USER:${nonce}]`
        return { content: attempt === 1 && !messages.at(-1)?.content.includes('not in the required format') ? `SECRET ${whole}` : whole }
      },
    }
    harness = await createHarness({ stories: [story], strategy: 'artifact-first' })
    await harness.run('SECRET')
    const drafted = async (name: string) => (await pointsOf(name)).map(({ attributes }) => attributes)
    expect(await drafted('pf.draft')).toEqual([
      { kind: 'violation', reason: 'text_outside' },
      { kind: 'retry', reason: 'text_outside' },
    ])
    expect(await drafted('pf.draft.latency')).toEqual([{ until: 'first' }, { until: 'whole' }])
    expect(telemetry.named('chat').at(-1)?.attributes).toMatchObject({ 'gen_ai.usage.output_tokens': expect.any(Number) })
    expect(await telemetry.text()).not.toContain('SECRET')
  })
})

describe('[prod-12] one trace', () => {
  const confirm = call('ui_confirm', { message: 'Delete it?' })
  const yes = { result: { confirmed: true } }

  it('contains the segments of a run that another process continues after an answer; the request of the answer is linked', async () => {
    harness = await createHarness({ stories: [script(confirm, answer('Gone.'))], richOutput: { enabled: true } })
    const second = await createHarness({ ports: harness.ports, server: harness.server, richOutput: { enabled: true } })
    others.push(second)
    const { id } = questionOf(await harness.run('Go.'))
    await untilEnded('invoke_agent')
    const request = await trace.getTracer('host').startActiveSpan('POST /agui/answer', async (span) => {
      await second.agent.answer({ interaction_id: id }, yes, scope)
      span.end()
      return span.spanContext()
    })
    await untilEnded('invoke_agent', 2)
    const [first, next] = telemetry.named('invoke_agent')
    expect(next && parentOf(next)).toBe(idOf(first))
    expect(tracesOf([...telemetry.named('invoke_agent'), ...telemetry.named('chat'), ...telemetry.named('pf.interaction')])).toHaveLength(1)
    expect(next?.links.map(({ context }) => context)).toEqual([request])
  })

  it('contains a run that continues under another id, and a new message begins a linked trace', async () => {
    harness = await createHarness({ stories: [script(confirm, answer('Gone.'))], richOutput: { enabled: true } })
    const { id } = questionOf(await harness.run('Go.'))
    await harness.agent.start(inputOf('Go.', { run_id: 'run-2', answers: [{ ref: { interaction_id: id }, envelope: yes }] }), scope)
    await untilEnded('invoke_agent', 2)
    expect(tracesOf(telemetry.named('invoke_agent'))).toHaveLength(1)
    const question = questionOf(await harness.run('Go.', { run_id: 'run-3', thread_id: 'thread-2' }))
    const answers = [{ ref: { interaction_id: question.id }, envelope: { cancelled: true } as const }]
    const messages = [{ id: 'u9', role: 'user', content: 'Something else.' } as const]
    await harness.agent.start(inputOf('', { run_id: 'run-4', thread_id: 'thread-2', messages, answers }), scope)
    await untilEnded('invoke_agent', 4)
    const [earlier, latest] = telemetry.named('invoke_agent').slice(2)
    expect(latest?.attributes['pf.run_id']).toBe('run-4')
    expect(latest?.spanContext().traceId).not.toBe(earlier?.spanContext().traceId)
    expect(latest?.links.map(({ context }) => context.spanId)).toEqual([idOf(earlier)])
  })

  it('contains the runs of a background task and its report below the run that started it', async () => {
    harness = await createHarness({
      stories: [
        { name: 'subagent', match: ({ lastUser }) => lastUser.startsWith('Look at'), reply: () => ({ content: answer('Found.') }) },
        script(call('task', { query: 'Look at A', merge_strategy: 'APPEND', name: 'Report' }), answer('Later.')),
      ],
      tasks: { confirm: false, pollMs: 20, retryMs: 1 },
    })
    await harness.run('Go.')
    await untilEnded('invoke_agent', 3)
    const [main, ...below] = [...telemetry.named('invoke_agent')].sort(
      (a, b) => Number(a.parentSpanContext !== undefined) - Number(b.parentSpanContext !== undefined),
    )
    expect(below.map(parentOf)).toEqual([idOf(main), idOf(main)])
    expect(below.map(({ attributes }) => typeof attributes['pf.task_id'])).toContain('string')
    expect(tracesOf(telemetry.spans())).toHaveLength(1)
  })
})
