import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChatRequest } from '../request/parse-chat-request.ts'
import { readConversation } from './read-conversation.ts'

function read(messages: { role: string; content: string; tool_call_id?: string; tool_calls?: unknown[] }[]) {
  const parsed = parseChatRequest({ model: 'm', messages })
  if ('error' in parsed) throw new Error(parsed.error.message)
  return readConversation(parsed.request, 'm')
}

const system = { role: 'system', content: 'You have tools.' }
const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const call = assistant('{"next_node": "run_query", "args": {}}')
const observation = (value: unknown, more: object = {}) => user(JSON.stringify({ observation: value, ...more }))

describe('readConversation', () => {
  it('finds the question and starts at step one', () => {
    expect(read([system, user('How many?')])).toMatchObject({
      system: 'You have tools.',
      lastUser: 'How many?',
      toolResults: [],
      step: 1,
      attempt: 1,
      earlierUsers: [],
    })
    expect(read([system])).toMatchObject({ lastUser: '', step: 1 })
  })

  it('counts the tool results since the last question only', () => {
    const first = [user('One'), call, observation({ n: 1 }), assistant('{"next_node": "final_response", "args": {"answer": "1"}}')]
    const second = [user('Two'), call, observation({ n: 2 }, { tool: 'run_query', tool_call_id: 'tc:1' }), call, observation({ n: 3 })]
    expect(read([system, ...first, ...second])).toMatchObject({
      lastUser: 'Two',
      earlierUsers: ['One'],
      step: 3,
      toolResults: [
        { name: 'run_query', tool_call_id: 'tc:1', content: { n: 2 } },
        { name: 'run_query', content: { n: 3 } },
      ],
    })
  })

  it('takes an answer in the history as prose or as an action', () => {
    expect(read([user('One'), assistant('It is 1.'), user('And two?')])).toMatchObject({ lastUser: 'And two?', earlierUsers: ['One'], step: 1 })
  })

  it('reads tool messages and observations that are text, labelled or cut short', () => {
    const native = { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{}' } }] }
    expect(read([user('a'), native, { role: 'tool', tool_call_id: 'c1', content: '{"x": 1}' }]).toolResults).toEqual([
      { name: 'lookup', tool_call_id: 'c1', content: { x: 1 } },
    ])
    expect(read([user('a'), call, user('Observation:\n{"observation": "{\\"x\\": 1}"}')]).toolResults).toEqual([{ name: 'run_query', content: { x: 1 } }])
    expect(read([user('a'), call, user('{"observation": {"rows": [1, 2, … cut')]).toolResults).toEqual([
      { name: 'run_query', content: '{"observation": {"rows": [1, 2, … cut' },
    ])
    expect(read([user('a'), call, user('{"tool": "x", "observation": "plain"}')]).toolResults).toEqual([{ name: 'x', content: 'plain' }])
  })

  it('takes what follows an unfinished answer for a note of the planner and counts attempts', () => {
    expect(read([user('a'), assistant('{"next_node": "run_query", "args": {"sql"'), user('Your reply was cut.')])).toMatchObject({
      lastUser: 'a',
      notes: ['Your reply was cut.'],
      attempt: 2,
      step: 1,
    })
    expect(read([user('a'), assistant('Sure!'), user('Reply with {"next_node", "args"} only.')])).toMatchObject({ lastUser: 'a', attempt: 2 })
    expect(read([user('a'), call, user('There is no such tool.'), call, observation(1)])).toMatchObject({ step: 2, attempt: 1, notes: [] })
  })

  it('reads the planner of pf: its results, its repairs, its last step and what a host adds', () => {
    const result = user('{"tool_call_id":"tc:r:1","tool":"run_query","observation":{"row_count":2},"note":"the same as before"}')
    const last = user(
      'This is your last step; no further tool will run. Reply with {"next_node": "final_response", "args": {"answer": "…"}} from what you know, and say what is missing.',
    )
    const repair = user(
      'Your last reply held no answer in the required form. Reply again with only this JSON object: {"next_node": "final_response", "args": {"answer": "your answer to the user"}} (missing_next_node)',
    )
    expect(read([system, user('{"context":[{"description":"d","value":"v"}]}'), user('How many?'), call, result, last])).toMatchObject({
      lastUser: 'How many?',
      earlierUsers: [],
      step: 2,
      attempt: 1,
      notes: [last.content],
      toolResults: [{ name: 'run_query', tool_call_id: 'tc:r:1', content: { row_count: 2 }, note: 'the same as before' }],
    })
    expect(read([user('How many?'), last])).toMatchObject({ lastUser: 'How many?', step: 1, attempt: 1, notes: [last.content] })
    expect(read([user('How many?'), call, result, last, assistant('(nothing)'), repair, assistant('Two.'), repair])).toMatchObject({
      lastUser: 'How many?',
      step: 2,
      attempt: 3,
    })
    expect(read([user('{"client_note":"x"}'), user('{"client_note": 1, "other": 2}')])).toMatchObject({
      lastUser: '{"client_note": 1, "other": 2}',
      earlierUsers: [],
    })
  })

  it('takes a question for one although the turn before it was never answered', () => {
    expect(read([user('One'), call, observation({ n: 1 }), user('And two?')])).toMatchObject({ lastUser: 'And two?', step: 1, earlierUsers: ['One'] })
  })

  it('does not take the very first message for an observation', () => {
    expect(read([observation(1)])).toMatchObject({ lastUser: '{"observation":1}', step: 1 })
  })

  it('reads any conversation without a throw and never invents steps', () => {
    const message = fc.record({
      role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
      content: fc.oneof(fc.string(), fc.json(), fc.constant(call.content), fc.constant('{"observation": 1}')),
    })
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), (messages) => {
        const { step, attempt } = read(messages)
        expect(step + attempt).toBeLessThanOrEqual(messages.length + 2)
      }),
    )
  })
})
