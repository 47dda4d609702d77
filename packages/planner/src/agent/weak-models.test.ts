import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, finishOf, type Harness, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

/** Replies to one request after another, also within one step. */
function inOrder(replies: readonly string[]): Story {
  let next = 0
  return { name: 'in order', match: () => true, reply: () => ({ content: replies[Math.min(next++, replies.length - 1)] ?? '' }) }
}

const ran: unknown[] = []
const search = {
  name: 'search',
  description: 'Searches.',
  input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  run: (args: unknown) => ran.push(args) && { found: 1, by: 'Ada Lovelace' },
}

/** Known deviations of weaker models from the canonical call. */
const calls: [string, string][] = [
  ['the five-field form', '{"thought":"I look it up.","next_node":"search","args":{"query":"a"},"plan":null,"join":null}'],
  ['a code fence with prose before it', 'I will search.\n```json\n{"next_node":"search","args":{"query":"a"}}\n```'],
  ['single quotes and Python literals', "{'next_node': 'search', 'args': {'query': 'a', }}"],
  ['action and action_input', '{"action":"search","action_input":{"query":"a"}}'],
  ['name and arguments as text', '{"name":"search","arguments":"{\\"query\\": \\"a\\"}"}'],
  ['an action inside an action', '{"action":{"next_node":"search","args":{"query":"a"}}}'],
  ['thinking first', '<think>Search or answer? {"next_node":"final_response"}</think>{"next_node":"search","args":{"query":"a"}}'],
]

describe('[004-prm-06] a weak model', () => {
  it.each(calls)('that writes %s is understood at once', async (_name, text) => {
    ran.length = 0
    harness = await createHarness({ stories: [script(text, answer('done'))], tools: [search] })
    const events = await harness.run('Search a.')
    expect(ran).toEqual([{ query: 'a' }])
    expect(ofType(events, 'repair')).toEqual([])
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  })

  it.each([
    ['null instead of an answer', '{"thought":"done","next_node":null,"args":null}'],
    ['no answer', '{"next_node":"final_response","args":{}}'],
    ['an empty answer', '{"next_node":"final_response","args":{"answer":""}}'],
    ['a number for an answer', '{"next_node":"final_response","args":{"answer":42}}'],
  ])('[004-prm-03] that finishes with %s is asked for the answer alone', async (_name, text) => {
    const story = { name: 'weak', match: () => true, reply: ({ attempt }: { attempt: number }) => ({ content: attempt === 1 ? text : answer('forty-two') }) }
    harness = await createHarness({ stories: [story] })
    const events = await harness.run('What is it?')
    expect(ofType(events, 'repair')).toMatchObject([{ kind: 'answer', attempt: 2 }])
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'forty-two' } })
    expect(harness.server.requests[1]?.conversation?.notes.at(-1)).toContain('"final_response"')
  })

  it('[000-pay-06] that says how sure it is passes that on, and a figure that is none costs only itself', async () => {
    harness = await createHarness({ stories: [script(answer('sure', { confidence: 0.8 }))] })
    expect(finishOf(await harness.run('Sure?')).payload.confidence).toBe(0.8)
    await harness.close()
    harness = await createHarness({ stories: [script(answer('sure', { confidence: 'very', route: 'knowledge_base' }))] })
    expect(finishOf(await harness.run('Sure?')).payload).toMatchObject({ confidence: null, route: 'knowledge_base', warnings: ['confidence_ignored'] })
  })

  it('in strict mode is held to the two-field form, and in legacy mode taught the five-field form', async () => {
    harness = await createHarness({ stories: [script('{"action":"search","action_input":{"query":"a"}}')], tools: [search], actionFormat: 'unified' })
    expect(finishOf(await harness.run('Go'))).toMatchObject({ reason: 'no_path' })
    await harness.close()
    harness = await createHarness({
      stories: [script('{"thought":"t","next_node":"search","args":{"query":"a"}}', '{"thought":"t","next_node":null,"args":{"raw_answer":"done"}}')],
      tools: [search],
      actionFormat: 'legacy',
    })
    expect(finishOf(await harness.run('Go'))).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
    expect(harness.server.requests[1]?.conversation?.messages.at(-2)?.content).toContain('"thought"')
  })

  it('that gets a schema as response format is asked with one', async () => {
    harness = await createHarness({ stories: [script(answer('done'))], tools: [search], responseFormat: 'schema' })
    await harness.run('Go')
    expect(harness.server.requests[0]?.body).toMatchObject({ response_format: { type: 'json_schema', json_schema: { name: 'planner_action' } } })
    await harness.close()
    harness = await createHarness({ stories: [script(answer('done'))], tools: [search], responseFormat: 'schema' })
    harness.server.mode('unsupported-parameter', { param: 'response_format', times: 1 })
    await harness.run('Go')
    expect(harness.server.requests[1]?.body).toMatchObject({ response_format: { type: 'json_object' } })
  })

  describe('that answers in prose', () => {
    const prose = 'The total is **40**, of which a half is ours.'
    const searched = '{"next_node":"search","args":{"query":"a"}}'
    const run = async (replies: string[], options: { proseAnswers?: 'after_tools' } = { proseAnswers: 'after_tools' }, question = 'What is the total?') => {
      harness = await createHarness({ stories: [inOrder(replies)], tools: [search], ...options })
      return harness.run(question)
    }

    it.each([
      ['plain', prose],
      ['after its thoughts', `<think>Is it {40}?</think>\n${prose}`],
    ])('after a tool has run (%s) has answered where the host allows it, which the payload tells', async (_, text) => {
      const events = await run([searched, text])
      expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: prose, warnings: ['prose_answer'] } })
      expect(
        ofType(events, 'llm_stream_chunk')
          .flatMap(({ channel, text: shown }) => (channel === 'answer' ? [shown] : []))
          .join(''),
      ).toBe(prose)
      expect(harness.server.requests).toHaveLength(2)
    })

    it.each([
      ['a sentence', 'Let me look that up.'],
      ['a sentence of another language', 'Ich sehe gleich nach.'],
      ['the number of the question', 'I will check the 2 totals.'],
    ])('that may announce a call (%s) is asked once more, and acts on it', async (_, text) => {
      ran.length = 0
      const events = await run([searched, text, '{"next_node":"search","args":{"query":"b"}}', prose], undefined, 'What are the 2 totals?')
      expect(ran).toEqual([{ query: 'a' }, { query: 'b' }])
      expect(finishOf(events).payload.raw_answer).toBe(prose)
      expect(harness.server.requests[2]?.conversation?.notes.at(-1)).toContain('If it says what you do next, do it now')
    })

    it.each([
      ['the longer of two', ['Done, it is sent.', 'It is sent.'], 'Done, it is sent.', 3],
      ['the second', ['Done.', 'Done, it is sent.'], 'Done, it is sent.', 3],
      ['a value of the result, at once', ['It was Ada Lovelace.'], 'It was Ada Lovelace.', 2],
      ['a list, at once', ['- it\n- and that'], '- it\n- and that', 2],
    ])('short, without a number: the answer is %s', async (_, texts, expected, requests) => {
      const events = await run([searched, ...texts])
      expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: expected, warnings: ['prose_answer'] } })
      expect(harness.server.requests).toHaveLength(requests)
    })

    it.each([
      ['by default', [searched, prose], {}],
      ['before any tool has run', [prose], undefined],
      ['when it announces a call', [searched, 'Now I look up the other figure:'], undefined],
      ['when it writes a broken action', [searched, 'I call {"next": "search", "args": {"query": "b"}}'], undefined],
    ] as const)('is asked again %s', async (_, replies, options) => {
      const events = await run([...replies], options)
      expect(ofType(events, 'repair').length).toBeGreaterThan(0)
      expect(finishOf(events).payload.warnings).not.toContain('prose_answer')
    })
  })
})
