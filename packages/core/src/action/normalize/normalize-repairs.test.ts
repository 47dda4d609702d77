import { describe, expect, it } from 'vitest'
import { actionOf, codeOf, faultOf, rawAnswer } from '../../test-support/normalized.ts'
import { normalizeAction } from './normalize-action.ts'

const kindsOf = (input: string) => normalizeAction(input).repairs.map(({ kind }) => kind)

describe('normalizeAction: repairs', () => {
  const rows: [string, unknown, string[]][] = [
    [
      `{'next_node': 'a', 'args': {'q': 'it\\'s', 'ok': True, 'no': False, 'n': None}}`,
      { q: "it's", ok: true, no: false, n: null },
      ['quotes', 'bad_escape', 'literal'],
    ],
    [`{'next_node': 'a', 'args': {'q': 'It's Bob's'}}`, { q: "It's Bob's" }, ['quotes', 'unescaped_quote']],
    ['{“next_node”: “a”, “args”: {“q”: “it’s”}}', { q: 'it’s' }, ['quotes']],
    ['{"next_node":"a","args":{"q":[1,2,],},}', { q: [1, 2] }, ['trailing_comma']],
    ['{"next_node":"a", // why\n "args":{"q":"http://x//y" /* c */, # so\n "n":1}}', { q: 'http://x//y', n: 1 }, ['comment']],
    ['{"next_node":"a","args":{"q":"one\ntwo\tthree"}}', { q: 'one\ntwo\tthree' }, ['raw_control']],
    ['{"next_node":"a","args":{"q":"say "hi", now","n":["32" wide","b"]}}', { q: 'say "hi", now', n: ['32" wide', 'b'] }, ['unescaped_quote']],
    ['{next_node: "a", args: {q: word, d: 2024-01-01, u: 57eeeeb1-450b}}', { q: 'word', d: '2024-01-01', u: '57eeeeb1-450b' }, ['bare_key', 'bare_word']],
    [
      '{"next_node":"a","args":{"a":NaN,"b":-Infinity,"c":.5,"d":5.,"e":+1,"f":007}}',
      { a: null, b: null, c: 0.5, d: 5, e: 1, f: '007' },
      ['lost_number', 'number', 'bare_word'],
    ],
    ['{"next_node": "a",\n "args": {"q": "x"\n "n": 1}}', { q: 'x', n: 1 }, ['missing_comma']],
    ['{"next_node"："a"，\u00a0"args"：{"q":1}}', { q: 1 }, ['punctuation', 'blank']],
    ['{"next_node":"a","args":{"re":"\\d+\\.","p":"\\x41\\q"}}', { re: '\\d+\\.', p: 'A\\q' }, ['bad_escape']],
    ['{"next_node":"a","args":{"q":1}', { q: 1 }, ['missing_closer']],
    ['```json\n{"next_node":"a","args":{"q":1}\n```', { q: 1 }, ['fence', 'missing_closer']],
    ['{\\"next_node\\":\\"a\\",\\"args\\":{\\"q\\":1}}', { q: 1 }, ['double_encoded']],
    ['{"next_node":"a","args":"\\"{\\\\\\"q\\\\\\":1}\\""}', { q: 1 }, ['args_string']],
  ]
  for (const [text, args, kinds] of rows) {
    it(`reads ${text.replaceAll('\n', '⏎').slice(0, 90)}`, () => {
      expect(actionOf(text)).toEqual({ next_node: 'a', args })
      expect(kindsOf(text)).toEqual(kinds)
    })
  }

  it('notes each kind once, with its place', () => {
    expect(normalizeAction(`x {'next_node': 'a', 'args': {'q': 'b'}}`).repairs).toEqual([{ kind: 'quotes', at: 3 }, { kind: 'text_around' }])
  })

  it('takes unescaped quotes for text wherever the string cannot end there', () => {
    const texts = [
      '65" television',
      'the "a", "b" and "c": done',
      '"all"',
      '53"',
      '<a href="x">y</a>',
      '{"a": 1} and ["b", "c"]',
      'say "x"\nand "y"',
      'a "b", jackson',
    ]
    for (const text of texts) expect(actionOf(rawAnswer(text)).args.answer).toBe(text)
  })

  it('changes nothing in valid JSON', () => {
    for (const text of ['bar "foo", baz', '", "a": "b', '"}}', "it's // no # comment", '```json\n{"next_node":"x"}\n```', '<think>x</think>', 'None True']) {
      const clean = JSON.stringify({ next_node: 'final_response', args: { answer: text, x: [text], [text]: text } })
      for (const input of [clean, ` ${clean}\n`]) expect(normalizeAction(input)).toMatchObject({ action: JSON.parse(clean), repairs: [] })
      expect(normalizeAction(`text ${clean}`)).toMatchObject({ action: JSON.parse(clean), repairs: [{ kind: 'text_around' }] })
    }
  })

  it('[004-norm-11] steps over text and fences around the object, and tells what it ignored', () => {
    expect(normalizeAction('I will look.\n{"next_node":"a","args":{}}\nThen {x} more').ignored).toEqual({ prefix: 'I will look.', suffix: 'Then {x} more' })
    expect(normalizeAction('Because.\n```json\n{"next_node":"a","args":{}}\n```')).toMatchObject({ reasoning: 'Because.', action: { next_node: 'a' } })
    expect(normalizeAction('<think>Hm {"next_node":"b"}</think>{"next_node":"a","args":{}}')).toMatchObject({ reasoning: 'Hm {"next_node":"b"}' })
  })

  it('keeps at most five further actions', () => {
    const one = '{"next_node":"a","args":{}}\n'
    expect(normalizeAction(one.repeat(9)).alternates).toHaveLength(5)
    expect(normalizeAction(`[${one.trim()},${one.trim()}]`).alternates).toEqual([{ next_node: 'a', args: {} }])
  })

  it('makes the answer well-formed', () => {
    expect(actionOf({ next_node: 'final_response', args: { answer: 'a\ud83d b' } }).args.answer).toBe('a\ufffd b')
  })
})

describe('normalizeAction: what is cut', () => {
  it('accepts missing closers when the arguments are closed or the answer is', () => {
    expect(actionOf('{"next_node":"final_response","args":{"answer":"done","sources":[{"title":"A"},{"ti').args).toEqual({ answer: 'done' })
    expect(actionOf('{"args":{"q":1},"next_node":"a"')).toEqual({ next_node: 'a', args: { q: 1 } })
    expect(actionOf('{"tool":{"next_node":"a","args":{"q":1}}')).toEqual({ next_node: 'a', args: { q: 1 } })
  })

  it('never gives half the arguments of a tool call', () => {
    const cuts = [
      '{"next_node":"a"',
      '{"next_node":"a","args":{"q":1',
      '{"next_node":"a","args":{"q":"x"',
      '{"next_node":"a","args":{"q":[1]',
      '{"name":"a","arguments":{"q":1',
    ]
    const more = [
      '{"next_node":"a","args":"{\\"q\\":1',
      '{"args":{"q":1},"next_node":"a',
      '{"next_node":"a","args":{"q":1},"plan":[{"node":"b"',
      '{"plan":[{"node":"a"}]',
      '{"next_no',
      '{',
    ]
    for (const text of [...cuts, ...more]) expect([text, codeOf(text)]).toEqual([text, 'incomplete'])
  })

  it('drops half an escape and half a surrogate pair', () => {
    for (const end of ['\\', '\\u', '\\u00e', '\\ud83d', '\\ud83d\\', '\\ud83d\\ude0', '\ud83d']) {
      expect(faultOf(`{"next_node":"final_response","args":{"answer":"caf${end}`).partialAnswer).toBe('caf')
    }
  })

  it('does not trust missing closers where quotes were guessed', () => {
    expect(faultOf('{"next_node":"final_response","args":{"answer":"He "said" {"a":"b"')).toMatchObject({ code: 'incomplete' })
  })

  it('gives no partial answer before it is known to be one', () => {
    expect(faultOf('{"args":{"answer":"hidden').partialAnswer).toBeUndefined()
    expect(faultOf('{"next_node":"t","args":{"answer":"hidden').partialAnswer).toBeUndefined()
  })
})
