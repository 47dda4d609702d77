import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRef, parseRef } from './ref.ts'

describe('REFs', () => {
  it('writes tool, call and way as one word', () => {
    expect(formatRef({ tool: 'sales', call: 1 }, ['rows'])).toBe('sales.rows')
    expect(formatRef({ tool: 'my.tool', call: 3 }, ['a b', 0, '50%>#'])).toBe('my%2Etool#3.a%20b.0.50%25%3E%23')
  })

  it('reads back what it wrote, whatever the names', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 99 }), fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (tool, call, path) => {
        const ref = formatRef({ tool, call }, path)
        expect(parseRef(ref)).toEqual({ tool, call, path })
        expect(ref).not.toMatch(/[\s>]/)
      }),
    )
  })

  it.each(['', 'tool', '.a', 'a#.b', 'a#0.b', 'a#1#2.b', 'a#x.b', 'a.%', 'a.%zz', '#2.b'])('reads nothing from %j', (ref) => {
    expect(parseRef(ref)).toBeUndefined()
  })
})
