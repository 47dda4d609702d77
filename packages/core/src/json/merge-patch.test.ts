import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../contracts/json.ts'
import { mergePatch } from './merge-patch.ts'

const parse = (text: string): JsonValue => JSON.parse(text)

describe('mergePatch', () => {
  it('replaces members, removes on null, goes into objects and replaces everything else', () => {
    const cases: [string, string, string][] = [
      ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
      ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
      ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
      ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
      ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
      ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
      ['["a"]', '{"a":"b"}', '{"a":"b"}'],
      ['{"a":1}', 'null', 'null'],
      ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ]
    for (const [target, patch, expected] of cases) expect(mergePatch(parse(target), parse(patch))).toEqual(parse(expected))
  })

  it('refuses a patch that is too deep or holds itself, and takes any target', () => {
    const nest = (levels: number, inner = '1') => parse(`${'{"a":'.repeat(levels)}${inner}${'}'.repeat(levels)}`)
    expect(mergePatch({}, nest(1_000))).toEqual(nest(1_000))
    const circle: { [key: string]: JsonValue } = {}
    circle.a = circle
    for (const deep of [nest(1_001), nest(20_000), circle]) expect(() => mergePatch({}, deep)).toThrow(expect.objectContaining({ code: 'too_deep' }))
    expect(mergePatch(nest(20_000), { a: null })).toEqual({})
  })

  it('changes in place what it made itself, nothing else', () => {
    const made = new WeakSet<object>()
    const [target, patch] = [parse('{"a":{"b":1}}'), parse('{"a":{"c":{}},"d":{"e":1}}')]
    const first = mergePatch(target, patch, made)
    const second = mergePatch(first, parse('{"a":{"c":{"x":2}},"d":{"e":null}}'), made)
    expect(second).toBe(first)
    expect(second).toEqual({ a: { b: 1, c: { x: 2 } }, d: {} })
    expect([target, patch]).toEqual([{ a: { b: 1 } }, { a: { c: {} }, d: { e: 1 } }])
  })

  it('keeps __proto__ as data and its inputs as they are', () => {
    const target = parse('{"a":{"b":1}}')
    const merged = mergePatch(target, parse('{"__proto__":{"x":1},"a":{"c":2}}'))
    expect(JSON.stringify(merged)).toBe('{"a":{"b":1,"c":2},"__proto__":{"x":1}}')
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
    expect(target).toEqual({ a: { b: 1 } })
  })
})
