import { describe, expect, it } from 'vitest'
import { cleanTexts } from './clean-texts.ts'

describe('cleanTexts', () => {
  it.each([
    ['a\0b', 'a\ufffdb'],
    ['\ud83d', '\ufffd'],
    ['x\udE00y\0', 'x\ufffdy\ufffd'],
    [
      ['a', '\0', { b: ['\ud83d'] }],
      ['a', '\ufffd', { b: ['\ufffd'] }],
    ],
    [
      { 'a\0': 1, b: { '\udc00': '\0' } },
      { 'a\ufffd': 1, b: { '\ufffd': '\ufffd' } },
    ],
    [
      { a: undefined, b: '\0' },
      { a: undefined, b: '\ufffd' },
    ],
  ])('%j becomes %j', (value, expected) => {
    expect(cleanTexts(value)).toEqual(expected)
  })

  it.each([['text 😀 é\n'], [5], [null], [true], [[]], [{}], [{ a: ['😀', { b: null }], c: 1.5 }]])('returns %j itself', (value) => {
    expect(cleanTexts(value)).toBe(value)
  })

  it('keeps keys that objects inherit, and leaves the given value as it was', () => {
    const value = JSON.parse('{"__proto__":"\\u0000","constructor":["\\ud800"]}') as object
    const before = JSON.stringify(value)
    expect(JSON.stringify(cleanTexts(value))).toBe('{"__proto__":"\ufffd","constructor":["\ufffd"]}')
    expect(JSON.stringify(value)).toBe(before)
  })

  it('of two keys that become the same, the last one counts', () => {
    expect(cleanTexts({ 'a\0': 1, 'a\ud800': 2 })).toEqual({ 'a\ufffd': 2 })
  })
})

it('leaves what nests too deep for any store as it is, without an overflow', () => {
  let value: unknown = '\0'
  for (let level = 0; level < 100_000; level++) value = [value]
  expect(cleanTexts(value)).toBe(value)
})
