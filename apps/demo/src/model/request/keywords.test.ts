import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countKeywords, isWithinOneEdit, tokenize } from './keywords.ts'

describe('words of a question', () => {
  it('are found in any case, with marks, as plurals, as phrases', () => {
    expect(countKeywords(tokenize('The CARS, and life-expectancy!'), ['car', 'life expectancy', 'rate'])).toBe(2)
    expect(countKeywords(tokenize('CO₂'), ['co2'])).toBe(1)
  })

  it('forgive one slip in a long word only', () => {
    expect(['dashbord', 'dashboardd', 'dahsboard', 'dashbosrd'].map((word) => countKeywords(tokenize(word), ['dashboard']))).toEqual([1, 1, 1, 1])
    expect(countKeywords(tokenize('lit lift graphic whether'), ['list', 'graph', 'weather'])).toBe(0)
  })

  it('one slip is one letter more, less or other, or two swapped', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 2, maxLength: 10 })
    const letter = fc.constantFrom(...'abcdef')
    fc.assert(
      fc.property(word, letter, fc.nat(), (text, other, at) => {
        const place = at % text.length
        expect(isWithinOneEdit(text.slice(0, place) + other + text.slice(place), text)).toBe(true)
        expect(isWithinOneEdit(text.slice(0, place) + text.slice(place + 1), text)).toBe(true)
        expect(isWithinOneEdit(text.slice(0, place) + other + text.slice(place + 1), text)).toBe(true)
      }),
    )
    expect(isWithinOneEdit('abcd', 'badc')).toBe(false)
    expect(isWithinOneEdit('abc', 'xyc')).toBe(false)
  })
})
