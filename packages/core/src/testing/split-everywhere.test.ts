import { describe, expect, it } from 'vitest'
import { chunksOf, cutAt, splitBytesEverywhere, splitEverywhere } from './split-everywhere.ts'

describe('splitEverywhere', () => {
  it('returns the entire text, every cut in two, and single characters', () => {
    expect([...splitEverywhere('abc')]).toEqual([['abc'], ['a', 'bc'], ['ab', 'c'], ['a', 'b', 'c']])
    expect([...splitEverywhere('')]).toEqual([['']])
  })

  it('cuts inside surrogate pairs too', () => {
    expect([...splitEverywhere('😀')]).toContainEqual(['\ud83d', '\ude00'])
  })
})

describe('cutAt and chunksOf', () => {
  it('keep every character', () => {
    expect(cutAt('abcdef', [4, 2, 9, -1, 2])).toEqual(['ab', '', 'cd', 'ef'])
    expect(chunksOf('abcde', 2)).toEqual(['ab', 'cd', 'e'])
  })
})

describe('splitBytesEverywhere', () => {
  it('decodes characters of several bytes whole', () => {
    const pieces = [...splitBytesEverywhere(new TextEncoder().encode('a€😀'))]
    expect(pieces).toHaveLength(9)
    for (const chunks of pieces) expect(chunks.join('')).toBe('a€😀')
  })
})
