import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'

const html = (text: string, streaming = false) => renderToStaticMarkup(<MarkdownView text={text} streaming={streaming} />)
const body = (text: string) => /<p>([\s\S]*)<\/p>/.exec(html(text))?.[1]

describe('emphasis beside Chinese, Japanese and Korean', () => {
  it.each([
    // futuregene/future-os#675 and #744, kirodotdev/KiroCrew#2323, NousResearch/hermes-agent#92862, anomalyco/opencode#38486
    ['**说明：**下面是结果。', '<strong>说明：</strong>下面是结果。'],
    ['**步骤：**3 步', '<strong>步骤：</strong>3 步'],
    ['**要点（重要）。**次に進みます。', '<strong>要点（重要）。</strong>次に進みます。'],
    ['**“공개”**는 원칙입니다.', '<strong>“공개”</strong>는 원칙입니다.'],
    ['~~旧的（作废）。~~新的', '<del>旧的（作废）。</del>新的'],
    ['这是**“重点”**，请看', '这是<strong>“重点”</strong>，请看'],
    ['约**50%**的人', '约<strong>50%</strong>的人'],
    ['*注意！*开始', '<em>注意！</em>开始'],
    ['***重要：***内容', '<em><strong>重要：</strong></em>内容'],
    ['**A：**一**B：**二', '<strong>A：</strong>一<strong>B：</strong>二'],
    ['__重点：__后面', '<strong>重点：</strong>后面'],
    ['_注意：_后面', '<em>注意：</em>后面'],
    ['这是__“重点”__，请看', '这是<strong>“重点”</strong>，请看'],
    ['变量_名_在 snake_case_name 和 __init__', '变量_名_在 snake_case_name 和 <strong>init</strong>'],
    ['**`code`**です', '<strong><code>code</code></strong>です'],
    ['𠮷**“x”**𠮷', '𠮷<strong>“x”</strong>𠮷'],
    ['2*3*4 and a**"b"**c', '2<em>3</em>4 and a**&quot;b&quot;**c'],
    ['**：** x ** y', '<strong>：</strong> x ** y'],
  ])('%s', (text, expected) => {
    expect(body(text)).toBe(expected)
  })

  it('is closed while it streams, also inside of a sentence without spaces', () => {
    expect(html('这是**重点', true)).toContain('<strong>重点</strong>')
  })
})

describe('a URL in a text', () => {
  const links = (text: string) => [...html(text).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

  it.each([
    ['见 https://example.org/a。后文', 'https://example.org/a'],
    ['（https://example.org/a?b=1）后', 'https://example.org/a?b=1'],
    ['https://example.org/a，**重要**', 'https://example.org/a'],
    ['「https://example.org」です', 'https://example.org/'],
    ['https://example.org/a、https://example.org/b；', 'https://example.org/a https://example.org/b'],
    ['访问https://example.org查看', 'https://example.org/'],
    ['https://example.org/x.html…と', 'https://example.org/x.html'],
    ['“https://example.org/a”', 'https://example.org/a'],
    ['https://zh.wikipedia.org/wiki/中文', 'https://zh.wikipedia.org/wiki/%E4%B8%AD%E6%96%87'],
    ['www.example.org。后', 'http://www.example.org/'],
    ['https://example.org/a.。', 'https://example.org/a'],
    ['https://example.org/a(b). End', 'https://example.org/a(b)'],
  ])('ends where the text continues: %s', (text, expected) => {
    expect(links(text).join(' ')).toBe(expected)
  })

  it('takes no emphasis of what follows', () => {
    expect(html('https://example.org/a。**重要**です')).toContain('<strong>重要</strong>')
  })
})

describe('a line break in a table', () => {
  it('is drawn, in cells only', () => {
    // earendil-works/pi#3962, remarkjs/react-markdown#392
    expect(html('| a<BR>b | c |\n|---|---|\n| one<br>two | **x**<br/>y<br />z |')).toContain('one<br/>two')
    expect(html('| a |\n|---|\n| <b>x</b> <br onclick=x> |')).toContain('&lt;b&gt;x&lt;/b&gt; &lt;br onclick=x&gt;')
    expect(html('one<br>two')).toContain('one&lt;br&gt;two')
  })
})

it('keeps every letter of mixed text', () => {
  const piece = fc.constantFrom(
    '说明',
    '：',
    '。',
    '（',
    '）',
    '**',
    '*',
    '~~',
    '“',
    '”',
    ' ',
    '3',
    'abc',
    'https://example.org/',
    '공개',
    '는',
    '、',
    '%',
    '\n',
    '😀',
    '𠮷',
    '_',
  )
  const letters = (text: string) =>
    text
      // The host after the text of a link.
      .replaceAll(/<bdi class="pf-link-host"[^>]*>[^<]*/g, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&[a-z]+;|&#x27;/g, '')
      .replaceAll(/[^\p{L}\p{N}：。（）“”、😀]/gu, '')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      // Excludes code fences.
      fc.pre(!text.includes('~~~'))
      expect(letters(html(text))).toBe(letters(text))
      for (let cut = 1; cut < text.length; cut += 3) expect(letters(html(text.slice(0, cut), true))).toBe(letters(text.slice(0, cut)))
    }),
    { numRuns: Number(process.env.RUNS ?? 100) },
  )
})
