import { expect, it } from 'vitest'
import { markFigures } from './mark-figures.ts'

const markOf = (text: string, start: number) => ({ index: 3, unproven: true, start, end: start + text.length, text })
const textNode = (value: string, start: number, end: number) => ({ type: 'text', value, position: { start: { offset: start }, end: { offset: end } } })

/** Marks one text node of a source, and returns the parts: a text, or the figure in brackets. */
function mark(source: string, value: string, marks: ReturnType<typeof markOf>[], [start, end] = [0, source.length]) {
  const tree = { type: 'root', children: [{ type: 'element', tagName: 'p', children: [textNode(value, start, end)] }] }
  markFigures({ source, marks })(tree)
  const parts = tree.children[0]?.children as { value?: string; children?: { value: string }[] }[]
  return parts.map((part) => part.value ?? `[${part.children?.[0]?.value}]`).join('')
}

it('marks a figure at its offset in the source', () => {
  expect(mark('It is 5, not 5.', 'It is 5, not 5.', [markOf('5', 13)])).toBe('It is 5, not [5].')
  expect(mark('# It is 5', 'It is 5', [markOf('5', 8)], [2, 9])).toBe('It is [5]')
})

it('counts occurrences where the source has escapes', () => {
  expect(mark('5 \\* 5', '5 * 5', [markOf('5', 5)])).toBe('5 * [5]')
  expect(mark('5 &#53; 5', '5 5 5', [markOf('5', 8)])).toBe('5 5 [5]')
  expect(mark('5 &#53;&#53; 5', '5 55 5', [markOf('5', 13)])).toBe('5 55 [5]')
})

it('does not mark what it cannot place', () => {
  expect(mark('&#49;2 12', '12 12', [markOf('12', 7)])).toBe('12 12')
  expect(mark('&#53;5 x', '55 x', [markOf('5', 5)])).toBe('55 x')
  expect(mark('12', '12', [markOf('12', 7)])).toBe('12')
  expect(mark('1,234', '1,234', [markOf('1,234', 0), markOf('234', 2)])).toBe('[1,234]')
  const tree = { type: 'root', children: [{ type: 'text', value: '12' }] }
  markFigures({ source: '12', marks: [markOf('12', 0)] })(tree)
  expect(tree.children).toEqual([{ type: 'text', value: '12' }])
})

it.each(['a', 'code', 'pre', 'summary'])('marks nothing in %s', (tagName) => {
  const tree = { type: 'root', children: [{ type: 'element', tagName, children: [textNode('12', 0, 2)] }] }
  markFigures({ source: '12', marks: [markOf('12', 0)] })(tree)
  expect(tree.children[0]?.children).toHaveLength(1)
  expect(tree.children[0]?.children[0]).toMatchObject({ type: 'text' })
})
