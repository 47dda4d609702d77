import { expect, it } from 'vitest'
import { truncateText } from './utf8.ts'

it('a text of the maximum length is returned unchanged, and a longer one ends with an ellipsis', () => {
  expect([truncateText('four', 4), truncateText('fives', 4)]).toEqual(['four', 'fiv…'])
})

it('a surrogate pair that is cut becomes a replacement character', () => {
  expect(truncateText('ab😀cd', 4)).toBe('ab\ufffd…')
})
