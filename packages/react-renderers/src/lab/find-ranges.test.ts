import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRanges } from './find-ranges.ts'

const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const range = (text: string, pointer: string) => {
  const found = findRanges(text, new Set([pointer]))
  const at = found.ok ? found.ranges.get(pointer) : undefined
  return at && text.slice(at.start, at.end)
}

describe('findPlaces', () => {
  const text = '{ "component": "grid",\n "props": { "items": [ {}, { "a/b~c": [1, -2.5e3] } ], "é\\n": "x\\"y" } }'
  it.each([
    ['', text],
    ['/component', '"grid"'],
    ['/props/items/0', '{}'],
    ['/props/items/1/a~1b~0c/1', '-2.5e3'],
    ['/props/é\n', '"x\\"y"'],
    ['/props/none', undefined],
  ])('finds %j', (pointer, value) => expect(range(text, pointer)).toBe(value))

  it.each([
    ['', 0, 'a value'],
    ['{"a": }', 6, 'a value'],
    ['{"a": 1,}', 8, 'a name in double quotes'],
    ["{'a': 1}", 1, 'a name in double quotes'],
    ['{"a" 1}', 5, 'a colon'],
    ['{"a": 1 "b": 2}', 8, 'a comma or }'],
    ['[1 2]', 3, 'a comma or ]'],
    ['[1,]', 3, 'a value'],
    ['{"a": "b', 8, 'a closing quote'],
    ['{"a": "b\n"}', 8, 'a closing quote'],
    ['"\\x"', 1, 'an escape such as \\n, \\" or \\\\'],
    ['{} {}', 3, 'the end of the text'],
    ['[01]', 2, 'a comma or ]'],
    ['nul', 0, 'a value'],
  ])('tells where %j stops being JSON', (broken, at, expected) => expect(findRanges(broken)).toEqual({ ok: false, at, expected }))

  it('takes what JSON.parse takes, and nothing else, also with a character changed', () => {
    const edits = fc.record({ data: fc.jsonValue({ maxDepth: 4 }), at: fc.nat(), put: fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '0', 'e', ' ', '\n') })
    fc.assert(
      fc.property(edits, ({ data, at, put }) => {
        const completeArguments = JSON.stringify(data, undefined, at % 3)
        const cut = at % (completeArguments.length + 1)
        for (const text of [
          completeArguments,
          completeArguments.slice(0, cut),
          completeArguments.slice(0, cut) + put + completeArguments.slice(cut + 1),
          completeArguments.slice(0, cut) + put + completeArguments.slice(cut),
        ])
          expect([text, findRanges(text).ok]).toEqual([text, parses(text)])
      }),
      { numRuns: 1_000 },
    )
  })

  it('is bounded in depth and reads a large text at once', () => {
    expect(findRanges('['.repeat(100_000))).toEqual({ ok: false, at: 200, expected: 'at most 200 levels of nesting' })
    expect(findRanges(JSON.stringify({ text: 'x'.repeat(2_000_000), list: Array.from({ length: 100_000 }, (_, index) => index) })).ok).toBe(true)
  })
})
