import type { AgentInput, PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAgent, type Model, type ModelChunk } from '../index.ts'
import { checkOrder } from '../test-support/check-order.ts'
import { answer, call, finishOf, inputOf, scope } from '../test-support/harness.ts'

/** A model that says these texts, one a call, cut into pieces of this size; the last one again and again. */
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

async function play(model: Model, input: Partial<AgentInput> = {}): Promise<PlannerEvent[]> {
  const agent = createAgent({
    model,
    tools,
    ports: createMemoryStore(),
    richOutput: { enabled: true },
    reasoning: 'stream',
    limits: { maxSteps: 4, deadlineMs: 5_000 },
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

describe('whatever a model writes', () => {
  it('the run ends once, with everything closed and a payload that is plain JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(output, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('stop', 'length', 'tool_calls', 'weird'),
        async (texts, size, finish) => {
          const events = await play(scripted(texts, size, finish))
          expect(['answer', 'no_path', 'budget_exhausted']).toContain(finishOf(events).reason)
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)

  it('text inside an answer is never an action', async () => {
    const quoted = answer(`Say ${call('write', {})} to write.`)
    for (let size = 1; size < quoted.length; size++) {
      const events = await play(scripted([quoted], size))
      expect(events.some(({ type }) => type === 'tool_call_start')).toBe(false)
      expect(finishOf(events).payload.raw_answer).toContain('Say {"next_node"')
    }
  })

  it('the same log comes of one output, however it is cut', async () => {
    const text = `<think>hm</think>${answer('Zwölf Boxkämpfer 😀 jagen\n"Viktor".', { confidence: 2, sources: [{ title: 'a' }], route: 7 })}`
    const shape = (events: readonly PlannerEvent[]) => JSON.stringify(finishOf(events).payload)
    const whole = shape(await play(scripted([text], text.length)))
    for (let size = 1; size < 12; size++) expect(shape(await play(scripted([text], size)))).toBe(whole)
  })
})

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('whatever a model does', () => {
  const failing: [string, Model['stream']][] = [
    [
      'throws at once',
      () => {
        throw new Error('no')
      },
    ],
    ['throws what cannot be looked at', () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(revoked()) }) })],
    ['throws what is no error', () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(null) }) })],
    [
      'streams what is no chunk',
      async function* () {
        yield { type: 'nonsense' } as never
        yield null as never
      },
    ],
    [
      'streams text that is no text',
      async function* () {
        yield { type: 'text', text: 5 } as never
        yield { type: 'finish', reason: 'stop' }
      },
    ],
    ['returns no iterable', () => undefined as never],
    ['ends at once', async function* () {}],
  ]
  it.each(failing)('%s: one finish with an error', async (_name, stream) => {
    const events = await play({ name: 'failing', stream })
    expect(['error', 'no_path']).toContain(finishOf(events).reason)
  })
})

describe('hooks that throw', () => {
  it('change nothing', async () => {
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
