import { expect, it } from 'vitest'
import { previewRow } from './run-query.ts'

it('truncates long lists and texts of a preview row and states how much was removed', () => {
  expect(previewRow({ n: 1, none: null, few: [1, 2], x: [1, 2, 3, 4, 5, 6, 7], text: 'a'.repeat(300) })).toEqual({
    n: 1,
    none: null,
    few: [1, 2],
    x: [1, 2, 3, 4, 5, '… 2 more'],
    text: `${'a'.repeat(200)} … 100 more characters`,
  })
})
