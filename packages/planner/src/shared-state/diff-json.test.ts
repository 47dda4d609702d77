import { applyPatch, type JsonValue } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffJson } from './diff-json.ts'

const unsafe = /"(__proto__|constructor|prototype)":/
const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !unsafe.test(JSON.stringify(value))) as fc.Arbitrary<JsonValue>

describe('diffJson', () => {
  it('returns a patch that changes the first value to the second one, and none for equal values', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const [from, to] = [JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(after))] as [JsonValue, JsonValue]
        expect(applyPatch(from, diffJson(from, to))).toEqual({ ok: true, value: to })
        expect(diffJson(to, structuredClone(to))).toEqual([])
      }),
    )
  })

  it('names only what has changed', () => {
    expect(diffJson({ a: { 'b/c': 1, d: [1, 2] }, e: 'text' }, { a: { 'b/c': 2, d: [1, 2, 3] }, e: 'text' })).toEqual([
      { op: 'replace', path: '/a/b~1c', value: 2 },
      { op: 'add', path: '/a/d/-', value: 3 },
    ])
    expect(diffJson({ list: [1, 2, 3], old: 1 }, { list: [1] })).toEqual([
      { op: 'remove', path: '/old' },
      { op: 'remove', path: '/list/2' },
      { op: 'remove', path: '/list/1' },
    ])
  })
})
