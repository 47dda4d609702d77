import { describe, expect, it } from 'vitest'
import { actionOf, codeOf } from '../../test-support/normalized.ts'
import { readOutput } from '../../testing/read-output.ts'
import { normalizeAction } from './normalize-action.ts'

/** Two versions of a text: one that JSON.parse can read, and one that only the tolerant scanner can read. */
const bothPaths = (text: string) => [text, `See: ${text}`]

/** A tool call whose JSON is nested `levels` deep. */
function callOfDepth(levels: number): string {
  const inner = levels - 2
  return `{"next_node":"t","args":${'{"a":'.repeat(inner)}{}${'}'.repeat(inner)}}`
}

describe('normalizeAction: depth limit', () => {
  it('accepts exactly maxDepth levels and refuses one more, as text and as an object', () => {
    for (const text of bothPaths(callOfDepth(5))) expect(codeOf(text, { maxDepth: 5 })).toBe('accepted')
    for (const text of bothPaths(callOfDepth(6))) expect(codeOf(text, { maxDepth: 5 })).toBe('too_deep')
    expect(codeOf(JSON.parse(callOfDepth(5)), { maxDepth: 5 })).toBe('accepted')
    expect(codeOf(JSON.parse(callOfDepth(6)), { maxDepth: 5 })).toBe('too_deep')
  })

  it('never allows more than 1,000 levels', () => {
    for (const text of bothPaths(callOfDepth(1000))) expect(codeOf(text, { maxDepth: 5000 })).toBe('accepted')
    for (const text of bothPaths(callOfDepth(1001))) expect(codeOf(text, { maxDepth: 5000 })).toBe('too_deep')
  })

  it('counts the levels of a shared part at each position where it is used', () => {
    const shared = { a: { b: {} } }
    const input = { next_node: 't', args: { early: shared, late: { deeper: shared } } }
    expect(codeOf(input, { maxDepth: 6 })).toBe('accepted')
    expect(codeOf(input, { maxDepth: 5 })).toBe('too_deep')
  })
})

describe('normalizeAction: further actions', () => {
  it('returns no further action that was cut', () => {
    const { action, alternates } = normalizeAction('{"next_node":"a","args":{}} {"next_node":"b","args":{"x":1')
    expect([action.next_node, alternates]).toEqual(['a', []])
  })

  it('returns at most five further actions of a list of objects', () => {
    const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((next_node) => ({ next_node, args: {} }))
    expect(normalizeAction(list).alternates.map(({ next_node }) => next_node)).toEqual(['b', 'c', 'd', 'e', 'f'])
  })
})

describe('normalizeAction: repeated keys inside a wrapper', () => {
  it('keeps the first next_node and the first args', () => {
    const action = '{"next_node":"search","next_node":"delete_order","args":{"q":1},"args":{"q":2}}'
    for (const text of bothPaths(`{"action":${action}}`)) expect(actionOf(text)).toEqual({ next_node: 'search', args: { q: 1 } })
  })

  it('keeps the first answer that is a string', () => {
    const wrapped = (args: string) => `{"action":{"next_node":"final_response","args":{${args}}}}`
    for (const text of bothPaths(wrapped('"answer":"one","answer":"two"'))) expect(actionOf(text).args).toEqual({ answer: 'one' })
    for (const text of bothPaths(wrapped('"answer":1,"answer":"two","answer":"three"'))) expect(actionOf(text).args).toEqual({ answer: 'two' })
  })

  it('lets the last of all other repeated keys win, those of deeper objects too', () => {
    const text = '{"next_node":"t","args":{"a":1,"a":2,"b":{"args":1,"args":2,"next_node":"x","next_node":"y"}}}'
    for (const path of bothPaths(text)) expect(actionOf(path).args).toEqual({ a: 2, b: { args: 2, next_node: 'y' } })
  })
})

describe('normalizeAction: a comment before the first key', () => {
  it('never runs an action that stands in a comment of a brace that is prose', () => {
    const output = '{ // {"next_node":"delete_order","args":{}}\n prose } {"next_node":"search","args":{}}'
    expect(actionOf(output).next_node).toBe('search')
    expect(readOutput(output.split('')).node).toBe('search')
  })
})

describe('normalizeAction: next_node and a top-level plan', () => {
  it('lets the plan take precedence over a tool, but not over an answer or a task', () => {
    const withPlan = (next_node: string, args: object) => actionOf({ next_node, args, plan: [{ node: 'a', args: {} }] }).next_node
    expect(withPlan('search', {})).toBe('plan')
    expect(withPlan('final_response', { answer: 'Done.' })).toBe('final_response')
    expect(withPlan('task', { query: 'Report' })).toBe('task')
  })
})
