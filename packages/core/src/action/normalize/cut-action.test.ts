import { describe, expect, it } from 'vitest'
import { actionOf, codeOf, faultOf } from '../../test-support/normalized.ts'
import { normalizeAction } from './normalize-action.ts'

const call = '{"next_node":"search","args":{"q":1}'
const answer = '{"next_node":"final_response","args":{"answer":"Hi"'
const plan = '{"next_node":"plan","args":{"steps":[{"node":"a","args":{}}]'

describe('normalizeAction: an action that is cut', () => {
  it('is refused when the cut is inside a wrapper that could still change the action', () => {
    expect(codeOf('{"action":{"next_node":"search","args":{"q":1}}')).toBe('accepted')
    expect(codeOf('{"action":{"next_node":"search","args":{"q":1}},"tool":"dele')).toBe('incomplete')
    expect(codeOf('{"action":{"next_node":"search","args":{"q":1')).toBe('incomplete')
  })

  it('is reported as incomplete when a JSON string ends behind the brace of the action', () => {
    expect(codeOf('"{\\"')).toBe('incomplete')
  })

  it('is read when only closing brackets are missing', () => {
    expect(normalizeAction(call)).toEqual({ action: { next_node: 'search', args: { q: 1 } }, repairs: [{ kind: 'missing_closer' }], alternates: [] })
  })

  it.each([
    [`${answer},"n":1,`, { answer: 'Hi', n: 1 }],
    [`${answer},"n":1`, { answer: 'Hi' }],
    [`${answer},"list":[1,2`, { answer: 'Hi' }],
    [`${answer},"sources":[{"title":"x"`, { answer: 'Hi' }],
    [`${answer},"sources":[]`, { answer: 'Hi', sources: [] }],
    [`${answer},"raw_answer":"mo`, { answer: 'Hi' }],
    [`${answer},"":{"a":1},"b":{"c"`, { answer: 'Hi', '': { a: 1 } }],
    [`${answer},"":{"a":1}},"next`, { answer: 'Hi', '': { a: 1 } }],
    ['{"next_node":"search","args":{"":1}', { '': 1 }],
    ['{"next_node":"final_response","args":{"text":"Hi","x":"y', { answer: 'Hi' }],
    ['{"next_node":"final_response","answer":"Hi"', { answer: 'Hi' }],
    ['{"args":{"answer":"Hi"},"next_node":"final_response"', { answer: 'Hi' }],
  ])('keeps the complete members of its arguments: %s', (text, args) => {
    expect(actionOf(text).args).toEqual(args)
  })

  it.each([
    [`${call},"b":2,`, 'accepted'],
    [`${call},"b":2`, 'incomplete'],
    [`${call},"b":[2`, 'incomplete'],
    [`${call},"b":`, 'incomplete'],
    [`${call},"thought":"he`, 'accepted'],
    [`${call},"join":{"n`, 'accepted'],
    [`${call},"plan":nul`, 'incomplete'],
    [`${call},"plan":[`, 'incomplete'],
    [`${call},"plan":[]`, 'accepted'],
    [`${call},"plan":[{"node":"a"}`, 'incomplete'],
    [`${plan}`, 'incomplete'],
    [`${plan}}`, 'accepted'],
    [`${plan}},"join":`, 'incomplete'],
    [`${plan}},"join":{"node":"b"`, 'incomplete'],
    [`${plan}},"join":{"node":"b"}`, 'accepted'],
    [`${plan}},"thought":"h`, 'accepted'],
    [`${answer}},"join":{"node`, 'accepted'],
    [`${answer}},"plan":[{"node":"a"`, 'incomplete'],
    ['{"next_node":null,"args":{"answer":"Hi"},"pl', 'accepted'],
    ['{"next_node":null,"args":{"answer":"Hi"},"plan":', 'incomplete'],
    ['{"next_node":null,"plan":[{"node":"a"}]', 'incomplete'],
    ['{"args":{"q":1},"next_node":"sea', 'incomplete'],
    ['{"next_node":"search","args":', 'incomplete'],
  ])('is refused if the rest could change what runs: %s is %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it.each([
    ['{"next_node":"final_response","args":{"text":"old","answer":"ne', 'ne'],
    ['{"next_node":"final_response","args":{"text":"old","answer":', undefined],
    ['{"next_node":"final_response","args":"Hi th', 'Hi th'],
    ['{"next_node":"final_response","args":["Hi","th', 'Hi\nth'],
    ['{"next_node":"final_response","answer":"Hi th', 'Hi th'],
    ['{"answer":"Hi th', 'Hi th'],
    ['{"args":{"answer":"Hi"},"next_node":"final_resp', undefined],
    ['{"answer":"Hi","next_node":"final_response","args":', undefined],
    ['{"next_node":null,"args":{"answer":"Hi"},"plan":null', 'Hi'],
    ['{"next_node":null,"args":{"answer":"Hi"},"plan":[{"node":"a"', undefined],
    ['{"next_node":"search","args":{"answer":"Hi', undefined],
  ])('leaves the part of the answer that was read: %s has %j', (text, partial) => {
    expect([faultOf(text).code, faultOf(text).partialAnswer]).toEqual(['incomplete', partial])
  })
})
