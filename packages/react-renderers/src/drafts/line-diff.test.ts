import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

const side = (before: string, after: string, left: 'added' | 'removed') =>
  lineDiff(before, after)
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('\n')

it('gives both texts back, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', ' '), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(side(before, after, 'removed')).toBe(after)
      expect(side(before, after, 'added')).toBe(before)
    }),
  )
})

it('finds the shortest change, and says nothing of equal texts', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual(['same a', 'removed b', 'added x', 'same c'])
  expect(lineDiff('a\nb', 'a\nb').every(({ kind }) => kind === 'same')).toBe(true)
  expect(new Set(lineDiff('a\na', 'a\na\na').map(({ key }) => key)).size).toBe(3)
})

it('stays quick for long texts that have nothing in common', () => {
  const long = (sign: string) => Array.from({ length: 20_000 }, (_, index) => `${sign}${index}`).join('\n')
  expect(lineDiff(long('a'), long('b'))).toHaveLength(40_000)
})
