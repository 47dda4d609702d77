import { describe, expect, it } from 'vitest'
import { faultOf } from '../../test-support/normalized.ts'
import { normalizeAction } from './normalize-action.ts'

describe('normalizeAction: the result has no more than was found', () => {
  const action = { next_node: 'search', args: { q: 1 } }

  it('has only the action and empty lists, as text, as text in prose, as an object and as a list', () => {
    const bare = { action, repairs: [], alternates: [] }
    expect(normalizeAction(JSON.stringify(action))).toEqual(bare)
    expect(normalizeAction(JSON.stringify({ args: action.args, next_node: action.next_node }))).toEqual(bare)
    expect(normalizeAction(action)).toEqual(bare)
    expect(normalizeAction([action])).toEqual(bare)
    expect(Object.keys(normalizeAction(`\`\`\`json\n${JSON.stringify(action)}\n\`\`\``))).toEqual(['action', 'repairs', 'alternates'])
  })

  it('has a thought without blanks around it, and none for a blank one', () => {
    for (const spoken of [{ thought: '  Look. ' }, { reasoning: '\nLook.' }]) expect(normalizeAction({ ...spoken, ...action }).reasoning).toBe('Look.')
    for (const silent of [{ thought: ' ' }, { thought: 5 }, {}]) expect(normalizeAction({ ...silent, ...action })).not.toHaveProperty('reasoning')
  })

  it('names each repair once', () => {
    const { repairs } = normalizeAction({ tool: 'search', tool_input: '{"q":1}' })
    expect(new Set(repairs.map(({ kind }) => kind)).size).toBe(repairs.length)
    expect(repairs.length).toBeGreaterThan(0)
    expect(repairs.every(({ kind }) => typeof kind === 'string')).toBe(true)
  })

  it('leaves out what is no action in a list', () => {
    expect(normalizeAction([action, { a: 1 }, 'text', null, { next_node: 'b', args: {} }]).alternates).toEqual([{ next_node: 'b', args: {} }])
  })
})

describe('normalizeAction: text around an action', () => {
  const json = '{"next_node":"search","args":{}}'

  it.each([
    ['before', `Now: ${json}`, { prefix: 'Now:' }],
    ['behind', `${json} Done?`, { suffix: 'Done?' }],
    ['on both sides', `Now: ${json} Done?`, { prefix: 'Now:', suffix: 'Done?' }],
    ['behind a fence', `\`\`\`json\n${json}\n\n \`\`\`\nDone?`, { suffix: 'Done?' }],
    ['behind, with a fence of its own', `${json} See:\n\`\`\`\nx`, { suffix: 'See:\n```\nx' }],
    ['behind a fence on the same line', `\`\`\`json\n${json}\`\`\` Done?`, { suffix: 'Done?' }],
  ])('is kept %s', (_, text, ignored) => {
    const found = normalizeAction(text)
    expect(found.ignored).toEqual(ignored)
    expect(found.repairs).toContainEqual({ kind: 'text_around' })
  })

  it('is kept up to 400 characters before and 1,200 behind', () => {
    const { ignored } = normalizeAction(`${'a'.repeat(500)} ${json}${'b'.repeat(1300)}`)
    expect([ignored?.prefix?.length, ignored?.suffix?.length]).toEqual([400, 1200])
  })
})

describe('normalizeAction: refusals', () => {
  it.each([undefined, null, 5, true, Symbol('a')])('%s is no action', (input) => {
    expect(faultOf(input).code).toBe('no_action')
  })

  it('an object whose property throws cannot be read', () => {
    const hostile = {
      next_node: 't',
      get args(): never {
        throw new TypeError('No.')
      },
    }
    expect(faultOf(hostile).code).toBe('unparseable')
  })

  it('a text and an object are refused above the limit of bytes, and accepted at it', () => {
    const text = '{"next_node":"t","args":{"a":"é"}}'
    const bytes = new TextEncoder().encode(text).length
    expect(faultOf(text, { maxBytes: bytes - 1 }).code).toBe('too_large')
    expect(normalizeAction(text, { maxBytes: bytes }).action.next_node).toBe('t')
    expect(faultOf({ next_node: 't', args: { a: 'x'.repeat(100) } }, { maxBytes: 100 }).code).toBe('too_large')
  })

  it('an object without an action keeps its thought', () => {
    expect(faultOf({ thought: ' Look. ', other: 1 }).reasoning).toBe('Look.')
    expect(faultOf({ other: 1 }).reasoning).toBeUndefined()
    expect(faultOf('<think>Look.</think> nothing').reasoning).toBe('Look.')
    expect(faultOf('nothing').reasoning).toBeUndefined()
  })

  it('an answer that was cut keeps what was read of it', () => {
    expect(faultOf('{"next_node":"final_response","args":{"answer":"one two').partialAnswer).toBe('one two')
    expect(faultOf('{"next_node":"search","args":{"q":"one two').partialAnswer).toBeUndefined()
    expect(faultOf('{"next_no').partialAnswer).toBeUndefined()
  })

  it('an output that ends behind a brace is incomplete, and one without an object holds no action', () => {
    expect(faultOf('Now {').code).toBe('incomplete')
    expect(faultOf('{').code).toBe('incomplete')
    expect(faultOf('Now.').code).toBe('missing_next_node')
    expect(faultOf('{"a":1} {"b":2}').code).toBe(faultOf('{"a":1}').code)
  })
})
