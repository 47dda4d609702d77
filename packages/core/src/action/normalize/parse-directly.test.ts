import { describe, expect, it } from 'vitest'
import { actionSettings } from '../shape/action-options.ts'
import { parseDirectly, parseFault } from './parse-directly.ts'

const parse = (text: string, options?: Parameters<typeof actionSettings>[0]) => parseDirectly(text, actionSettings(options))
const kindOf = (text: string, options?: Parameters<typeof actionSettings>[0]) => parse(text, options)?.kind
/** The same text, and one of more than 2,000 characters with the same meaning. Other functions count the keys of long texts. */
const bothLengths = (text: string) => [text, text.replace('{', `{${' '.repeat(2000)}`)]

describe('parseDirectly: canonical actions', () => {
  it.each([
    '{"next_node":"search","args":{"q":"a"}}',
    '{"next_node":"search","args":{}}',
    ' \n{ "next_node" : "search" , "args" : { "q" : [1, {"a": null}] } }\t ',
    '{"next_node":"search","args":{"q":1} }',
    '{"next_node":"search","args":{"q":1} \r\n\t }',
    '{"next_node":"search","args":{"q":1}\n}',
    '{"next_node":"search.v-2","args":{}}',
    '{"next_node":"final_response","args":{"answer":"Done.","confidence":1}}',
    '{"next_node":"plan","args":{"steps":[{"node":"a","args":{"b":1}},{"node":"c"}]}}',
    '{"next_node":"plan","args":{"steps":[{"node":"a","args":{}}],"join":{"node":"c","args":{}}}}',
    '{"next_node":"search","args":{"answer":"a"}}',
  ])('%s is an action as it is written', (text) => {
    const { next_node, args } = JSON.parse(text) as Record<string, unknown>
    for (const parsed of bothLengths(text).map((given) => parse(given))) {
      expect(parsed?.kind).toBe('action')
      expect(parsed?.kind === 'action' && { ...parsed.action }).toMatchObject(next_node === 'plan' ? { next_node } : { next_node, args })
    }
  })

  it.each([
    ['in another form', '{"thought":"t","next_node":"search","args":{}}'],
    ['with a member more', '{"next_node":"search","args":{"a":{}},"b":{}}'],
    ['with other arguments than an object', '{"next_node":"search","args":[{}]}'],
    ['with the arguments in front', '{"args":{},"next_node":"search"}'],
    ['of a name that is read as an opcode', '{"next_node":"parallel","args":{}}'],
    ['of an opcode with capitals', '{"next_node":"PLAN","args":{"steps":[{"node":"a","args":{}}]}}'],
    ['of an opcode with one capital', '{"next_node":"Final_response","args":{"answer":"a"}}'],
    ['of an empty answer', '{"next_node":"final_response","args":{"answer":""}}'],
    ['of an answer that is no text', '{"next_node":"final_response","args":{"answer":1}}'],
    ['of an answer under an older name', '{"next_node":"final_response","args":{"raw_answer":"a"}}'],
    ['without an answer', '{"next_node":"final_response","args":{}}'],
    ['of a plan that needs a repair', '{"next_node":"plan","args":{"steps":{"node":"a","args":{}}}}'],
    ['of a plan with a step that is dropped', '{"next_node":"plan","args":{"steps":[{"node":"a","args":{}},5]}}'],
  ])('an action %s is a value that is read by the rules for shapes', (_, text) => {
    expect(bothLengths(text).map((given) => kindOf(given))).toEqual(['value', 'value'])
  })

  it('the legacy form has no canonical action', () => {
    expect(kindOf('{"next_node":"search","args":{}}', { format: 'legacy' })).toBe('value')
  })

  it('the name of a tool in another spelling is read by the rules for shapes', () => {
    const tools = ['search_web', 'b']
    expect(kindOf('{"next_node":"search_web","args":{}}', { tools })).toBe('action')
    expect(kindOf('{"next_node":"Search_Web","args":{}}', { tools })).toBe('value')
  })
})

describe('parseDirectly: texts for the tolerant scanner', () => {
  it.each([
    ['prose around it', 'Call: {"next_node":"search","args":{}}'],
    ['prose behind it', '{"next_node":"search","args":{}} now'],
    ['a list', '[{"next_node":"search","args":{}}]'],
    ['no text', ''],
    ['one brace', '{'],
    ['text that is no JSON', '{next_node:"search"}'],
    ['a name twice', '{"next_node":"search","args":{},"next_node":"other"}'],
    ['arguments twice', '{"next_node":"search","args":{"a":1},"args":{}}'],
    ['arguments twice inside', '{"next_node":"search","args":{"b":{"args":1,"args":2}}}'],
    ['an answer twice', '{"next_node":"final_response","args":{"answer":"a","answer":"b"}}'],
    ['an answer under two names, one of them twice', '{"next_node":"final_response","args":{"raw_answer":"a","raw_answer":"b"}}'],
    ['a key that is written with an escape', '{"next_node":"search","\\u0061rgs":{},"args":{}}'],
    ['a number out of range', '{"next_node":"search","args":{"n":1e999}}'],
    ['a negative number out of range', '{"next_node":"search","args":{"n":[1,-1e999]}}'],
    ['a key with a backslash', '{"next_node":"search","args":{"a\\\\b":1}}'],
  ])('%s', (_, text) => {
    expect(bothLengths(text).map((given) => parse(given))).toEqual([undefined, undefined])
  })

  it('a text that nests too deep is reported as such', () => {
    expect(kindOf('{"next_node":"t","args":{"a":{"b":{}}}}', { maxDepth: 4 })).toBe('action')
    expect(kindOf('{"next_node":"t","args":{"a":{"b":{}}}}', { maxDepth: 3 })).toBe('deep')
    expect(kindOf('{"next_node":"t","args":{"a":[[]]}}', { maxDepth: 3 })).toBe('deep')
  })
})

describe('parseFault', () => {
  const faultOf = (value: object, maxDepth = 100, text = JSON.stringify(value)) => parseFault(text, value, maxDepth)
  const long = { padding: 'x'.repeat(300) }

  it.each([
    ['an ordinary value', { a: [1, 'b', null, true, { c: {} }] }, undefined],
    ['a long one', { ...long, a: [1, 'b', null, true, { c: [] }] }, undefined],
    ['a long one with an infinite member', { ...long, a: Number.POSITIVE_INFINITY }, 'doubtful'],
    ['a long one with an infinite item', { ...long, a: [[1, Number.NEGATIVE_INFINITY]] }, 'doubtful'],
    ['a long one with a negative infinite member', { ...long, a: { b: Number.NEGATIVE_INFINITY } }, 'doubtful'],
  ] as const)('%s', (_, value, expected) => {
    expect(faultOf(value)).toBe(expected)
  })

  it('counts the levels of members and items', () => {
    expect(faultOf({ ...long, a: [{ b: [] }] }, 4)).toBeUndefined()
    expect(faultOf({ ...long, a: [{ b: [] }] }, 3)).toBe('deep')
    expect(faultOf({ ...long, a: 1, b: [1, [2, [3]]] }, 3)).toBe('deep')
  })

  it('a text of up to 256 characters is searched only when it has an escape or a large exponent', () => {
    const value = { a: Number.POSITIVE_INFINITY }
    expect(parseFault(`{"a":1${' '.repeat(249)}}`, value, 1000)).toBeUndefined()
    expect(parseFault(`{"a":1${' '.repeat(250)}}`, value, 1000)).toBe('doubtful')
    expect(parseFault('{"a":1e400}', value, 1000)).toBe('doubtful')
    expect(parseFault('{"a":1E+99}', value, 1000)).toBe('doubtful')
    expect(parseFault('{"a":1e4}', value, 1000)).toBeUndefined()
    expect(parseFault('{"a":"\\n"}', value, 1000)).toBe('doubtful')
  })

  it('a text that is too short to nest too deep is not searched', () => {
    const value = { a: Number.POSITIVE_INFINITY }
    expect(parseFault('{"a":1}  ', value, 5)).toBeUndefined()
    expect(parseFault('{"a":1}   ', value, 5)).toBeUndefined()
    expect(parseFault('{"a":1}    ', value, 5)).toBe('doubtful')
  })

  it('only a text with a backslash can have keys with one', () => {
    expect(parseFault('{"a\\\\b":1}', { 'a\\b': 1 }, 100)).toBe('doubtful')
    expect(parseFault('{"a":"\\\\"}', { a: '\\' }, 100)).toBeUndefined()
    expect(parseFault(JSON.stringify(long), { ...long, 'a\\b': 1 }, 100)).toBeUndefined()
  })
})
