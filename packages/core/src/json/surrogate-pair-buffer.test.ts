import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf } from '../testing/split-everywhere.ts'
import { SurrogatePairBuffer } from './utf8.ts'

describe('SurrogatePairBuffer', () => {
  it('never ends a piece inside a surrogate pair and loses no character', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', '\ud83d\ud83d'), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 4 }), (whole, size) => {
        const buffer = new SurrogatePairBuffer()
        const pieces = chunksOf(whole, size).map((piece) => buffer.take(piece))
        expect(pieces.join('') + buffer.pending).toBe(whole)
        const cuts = pieces.map((_, index) => pieces.slice(0, index + 1).join('').length)
        for (const cut of cuts) expect(whole.slice(cut - 1, cut + 1)).not.toMatch(/[\ud800-\udbff][\udc00-\udfff]/)
      }),
    )
  })
})
