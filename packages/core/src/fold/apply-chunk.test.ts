import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../contracts/json.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { applyChunk } from './combine-chunk.ts'

const all = (mode: 'replace' | 'append' | 'merge', ...chunks: JsonValue[]) =>
  freezeJson(chunks).reduce<JsonValue | undefined>((current, chunk) => applyChunk(current, chunk, mode), undefined)

describe('applyChunk', () => {
  it('replaces, adds items or text at the end, or merges', () => {
    expect(all('replace', [1], [2])).toEqual([2])
    expect(all('append', [1], [2, [3]], 4, null)).toEqual([1, 2, [3], 4, null])
    expect(all('append', 'a', 'b')).toBe('ab')
    expect(all('append', { a: 1 }, [2])).toEqual([2])
    expect(all('merge', { a: { b: 1 } }, { a: { b: null, c: 2 } })).toEqual({ a: { c: 2 } })
  })

  it('the first chunk of a merge removes what it says is null, as a later one does', () => {
    expect(all('merge', { a: null, b: { c: null } })).toEqual({ b: {} })
    expect(applyChunk([1], { a: null }, 'merge')).toEqual({})
    expect(all('merge', null)).toBeNull()
  })

  it('a mode that nobody knows replaces', () => {
    for (const mode of ['bogus', 'toString', null]) expect(applyChunk([1], [2], mode as never)).toEqual([2])
  })

  it('what was given and what came out before stay as they are', () => {
    const first = applyChunk([1], [2], 'append')
    const second = applyChunk(first, [3], 'append')
    expect([first, second]).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
    const one = applyChunk({ a: { b: 1 } }, { a: { c: 1 } }, 'merge')
    const two = applyChunk(one, { a: { d: 1 } }, 'merge')
    expect([one, two]).toEqual([{ a: { b: 1, c: 1 } }, { a: { b: 1, c: 1, d: 1 } }])
  })

  it('a merge that is too deep is an error of ours', () => {
    const deep: JsonValue = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(() => applyChunk({}, deep, 'merge')).toThrow(expect.objectContaining({ code: 'too_deep' }))
    expect(applyChunk({}, deep, 'replace')).toBe(deep)
  })
})
