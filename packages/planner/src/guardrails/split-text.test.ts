import { describe, expect, it } from 'vitest'
import { createTextSplitter, type PartSize } from './split-text.ts'

function split(text: string, { by = 'sentence' as PartSize, maxChars = 4_000, size = Number.POSITIVE_INFINITY } = {}): string[] {
  const splitter = createTextSplitter(by, maxChars)
  const parts: string[] = []
  for (let at = 0; at < text.length; at += size) parts.push(...splitter.feed(text.slice(at, at + size)))
  return [...parts, ...splitter.finish()]
}

const cases: [string, string[]][] = [
  ['One. Two! Three? Four', ['One. ', 'Two! ', 'Three? ', 'Four']],
  ['Dr. Smith paid 3.14 euros, e.g. in Jan. 2024. J. R. Tolkien did not.', ['Dr. Smith paid 3.14 euros, e.g. in Jan. 2024. ', 'J. R. Tolkien did not.']],
  ['Das kostet z. B. 12.000,50 Euro. Am 3. Oktober ist frei.', ['Das kostet z. B. 12.000,50 Euro. ', 'Am 3. Oktober ist frei.']],
  ['今日は雨です。明日は晴れます！本当？はい', ['今日は雨です。', '明日は晴れます！', '本当？', 'はい']],
  ['هل هذا صحيح؟ نعم. انتهى', ['هل هذا صحيح؟ ', 'نعم. ', 'انتهى']],
  ['यह सही है। वह गलत है।', ['यह सही है। ', 'वह गलत है।']],
  ['He said “Go.” Then he left (at 5 p.m. sharp). Done.', ['He said “Go.” ', 'Then he left (at 5 p.m. sharp). ', 'Done.']],
  ['A sentence over\ntwo lines. Next.', ['A sentence over\ntwo lines. ', 'Next.']],
  ['# Title\n\nText here\n- one\n- two. More\n1. three\n\nEnd', ['# Title\n\n', 'Text here\n', '- one\n', '- two. ', 'More\n', '1. three\n\n', 'End']],
  ['See:\n```js\nlet a = 1. \n\nB. C\n```\nDone. Really.', ['See:\n', '```js\nlet a = 1. \n\nB. C\n```\n', 'Done. ', 'Really.']],
  ['Open:\n~~~\nnever closed. At all.', ['Open:\n', '~~~\nnever closed. At all.']],
  ['| a | b |\n|---|---|\n| 1. | Xyz. Y |\n', ['| a | b |\n', '|---|---|\n', '| 1. | Xyz. ', 'Y |\n']],
  ['Wait... what? version 1.2.3 is out.', ['Wait... what? ', 'version 1.2.3 is out.']],
  ['Visit https://example.com/a.b?c=d. Then go.', ['Visit https://example.com/a.b?c=d. ', 'Then go.']],
  ['', []],
  ['   \n', ['   \n']],
]

describe('createTextSplitter', () => {
  for (const [text, parts] of cases) it(`splits ${JSON.stringify(text.slice(0, 40))} into sentences`, () => expect(split(text)).toEqual(parts))

  it('gives the same parts, whatever the size of the pieces, and loses nothing', () => {
    const all = cases.map(([text]) => text).join('\n\n')
    for (const by of ['sentence', 'paragraph', 'answer'] as const)
      for (const text of [...cases.map(([each]) => each), all]) {
        const whole = split(text, { by })
        expect(whole.join('')).toBe(text)
        for (const size of [1, 2, 3, 7, 19, 64]) expect(split(text, { by, size }), `${by} ${size}`).toEqual(whole)
      }
  })

  it('gives a part only when no later text can change it', () => {
    const splitter = createTextSplitter('sentence', 4_000)
    expect(splitter.feed('It costs 3.')).toEqual([])
    expect(splitter.feed('5 euros. ')).toEqual([])
    expect(splitter.feed('(12) ')).toEqual([])
    expect(splitter.feed('more')).toEqual([])
    expect(splitter.feed('. And then')).toEqual(['It costs 3.5 euros. (12) more. '])
    expect(splitter.finish()).toEqual(['And then'])
  })

  it('splits paragraphs at empty lines, and an answer not at all', () => {
    expect(split('A. B.\nC.\n\n\nD.\n```\nE\n\nF\n```\nG', { by: 'paragraph' })).toEqual(['A. B.\nC.\n\n\n', 'D.\n', '```\nE\n\nF\n```\n', 'G'])
    expect(split('A. B.\n\nC.', { by: 'answer' })).toEqual(['A. B.\n\nC.'])
  })

  it('cuts what is too long at white space, never inside a character, and holds back no more than that', () => {
    const words = split(`${'word '.repeat(100)}end`, { maxChars: 100, size: 7 })
    expect(words.every((part) => part.length <= 100)).toBe(true)
    expect(words.join('')).toBe(`${'word '.repeat(100)}end`)
    const emoji = split('😀'.repeat(200), { maxChars: 101, size: 3 })
    expect(emoji.every((part) => part.length <= 101 && part.isWellFormed())).toBe(true)
    const splitter = createTextSplitter('sentence', 100)
    let held = 0
    for (let count = 0; count < 1_000; count++) {
      held += 1 - splitter.feed('x').join('').length
      expect(held).toBeLessThanOrEqual(101)
    }
  })

  it('does work that grows with the length of the text alone', () => {
    const splitter = createTextSplitter('sentence', 4_000)
    let chars = 0
    for (let count = 0; count < 60_000; count++) chars += splitter.feed('.').join('').length
    chars += splitter.finish().join('').length
    expect(chars).toBe(60_000)
  })
})
