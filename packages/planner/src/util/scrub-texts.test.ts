import { describe, expect, it } from 'vitest'
import { scrubTexts } from './scrub-texts.ts'

const secrets = new Set(['hunter2', 'abc'])
const clean = <T>(value: T) => scrubTexts(value, secrets)

describe('scrubTexts', () => {
  it('is the value itself where there are no secrets', () => {
    const value = { a: 'hunter2' }
    expect(scrubTexts(value, new Set())).toBe(value)
  })

  it('masks texts and keys at every depth; short secrets only where they are the whole text', () => {
    expect(clean({ a: 'x hunter2 y', hunter2: ['hunter2', 1, null, true, 'abc', 'abcd'] })).toEqual({
      a: 'x <secret> y',
      '<secret>': ['<secret>', 1, null, true, '<secret>', 'abcd'],
    })
    expect(clean(JSON.parse('{"__proto__": {"k": "hunter2"}}'))).toEqual(JSON.parse('{"__proto__": {"k": "<secret>"}}'))
  })

  it('leaves bytes alone, and looks into instances, Maps, errors and what has toJSON', () => {
    class Row {
      text = 'hunter2'
    }
    const bytes = new Uint8Array([1, 2])
    const blob = new Blob(['x'])
    expect(clean({ bytes, blob })).toEqual({ bytes, blob })
    expect(clean({ bytes }).bytes).toBe(bytes)
    expect(clean([new Row(), new Map([['k', 'hunter2']]), { toJSON: () => 'hunter2' }, new Error('no hunter2')])).toEqual([
      { text: '<secret>' },
      { k: '<secret>' },
      '<secret>',
      { name: 'Error', message: 'no <secret>' },
    ])
  })

  it('copies what stands in many places, or in itself, once; holes and depth cost nothing', () => {
    let shared: unknown = ['hunter2']
    for (let level = 0; level < 60; level++) shared = [shared, shared]
    expect(JSON.stringify((clean(shared) as unknown[])[0]?.constructor)).toBe(undefined)
    const circle: Record<string, unknown> = { text: 'hunter2' }
    circle.self = circle
    const copy = clean(circle)
    expect([copy.text, copy.self === copy]).toEqual(['<secret>', true])
    const holes: unknown[] = ['hunter2']
    holes.length = 4_000_000_000
    expect(clean(holes)[0]).toBe('<secret>')
    let deep: unknown = 'hunter2'
    for (let level = 0; level < 100_000; level++) deep = { deep }
    expect(() => clean(deep)).not.toThrow()
  })
})
