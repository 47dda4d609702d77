import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeMarks } from './close-marks.ts'
import { isCostly } from './is-costly.ts'
import { splitBlocks } from './split-blocks.ts'

const texts = (text: string) => splitBlocks(text).map((block) => block.text)

describe('blocks of a text', () => {
  it('begin at blank lines between paragraphs, headings, tables and fences', () => {
    expect(texts('# A\n\nB\nb\n\n| a |\n|---|\n| 1 |\n\n```\nx\n\ny\n```\n\nC')).toEqual([
      '# A\n\n',
      'B\nb\n\n',
      '| a |\n|---|\n| 1 |\n\n',
      '```\nx\n\ny\n```\n\n',
      'C',
    ])
  })

  it('keep loose lists, their continuations and indented code together', () => {
    expect(texts('- a\n\n- b\n\n  more\n\n1. c\n\nend')).toEqual(['- a\n\n- b\n\n  more\n\n1. c\n\n', 'end'])
    expect(texts('a\n\n    code\n\n    more')).toHaveLength(1)
  })

  it('stay one where definitions hold for the whole text', () => {
    expect(texts('a [x]\n\nb[^1]\n\n[x]: https://e.org\n\n[^1]: note')).toHaveLength(1)
  })

  it('join to the text again, and earlier ones never change while it grows', () => {
    const line = fc.constantFrom('', 'text', '- item', '  more', '```', '~~~', '# head', '> quote', '1. one', '    code', '| a | b |')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        expect(texts(text).join('')).toBe(text)
        const all = splitBlocks(text)
        for (let cut = 0; cut <= text.length; cut += 3) {
          const settled = splitBlocks(text.slice(0, cut)).slice(0, -1)
          expect(all.slice(0, settled.length)).toEqual(settled)
        }
      }),
    )
  })
})

describe('text that stops in the middle', () => {
  it.each([
    ['Delays **fell by', 'Delays **fell by**'],
    ['Delays **', 'Delays '],
    ['a `code', 'a `code`'],
    ['see [the data](https://exam', 'see the data'],
    ['see [the da', 'see the da'],
    ['![map](https://x', 'map'],
    ['done **bold** text', 'done **bold** text'],
    ['~~gone', '~~gone~~'],
    ['```js\nconst a = **', '```js\nconst a = **'],
  ])('%s is read as %s', (text, closed) => {
    expect(closeMarks(text)).toBe(closed)
  })
})

describe('text that would cost too much to parse', () => {
  it.each([
    ['delimiter runs', '*a **b _c __'.repeat(15_000)],
    ['quotes', `${'> '.repeat(20_000)}x`],
    ['quotes without blanks', `${'>'.repeat(200)}x`],
    ['brackets', '['.repeat(20_000)],
    ['links', '[a]('.repeat(5_000)],
    ['autolinks', '<'.repeat(10_000)],
    ['backticks', '`'.repeat(50_000)],
    ['length', 'a'.repeat(100_001)],
    ['deep lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['underlined headings', 'a\n=\n'.repeat(2_000)],
    ['list items', '- a\n'.repeat(3_000)],
    ['entities', '&amp;'.repeat(5_000)],
  ])('is told by its %s', (_, text) => {
    expect(isCostly(text)).toBe(true)
  })

  it('is not a long answer with tables, lists and links', () => {
    const answer = `${'A paragraph with **bold**, `code` and a [link](https://example.org).\n'.repeat(200)}\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(500)}`
    expect(isCostly(answer)).toBe(false)
  })
})
