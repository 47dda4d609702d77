import type { JsonValue } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampJson } from './clamp-json.ts'

const lengthOf = (value: JsonValue) => JSON.stringify(value).length

describe('clampJson at its limits', () => {
  const values: JsonValue[] = ['', 'abc', '"\\\n\u0000', '😀', 0, -1.5e-7, true, null, [], {}, [1], [1, 2, 3], { a: 1 }, { 'k"ey': [{}, [], 'x'], b: null }]

  it.each(values.map((value) => [JSON.stringify(value), value] as const))('leaves %s alone where its text has exactly the allowed length', (_, value) => {
    expect(clampJson(value, lengthOf(value))).toEqual({ value, clamped: false })
    expect(clampJson(value, lengthOf(value) - 1).clamped).toBe(true)
  })

  it('leaves any value alone exactly as long as its text fits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>, (value) => {
        expect(clampJson(value, lengthOf(value)).clamped).toBe(false)
        expect(clampJson(value, lengthOf(value) - 1).clamped).toBe(true)
      }),
    )
  })

  it('uses a level whose text has exactly the allowed length', () => {
    const value = 'x'.repeat(20_000)
    const gentle = `${'x'.repeat(8_000)}… (12000 more characters)`
    expect(clampJson(value, lengthOf(gentle)).value).toBe(gentle)
    expect(clampJson(value, lengthOf(gentle) - 1).value).toBe(`${'x'.repeat(2_000)}… (18000 more characters)`)
  })

  it('keeps strings, lists and objects of exactly the size of a level, and cuts those with one more', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
    const keys = (count: number) => Object.fromEntries(numbers(count).map((index) => [`k${index}`, index]))
    const value = {
      tooLong: 'h'.repeat(200_000),
      string: 'x'.repeat(8_000),
      longString: 'x'.repeat(8_001),
      list: numbers(200),
      longList: numbers(201),
      object: keys(200),
      longObject: keys(201),
    }
    const cut = clampJson(value, 60_000).value as typeof value
    expect(cut.string).toBe(value.string)
    expect(cut.longString).toBe(`${value.string}… (1 more characters)`)
    expect(cut.list).toEqual(value.list)
    expect(cut.longList).toEqual([...value.list, '… (1 more items)'])
    expect(cut.object).toEqual(value.object)
    expect(cut.longObject).toEqual({ ...value.object, '…': '1 more keys' })
  })

  it('keeps values of exactly the depth of a level, and describes those that lie deeper', () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? 'end' : { next: nested(depth - 1) })
    const cut = clampJson({ tooLong: 'h'.repeat(200_000), allowed: nested(11), deeper: nested(12) }, 60_000).value as { allowed: JsonValue; deeper: JsonValue }
    expect(cut.allowed).toEqual(nested(11))
    expect(JSON.stringify(cut.deeper)).toContain('… (object with 1 keys)')
  })
})
