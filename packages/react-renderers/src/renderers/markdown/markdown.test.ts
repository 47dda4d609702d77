import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeMarkdown } from './complete-markdown.ts'
import { estimateCost, isCostly, isCostlyHtml } from './parse-cost.ts'
import { findLinkDefinitions, splitBlocks, withLinkDefinitions } from './split-blocks.ts'

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

  it('stay whole from the first mention of a footnote on, with HTML from the first element on', () => {
    expect(texts('a\n\nb[^1]\n\nc\n\n[^1]: note')).toEqual(['a\n\n', 'b[^1]\n\nc\n\n[^1]: note'])
    expect(texts('a\n\n```\n[^1] <b>\n```\n\nc')).toHaveLength(3)
    expect(texts('a\n\n<details>\n\nb\n\n</details>')).toHaveLength(4)
    expect(splitBlocks('a\n\n<details>\n\nb\n\n</details>', { html: true })).toHaveLength(2)
  })

  it('hold formulas of several paragraphs together, and no span of dollars or ticks', () => {
    expect(texts('$$\na\n\nb\n$$\n\nc')).toEqual(['$$\na\n\nb\n$$\n\n', 'c'])
    expect(texts('$$a$$\n\nb\n\n```x``` y\n\nc')).toHaveLength(4)
  })

  it('are parsed with the link targets that they use, wherever those stand, but not into open code', () => {
    const definitions = findLinkDefinitions(
      '[One]: https://e.org/1\n```\n[two]: https://e.org/2\n```\n[three]: https://e.org/3\n[one]: https://e.org/4\n[^n]: note',
    )
    expect([...definitions.keys()]).toEqual(['one', 'three'])
    expect(withLinkDefinitions('see [words][one]', definitions)).toBe('see [words][one]\n\n[One]: https://e.org/1')
    expect(withLinkDefinitions('see words', definitions)).toBe('see words')
    expect(withLinkDefinitions('```\n[one]', definitions)).toBe('```\n[one]')
  })

  it('join to the text again, and earlier ones never change while it grows', () => {
    const line = fc.constantFrom('', 'text', 'note[^1]', '$$', '- item', '  more', '```', '~~~', '# head', '> quote', '1. one', '    code', '| a | b |')
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
    ['```js\na\n```\n**b', '```js\na\n```\n**b**'],
    ['$$\na_1', '$$\na_1$$'],
    ['**bold*', '**bold**'],
    ['***both', '***both***'],
    ['**a *b', '**a *b***'],
    ['**a `b', '**a `b`**'],
    ['``a ` b', '``a ` b``'],
    ['an *emphasised', 'an *emphasised*'],
    ['an _emphasised', 'an _emphasised_'],
    ['snake_case and 2*3 and 2**8', 'snake_case and 2*3 and 2**8'],
    ['a * b ** c', 'a * b ** c'],
    ['* item\n* **other', '* item\n* **other**'],
    ['\\*no', '\\*no'],
    ['- [', '- '],
    ['- [x]', '- '],
    ['claim[^1', 'claim'],
    ['claim[^1]', 'claim'],
    ['Words:\n-', 'Words:'],
    ['Words:\n==', 'Words:'],
    ['closed **one**\n\nnext **two', 'closed **one**\n\nnext **two**'],
  ])('%s is read as %s', (text, closed) => {
    expect(completeMarkdown(text)).toBe(closed)
  })
})

it('closing marks never throws, keeps what is closed, and only adds marks or takes the last ones', () => {
  const piece = fc.constantFrom('*', '**', '_', '`', '``', '~~', '[', ']', '(', ')', '!', ' ', '\n', 'a', '1', '$', '\\', '- ', '#', '^')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const letters = (value: string) => value.replace(/[^a]/g, '')
      expect(letters(text).startsWith(letters(completeMarkdown(text)))).toBe(true)
    }),
  )
})

describe('text that would cost too much to parse', () => {
  it.each([
    ['delimiter runs', '*a **b _c __'.repeat(15_000)],
    ['quotes', `${'> '.repeat(20_000)}x`],
    ['quotes without blanks', `${'>'.repeat(200)}x`],
    ['quotes and lists in one another', `${'> - '.repeat(50)}x`],
    ['lists in one line', `${'- '.repeat(50)}x`],
    ['numbered lists in one line', `${'1. '.repeat(50)}x`],
    ['lists on every line', `${'- '.repeat(30)}x\n`.repeat(200)],
    ['cells that a table has and its text has not', `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|a\n'.repeat(200)}`],
    ['cells of a table in a list in a quote', `> - |${'a|'.repeat(200)}\n>   |${'-|'.repeat(200)}\n${'>   |a\n'.repeat(200)}`],
    ['brackets', '['.repeat(20_000)],
    ['links', '[a]('.repeat(5_000)],
    ['autolinks', '<'.repeat(10_000)],
    ['backticks', '`'.repeat(50_000)],
    ['length', 'a'.repeat(100_001)],
    ['deep lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['underlined headings', 'a\n=\n'.repeat(2_000)],
    ['list items', '- a\n'.repeat(3_000)],
    ['dollars', '$ a'.repeat(5_000)],
    ['entities', '&amp;'.repeat(5_000)],
  ])('is recognized by its %s', (_, text) => {
    expect(isCostly(text)).toBe(true)
  })

  it.each([
    ['a link', '[a](https://e.org) ', 'words and words and '],
    ['a footnote', 'a[^1] ', 'words '],
    ['a character entity', '&lt;', 'a '],
    ['a formula', '$x$ ', 'word'],
    ['a list item', '- a\n', 'ab\n'],
    ['a paragraph', 'a\n\n', 'abc'],
    ['a row of a table', '|a|b|\n', 'abcde\n'],
  ])('counts %s more than words of its length', (_, text, words) => {
    const start = text.startsWith('|') ? '|a|b|\n|-|-|\n' : ''
    expect(estimateCost(start + text.repeat(500)).ms).toBeGreaterThan(2 * estimateCost(words.repeat(500)).ms)
  })

  it('grows in proportion to the text', () => {
    const text = '**a** [b](https://e.org) &amp; $x$\n- c\n\n| d |\n|---|\n| e |\n\n'
    const [once, tenTimes] = [estimateCost(text.repeat(20)).ms, estimateCost(text.repeat(200)).ms]
    expect(tenTimes / once).toBeCloseTo(10, 0)
  })

  it('is recognized in raw HTML by elements that stay open, and by their number', () => {
    const open = Array.from({ length: 100 }, (_, index) => `<b a=${index}>`).join('')
    expect(isCostlyHtml(`${'</b>'.repeat(100)}${open}${'<p>'.repeat(100)}`)).toBe(true)
    expect(isCostlyHtml('<div>'.repeat(1_200))).toBe(true)
    expect(isCostlyHtml('<p><b>a</b> <code>b</code></p>'.repeat(100))).toBe(false)
  })

  it('is not a long answer with tables, lists and links', () => {
    const answer = `${'A paragraph with **bold**, `code` and a [link](https://example.org).\n'.repeat(200)}\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(500)}`
    expect(isCostly(answer)).toBe(false)
  })
})
