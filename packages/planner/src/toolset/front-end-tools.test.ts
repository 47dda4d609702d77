import type { AgentInput, ChatMessage } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  answer,
  call,
  createHarness,
  finishOf,
  type Harness,
  type HarnessOptions,
  inputOf,
  ofType,
  questionOf,
  scope,
  script,
} from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const pick = {
  name: 'pick_color',
  description: 'Lets the user pick a colour.',
  parameters: { type: 'object', properties: { hint: { type: 'string' } }, required: ['hint'] },
}
const count = { name: 'count', description: 'Counts.', input: { type: 'object' }, run: ({ n }: { n: number }) => ({ n }) }
const open = async (replies: string[], more: Partial<HarnessOptions> = {}) => {
  harness = await createHarness({ stories: [script(...replies)], tools: [count as never], ...more })
  return harness
}
const given = (more: Partial<AgentInput> = {}): Partial<AgentInput> => ({ client_tools: [pick], ...more })
const call1: ChatMessage = { id: 'a1', role: 'assistant', content: '', tool_calls: [{ id: 'tc:run-1:1', name: 'pick_color', arguments: '{"hint":"warm"}' }] }
const question = { id: 'u1', role: 'user', content: 'Paint.' } as const
const result = (content: string, tool_call_id = 'tc:run-1:1') => ({ id: 'r1', role: 'tool', tool_call_id, content }) as const
const observed = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)?.content

describe("the front end's own tools", () => {
  it('are described to the model outside of the system prompt, and a call of one leaves the segment open for the front end', async () => {
    await open([call('pick_color', { hint: 'warm' }), answer('Red.')])
    const events = await harness.run('Paint.', given())
    expect(ofType(events, 'tool_call_start')).toMatchObject([{ tool_call_id: 'tc:run-1:1', name: 'pick_color', owner: 'client', interactive: false }])
    expect(ofType(events, 'tool_call_args')).toMatchObject([{ delta: '{"hint":"warm"}' }])
    expect(ofType(events, 'tool_call_result')).toEqual([])
    expect(ofType(events, 'pause')).toEqual([])
    expect(finishOf(events).reason).toBe('paused')
    const { system, messages } = harness.server.requests[0]?.conversation ?? { system: '', messages: [] }
    expect(system).not.toContain('pick_color')
    expect(JSON.stringify(messages)).toContain('Lets the user pick a colour.')
    expect(await harness.agent.answer({ thread_id: 'thread-1', run_id: 'run-1', tool_call_id: 'tc:run-1:1' }, { result: 'red' }, scope)).toEqual({
      status: 'unknown',
    })
  })

  it('answer in the messages of the next request, and the run continues with that', async () => {
    await open([call('pick_color', { hint: 'warm' }), answer('Red.')])
    await harness.run('Paint.', given())
    const events = await harness.run('', given({ run_id: 'run-2', messages: [question, call1, result('{"color":"red"}')] }))
    expect(events[0]).toMatchObject({ parent_run_id: 'run-1', message_id: 't:run-1', client: { answered: ['tc:run-1:1'] } })
    expect(ofType(events, 'tool_call_result')).toEqual([])
    expect(observed()).toEqual({ color: 'red' })
    expect(finishOf(events).payload.raw_answer).toBe('Red.')
    expect((await harness.agent.thread('thread-1', scope))?.messages.map(({ content }) => content)).toEqual(['Paint.', 'Red.'])
  })

  it('that fail, or answer with text, are results like any other', async () => {
    for (const [message, expected] of [
      [result('just text'), 'just text'],
      [{ ...result(''), error: 'broke' }, { error: { message: 'broke' } }],
    ] as const) {
      await open([call('pick_color', { hint: 'x' }), answer('ok')])
      await harness.run('Paint.', given())
      await harness.run('', given({ run_id: 'run-2', messages: [question, call1, message] }))
      expect(observed()).toEqual(expected)
      await harness.close()
    }
    await open([answer('x')])
  })

  it('that are not answered do not hold the thread: a new text is a new turn', async () => {
    const tea = { name: 'tea', match: ({ lastUser }: { lastUser: string }) => lastUser === 'Forget it.', reply: () => [{ content: answer('Fine.') }] }
    await open([], { stories: [tea, script(call('pick_color', { hint: 'x' }))] })
    await harness.run('Paint.', given())
    const events = await harness.run('', given({ run_id: 'run-2', messages: [question, call1, { id: 'u2', role: 'user', content: 'Forget it.' }] }))
    expect(events[0]).toMatchObject({ message_id: 't:run-2' })
    expect(JSON.stringify(harness.server.requests.at(-1)?.conversation?.messages)).toContain('unanswered')
    expect(finishOf(events).payload.raw_answer).toBe('Fine.')
  })

  it('are called with valid arguments only, and wrong ones are never shown', async () => {
    await open([call('pick_color', {}), call('pick_color', { hint: 5 }), answer('x')])
    const events = await harness.run('Paint.', given())
    expect(finishOf(events).reason).toBe('paused')
    expect(ofType(events, 'tool_call_start')).toMatchObject([{ tool_call_id: 'tc:run-1:2' }])
    expect(ofType(events, 'tool_call_args')).toMatchObject([{ delta: '{"hint":"5"}' }])
    expect(observed(0)).toMatchObject({ error: { code: 'tool_input_invalid', issues: [{ pointer: '/hint' }] } })
  })

  it('and a question never wait in one ending', async () => {
    const plan = call('plan', {
      steps: [
        { node: 'pick_color', args: { hint: 'a' } },
        { node: 'ui_confirm', args: { message: 'Sure?' } },
        { node: 'count', args: { n: 1 } },
      ],
    })
    await open([plan, answer('x')], { richOutput: { enabled: true } })
    const events = await harness.run('Paint.', given())
    expect(ofType(events, 'pause')).toEqual([])
    expect(ofType(events, 'tool_call_result').map(({ tool_call_id, code }) => [tool_call_id, code])).toEqual([
      ['tc:run-1:1:1', 'question_open'],
      ['tc:run-1:1:2', undefined],
    ])
    const after = await harness.run('', given({ run_id: 'run-2', messages: [question, result('"red"', 'tc:run-1:1:0')] }))
    expect(observed()).toMatchObject({ branches: [{ node: 'pick_color', observation: 'red' }, { status: 'error' }, { observation: { n: 1 } }] })
    expect(finishOf(after).reason).toBe('answer')
  })

  it.each([
    [
      { type: 'object', properties: { a: { pattern: '^(?=a)' } } },
      /evil: .*its pattern "\^\(\?=a\)" cannot be tested in linear time \(look-ahead is not supported\)/,
    ],
    [{ type: 'object', properties: { a: { $ref: 'http://example.invalid/x.json' } } }, /evil: .*references to other documents are not fetched/],
    [{ allOf: [{ $ref: '#' }] }, /evil: .*its reference "#" leads back to itself/],
    [{ type: 'nonsense' }, /evil: .*its keyword type has a value of the wrong type/],
  ])('with a schema that cannot be checked are not offered, and the run says why: %j', async (parameters, text) => {
    await open([call('evil', { a: 'x' }), answer('x')])
    const errors: unknown[] = []
    harness.agent.onError?.((error) => errors.push(error))
    const events = await harness.run('Go.', { client_tools: [{ name: 'evil', description: 'x', parameters: parameters as never }] })
    expect(errors).toMatchObject([{ code: 'invalid_input', message: expect.stringMatching(text) }])
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'client_tool_refused', text: expect.stringMatching(text) }])
    expect(ofType(events, 'tool_call_start')).toEqual([])
    expect(finishOf(events).reason).toBe('answer')
  })

  it('with a pattern that would keep a backtracking engine busy are checked with it', async () => {
    const evil = { name: 'evil', description: 'x', parameters: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } as never }
    await open([call('evil', { a: `${'a'.repeat(40)}!` }), answer('x')])
    const events = await harness.run('Go.', { client_tools: [evil] })
    expect(ofType(events, 'warning')).toEqual([])
    expect(ofType(events, 'tool_call_start')).toEqual([])
    expect(observed()).toMatchObject({ error: { issues: [{ code: 'pattern', pointer: '/a' }] } })
  })

  it('are in the schema of the actions where the endpoint is asked for one', async () => {
    await open([answer('x')], { responseFormat: 'schema' })
    await harness.run('Go.', given())
    expect(JSON.stringify(harness.server.requests[0]?.conversation?.request)).toMatch(/response_format.*pick_color/)
  })

  it('cancelled while the front end has the call leave no result of ours', async () => {
    await open([call('pick_color', { hint: 'x' }), answer('x')])
    await harness.run('Paint.', given())
    expect(await harness.agent.cancel('run-1', scope)).toBe(true)
    const events = await harness.log('run-1')
    expect(finishOf(events).reason).toBe('cancelled')
    expect(ofType(events, 'tool_call_result')).toEqual([])
  })
})

it('a question and later a call of the front end, in one turn', async () => {
  await open([call('ui_confirm', { message: 'Sure?' }), call('pick_color', { hint: 'x' }), answer('Done.')], { richOutput: { enabled: true } })
  const { id } = questionOf(await harness.run('Paint.', given()))
  await harness.agent.start(
    inputOf('Paint.', given({ run_id: 'run-2', answers: [{ ref: { interaction_id: id }, envelope: { result: { confirmed: true } } }] })),
    scope,
  )
  const second = await harness.log('run-2')
  expect(ofType(second, 'tool_call_start')).toMatchObject([{ tool_call_id: 'tc:run-2:2', owner: 'client' }])
  const third = await harness.run('', given({ run_id: 'run-3', messages: [question, result('"blue"', 'tc:run-2:2')] }))
  expect(finishOf(third).payload.raw_answer).toBe('Done.')
  expect(third[0]).toMatchObject({ message_id: 't:run-1', parent_run_id: 'run-2' })
})

describe('a question of the planner that the front end shows itself', () => {
  const confirm = { name: 'ui_confirm', description: 'Asks in my own way.', parameters: { type: 'object' } }
  const form = { name: 'ui_form', description: 'My form.', parameters: { type: 'object' } }
  const rich = { richOutput: { enabled: true } }
  const asked: ChatMessage = {
    id: 'a1',
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'tc:run-1:1', name: 'ui_confirm', arguments: '{"message":"Go?"}' }],
  }

  it('is its call: no interrupt, and what it answers is the result', async () => {
    await open([call('ui_confirm', { message: 'Go?' }), answer('Gone.')], rich)
    const events = await harness.run('Paint.', { client_tools: [confirm] })
    expect(ofType(events, 'tool_call_start')).toMatchObject([{ name: 'ui_confirm', owner: 'client' }])
    expect(ofType(events, 'pause')).toEqual([])
    expect(ofType(events, 'warning')).toEqual([])
    // The tools listed in the system prompt are not listed a second time.
    expect(JSON.stringify(harness.server.requests[0]?.conversation?.messages)).not.toContain('Asks in my own way.')
    const next = await harness.run('', { run_id: 'run-2', client_tools: [confirm], messages: [question, asked, result('{"confirmed":true}')] })
    expect(observed()).toEqual({ confirmed: true })
    expect(finishOf(next).payload.raw_answer).toBe('Gone.')
  })

  it('is ours where the front end does not name it, and keeps its schema in any case', async () => {
    await open([call('ui_confirm', { nonsense: 1 }), call('ui_confirm', { message: 'Go?' })], rich)
    const events = await harness.run('Paint.', { client_tools: [form] })
    expect(ofType(events, 'pause')).toHaveLength(1)
    await harness.close()
    await open([call('ui_confirm', { nonsense: 1 }), answer('No.')], rich)
    await harness.run('Paint.', { client_tools: [confirm] })
    expect(observed()).toMatchObject({ error: { code: 'tool_input_invalid' } })
  })

  it('never asks for a password in a form that is not ours', async () => {
    await open([call('ui_form', { fields: [{ name: 'pin', type: 'password' }] }), answer('Without.')], rich)
    await harness.run('Paint.', { client_tools: [form] })
    expect(observed()).toMatchObject({ error: { code: 'tool_input_invalid', issues: [{ code: 'unsafe_value', pointer: '/fields/0/type' }] } })
  })
})
