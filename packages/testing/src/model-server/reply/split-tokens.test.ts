import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitTokens } from './stream-plan.ts'

describe('splitTokens', () => {
  it('cuts English and JSON into pieces of a few characters', () => {
    expect(splitTokens('The unemployment rate rose to 9.7 percent.')).toEqual([
      'The',
      ' unemplo',
      'yment',
      ' rate',
      ' rose',
      ' to',
      ' 9',
      '.',
      '7',
      ' percent',
      '.',
    ])
    expect(splitTokens('{"a": [1, 2]}')).toEqual(['{"', 'a', '":', ' [', '1', ',', ' 2', ']}'])
    expect(splitTokens('')).toEqual([])
  })

  it('loses nothing and never cuts a surrogate pair, whatever the text and size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }), (text, size) => {
        const pieces = splitTokens(text, size)
        expect(pieces.join('')).toBe(text)
        expect(pieces.every((piece) => piece !== '' && piece.isWellFormed() === text.isWellFormed())).toBe(true)
      }),
    )
  })

  it('takes long runs of one kind', () => {
    expect(splitTokens(' '.repeat(2e6)).join('')).toHaveLength(2e6)
    expect(splitTokens('a'.repeat(2e6)).join('')).toHaveLength(2e6)
  })
})
