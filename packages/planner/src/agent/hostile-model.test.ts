import type { AgentInput, PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createAgent, type Model, type ModelChunk } from '../index.ts'
import { checkOrder } from '../test-support/check-order.ts'
import { answer, call, finishOf, inputOf, scope } from '../test-support/harness.ts'

// Each test starts many runs, which takes longer than the default on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

/** A model that returns one of these texts for each call, in chunks of this size. The last text is repeated. */
function scripted(texts: readonly string[], size: number, finish = 'stop'): Model {
  let calls = 0
  return {
    name: 'hostile',
    async *stream(): AsyncGenerator<ModelChunk> {
      const text = texts[Math.min(calls++, texts.length - 1)] ?? ''
      for (let at = 0; at < text.length; at += size) yield { type: 'text', text: text.slice(at, at + size) }
      yield { type: 'finish', reason: finish }
    },
  }
}

const tools = [
  { name: 'find', description: 'Finds.', input: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }, run: (args: unknown) => args },
  { name: 'write', description: 'Writes.', input: { type: 'object' }, idempotent: false, streamArgs: true, run: () => ({ ok: true }) },
]

async function runToEnd(model: Model, input: Partial<AgentInput> = {}): Promise<PlannerEvent[]> {
  const agent = createAgent({
    model,
    tools,
    ports: createMemoryStore(),
    richOutput: { enabled: true },
    reasoning: 'stream',
    limits: { maxSteps: 4, deadlineMs: 60_000 },
  })
  await agent.start(inputOf('Go', input), scope)
  const events: PlannerEvent[] = []
  for await (const event of (await agent.attach('run-1', 0, { scope })) ?? []) events.push(event)
  checkOrder(events)
  expect(JSON.parse(JSON.stringify(events))).toEqual(events)
  return events
}

const pieces = fc.constantFrom(
  '{"next_node": ',
  '"final_response"',
  '"find"',
  '"write"',
  '"plan"',
  '"render_component"',
  'null',
  ', "args": ',
  '{"answer": "',
  'text',
  '"}',
  '}',
  '{',
  '"q": "a"',
  '"steps": [',
  ']',
  '{"node": "find", "args": {"q": "x"}}',
  '```json\n',
  '```',
  '<think>',
  '</think>',
  '"thought": "hm", ',
  '\\u00',
  '\\',
  '\ud83d',
  '😀',
  '\n',
  '"raw_answer": 5',
  '{"component": "metric", "props": {"label": "a", "value": 1}}',
  answer('whole'),
  call('find', { q: 'b' }),
  call('write', {}),
  call('__proto__', {}),
  call('constructor', { q: 'x' }),
)
const output = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

describe('any output of a model', () => {
  it('ends the run exactly once, closes everything and gives a payload of plain JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(output, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('stop', 'length', 'tool_calls', 'weird'),
        async (texts, size, finish) => {
          const events = await runToEnd(scripted(texts, size, finish))
          expect(['answer', 'no_path', 'budget_exhausted']).toContain(finishOf(events).reason)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('treats an action inside the text of an answer as text', async () => {
    const quoted = answer(`Say ${call('write', {})} to write.`)
    for (let size = 1; size < quoted.length; size++) {
      const events = await runToEnd(scripted([quoted], size))
      expect(events.some(({ type }) => type === 'tool_call_start')).toBe(false)
      expect(finishOf(events).payload.raw_answer).toContain('Say {"next_node"')
    }
  })

  it('gives the same payload for every chunk size', async () => {
    const text = `<think>hm</think>${answer('Zwölf Boxkämpfer 😀 jagen\n"Viktor".', { confidence: 2, sources: [{ title: 'a' }], route: 7 })}`
    const shape = (events: readonly PlannerEvent[]) => JSON.stringify(finishOf(events).payload)
    const whole = shape(await runToEnd(scripted([text], text.length)))
    for (let size = 1; size < 12; size++) expect(shape(await runToEnd(scripted([text], size)))).toBe(whole)
  })
})

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('a model that fails', () => {
  const failing: [string, Model['stream']][] = [
    [
      'throws at once',
      () => {
        throw new Error('no')
      },
    ],
    ['throws a revoked proxy', () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(revoked()) }) })],
    ['throws null', () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(null) }) })],
    [
      'streams invalid chunks',
      async function* () {
        yield { type: 'nonsense' } as never
        yield null as never
      },
    ],
    [
      'streams text that is not a string',
      async function* () {
        yield { type: 'text', text: 5 } as never
        yield { type: 'finish', reason: 'stop' }
      },
    ],
    ['returns undefined', () => undefined as never],
    ['ends at once', async function* () {}],
  ]
  it.each(failing)('%s: the run ends once with an error', async (_name, stream) => {
    const events = await runToEnd({ name: 'failing', stream })
    expect(['error', 'no_path']).toContain(finishOf(events).reason)
  })
})

describe('hooks that throw', () => {
  it('do not affect the run', async () => {
    const agent = createAgent({
      model: scripted([call('find', { q: 'a' }), answer('fine')], 7),
      tools,
      ports: createMemoryStore(),
      hooks: {
        onModelRequest: () => {
          throw new Error('a')
        },
        onModelResponse: async () => {
          throw new Error('b')
        },
        onObservation: () => {
          throw new Error('c')
        },
      } as never,
    })
    await agent.start(inputOf('Go'), scope)
    const events: PlannerEvent[] = []
    for await (const event of (await agent.attach('run-1', 0, { scope })) ?? []) events.push(event)
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'fine' } })
  })
})
