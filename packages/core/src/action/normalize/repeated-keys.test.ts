import { describe, expect, it } from 'vitest'
import { countSpelled, mayRepeatKeys, maySpellKeys } from './repeated-keys.ts'

describe('maySpellKeys', () => {
  it.each([
    ['{"answer":"a"}', false],
    ['{"a":"\\n \\u0041"}', false],
    ['{"\\u0061nswer":"a"}', true],
    ['{"n\\u0065xt_node":"a"}', true],
    ['{"next\\u005fnode":"a"}', true],
    ['{"arg\\u0073":"a"}', true],
    // Without a preceding backslash, the digits are ordinary text.
    ['{"a":"u0061"}', false],
  ])('%s: %s', (text, expected) => {
    expect(maySpellKeys(text)).toBe(expected)
  })
})

describe('countSpelled', () => {
  it.each([
    ['next_node', '{"next_node":1,"b":{"next_node":2}}', 2],
    ['args', '{"args":{"args":{}},"margs":1,"xargs":2}', 2],
    ['answer', '{"answer":1,"raw_answer":2,"the answer":3}', 1],
    ['raw_answer', '{"answer":1,"raw_answer":2}', 1],
    // The first part of the key would have to start before the text.
    ['args', 'gs"', 0],
    ['args', '"args"', 1],
    ['answer', 'wer" "answer"', 1],
    ['next_node', '"Next_node" "next-node"', 0],
  ] as const)('%s in %s: %d', (key, text, expected) => {
    expect(countSpelled(text, key)).toBe(expected)
  })

  it('begins at an index', () => {
    expect(countSpelled('"args" "args"', 'args', 6)).toBe(1)
    expect(countSpelled('"args" "args"', 'args', 12)).toBe(0)
  })
})

describe('mayRepeatKeys', () => {
  const repeats = (text: string) => mayRepeatKeys(text, JSON.parse(text) as object)

  it.each([
    '{"next_node":"t","args":{"a":1}}',
    '{"next_node":"final_response","args":{"answer":"a"}}',
    '{"args":{"args":{"args":1}}}',
    '{"steps":[{"args":{}},[{"args":{}}],null,1],"args":{}}',
    '[{"answer":1},{"answer":2},[{"raw_answer":1},{"raw_answer":2}]]',
    '{"a":{"next_node":1},"next_node":2}',
    '{"toString":1,"constructor":{"answer":1},"answer":2}',
  ])('is false where each object has a key once: %s', (text) => {
    expect(repeats(text)).toBe(false)
  })

  it.each([
    '{"next_node":"a","next_node":"b"}',
    '{"args":1,"args":2}',
    '{"answer":1,"answer":2}',
    '{"raw_answer":1,"raw_answer":2}',
    '{"a":{"args":1,"args":2}}',
    '[[{"answer":1,"answer":2}]]',
    '{"args":{"answer":1},"b":[{"args":1,"args":2}]}',
    // The text may contain a key as a value, which cannot be distinguished from a key.
    '{"args":"args","b":"\\u0061"}',
    '{"args":"args"}',
    '{"answer":["answer"]}',
    '{"next_node":"next_node"}',
    '{"raw_answer":"raw_answer"}',
  ])('is true where a key occurs twice, or more often in the text than as a key: %s', (text) => {
    expect(repeats(text)).toBe(true)
  })

  it('counts own keys only', () => {
    const inherited = Object.create({ args: 1 }) as object
    expect(mayRepeatKeys('"args" "args"', Object.assign(inherited, { b: { args: 1 } }))).toBe(true)
  })
})
