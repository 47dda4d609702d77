import { describe, expect, it } from 'vitest'
import { understand } from './understand.ts'
import { unusedPart } from './unused-part.ts'

describe('a part that the query forgets', () => {
  const understood = understand('average body mass by species')
  const read = (question: string) => {
    const other = understand(question)
    if (!('reading' in other) || !other.reading) throw new Error(`${question} is not read`)
    return other.reading.slots
  }
  const query = understood.kind === 'query' ? understood.query : undefined

  it.each([
    ['average flipper length by species', 'flipper length'],
    ['average body mass by island', 'island'],
    ['median body mass by species', 'median'],
    ['heaviest penguin', 'heaviest'],
    ['average body mass by species', undefined],
  ])('of "%s" is named: %s', (question, part) => {
    expect(query && unusedPart(query, read(question))).toBe(part)
  })
})
