import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'

/** Returns the visible text, with formulas as ⟦source⟧ and strong text between asterisks. */
function shown(text: string, streaming = false): string {
  return renderToStaticMarkup(<MarkdownView text={text} streaming={streaming} />)
    .replaceAll(/<code class="pf-md-formula">([^<]*)<\/code>/g, '⟦$1⟧')
    .replaceAll(/<\/?strong>/g, '*')
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('a formula in an answer', () => {
  it.each([
    // remarkjs/remark-math#57, #105 and vale-cli/vale#1149: a formula ends at its closing mark, regardless of its position.
    ['Before\n\n$$\na = b$$\n\n## Next\n\nrest **bold**', 'Before ⟦a = b⟧ Next rest *bold*'],
    ['The formula $$\na = b\n$$ holds.\n\nAfter **bold**', 'The formula ⟦a = b⟧ holds. After *bold*'],
    ['$$\\begin{cases}\nf(0) = 0 \\\\\nf(1) = 1\n\\end{cases}$$\n\nrest **bold**', '⟦\\begin{cases} f(0) = 0 \\\\ f(1) = 1 \\end{cases}⟧ rest *bold*'],
    ['$$5 bills are rare\n\n**bold** after', '$$5 bills are rare *bold* after'],
    ['$$\na = b\n\nText after it **bold**\n\n$$\nc = d\n$$', '$$ a = b Text after it *bold* ⟦c = d⟧'],
    ['$$\na\n\nb\n$$\n\nc', '⟦a b⟧ c'],
    ['One line: $$x = y$$ and more', 'One line: ⟦x = y⟧ and more'],
    ['$$ E = mc^2 $$', '⟦E = mc^2⟧'],
    ['$$\na\n=\nb\n- c\n+ d\n> e\n1. f\n$$ end', '⟦a = b - c + d > e 1. f⟧ end'],
    ['- item\n  $$\n  a\n  - b\n  $$\n- next', 'item ⟦a - b⟧ next'],
    ['> quoted\n> $$\n> a\n> = b\n> $$\n> end', 'quoted ⟦a = b⟧ end'],
    // vercel/streamdown#323 and #200, esengine/DeepSeek-Reasonix#2510: most models write these brackets.
    ['So \\(x = \\frac{1}{2}\\) and\n\n\\[\nE = mc^2\n\\]\n\ndone', 'So ⟦x = \\frac{1}{2}⟧ and ⟦E = mc^2⟧ done'],
    ['So f\\(x\\) = 2 and $5 mod 3 = 2$', 'So f⟦x⟧ = 2 and ⟦5 mod 3 = 2⟧'],
    ['\\[ a_1 * b_2 * c \\]', '⟦a_1 * b_2 * c⟧'],
    ['**Sum:** \\(a\\)、\\(b\\)。', '*Sum:* ⟦a⟧、⟦b⟧。'],
    ['| a | b |\n|---|---|\n| $|x|$ | \\(y\\) |', 'a b ⟦\\vert{}x\\vert{}⟧ ⟦y⟧'],
    ['The $n$th of $x$-axis, $f$(x)', 'The ⟦n⟧th of ⟦x⟧-axis, ⟦f⟧(x)'],
    ['$a + b$ % of 5\n$$\nx % 2\n= y\n$$', '⟦a + b⟧ % of 5 ⟦x % 2 = y⟧'],
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it.each([
    'From $5 to $10, or $ 7 and $8, with US$5–$10.',
    'It costs from $5 to 10$, or $1,000 up to 2,000$. Take a\\(n\\) apple.',
    'It costs $5/month, $10k–$20k or ($5 per unit and 7$).',
    'Set $HOME and $PATH, or "$HOME/bin:$PATH", $(pwd)/$(ls), $1,$2.',
    'Set $<HOME>/$<USER>.'.replaceAll('<', '{').replaceAll('>', '}'),
    'Compare $AAPL, $MSFT and $AAPL/$GOOG or $aapl,$msft.',
    'The process $$ and the price $$5 to $$10.',
    '| a | b |\n|---|---|\n| $5 | $10 |\n| $HOME | $PATH |',
    'See \\[citation needed\\], \\[1\\], \\[2, 3\\], \\[link\\](x) and file\\(s\\) \\(see the note below\\).',
    'Run `echo $a` and `$b`; \\$5 and \\$6.',
  ])('is not read into %j', (text) => {
    expect(shown(text)).not.toContain('⟦')
  })

  const pieces = fc.constantFrom(
    ...['wordone', 'wordtwo.', '**wordthree**', '说明：', '**重点：**', '次に', '$x$', '$$y=1$$', '\\(z\\)', '\\[w\\]', '$$\na=b\n$$', '$$', '$', '\\[', '\\('],
    ...[
      '$5',
      '$HOME',
      '$AAPL',
      '`code`',
      '\n',
      '\n\n',
      '- wordfour',
      '## wordfive\n',
      '| wordsix |',
      '```\nwordseven\n```\n',
      '> wordeight',
      '1. wordnine',
      '\n$$\n',
    ],
    ...['https://example.org/a。', '\\]', '\\)', '*', '**', '~~wordten~~', '$$\\begin{cases}\na\n\\end{cases}$$', '%'],
  )
  const words = (text: string) => text.match(/word[a-z]+|说明|重点|次に|HOME|AAPL|code/g) ?? []

  it('loses no word of any mixture, at any point of its stream', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const text = parts.join(' ')
        expect(words(shown(text)).toSorted()).toEqual(words(text).toSorted())
        for (let cut = 1; cut < text.length; cut += 5) {
          const prefix = text.slice(0, cut)
          expect(words(shown(prefix, true)).toSorted()).toEqual(words(prefix).toSorted())
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 60) },
    )
  })
})
