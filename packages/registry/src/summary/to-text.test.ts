import { describe, expect, it } from 'vitest'
import { entries } from '../generated/entries.ts'
import { examples, nestedGrids } from '../test-support/examples.ts'
import { toText } from './to-text.ts'

describe('toText', () => {
  it.each(examples)('has a full and a one-line form for the example of %s', (name, props) => {
    expect(toText(name, props).length).toBeGreaterThan(20)
    const line = toText(name, props, { short: true })
    expect(line).toMatch(/^[^\n]{10,200}$/)
  })

  it('says what a metric says, with sign and unit', () => {
    expect(toText('metric', { value: 0.037, label: 'Conversion', format: 'percent', change: -0.02 })).toBe('Conversion: 3.7%, -2% vs last period')
    expect(toText('metric', { value: 1_284_000, label: 'Users', format: 'compact', prefix: '~', suffix: ' a day' })).toBe('Users: ~1.3M a day')
    expect(toText('metric', { value: '9/10', label: 'Score' })).toBe('Score: 9/10')
  })

  it('writes tables row by row and counts what stays behind a reference', () => {
    const columns = [
      { field: 'a', header: 'A' },
      { field: 'b', format: 'percent' },
    ]
    expect(toText('datagrid', { columns, rows: [{ a: 'x', b: 0.5 }, { b: { deep: 1 } }] })).toBe('A | b\nx | 50%\n | {…}')
    expect(toText('datagrid', { columns, rows: { artifact_id: 'x', items: 12_000 } }, { short: true })).toBe('Table, 12,000 rows: A, b')
    const many = toText('datagrid', { columns, rows: new Array(5000).fill({ a: 1 }) })
    expect(many.split('\n')).toHaveLength(1002)
    expect(many).toContain('… 4,000 more rows')
  })

  it('describes charts for those who cannot see them', () => {
    expect(
      toText('echarts', { option: { title: { text: 'T' }, xAxis: { data: ['a', 'b'] }, series: [{ type: 'line', name: 'N', data: [1, { value: 2.5 }] }] } }),
    ).toBe('T\nline N: a 1, b 2.5')
    expect(toText('echarts', { option: { series: { type: 'pie', data: [{ name: 'x', value: 3 }] } } })).toBe('pie: x 3')
    expect(toText('echarts', { option: { dataset: { source: [{ c: 'x', v: 1 }] }, series: [{ type: 'bar' }] } }, { short: true })).toBe(
      'Chart: bar (data from a dataset)',
    )
  })

  it('says what a diagram, a formula, code and a note are before what they hold', () => {
    expect(toText('mermaid', { code: '%% x\nsequenceDiagram\n  A->>B: Enter credentials\n  B-->>A: Token' }, { short: true })).toBe(
      'Sequence diagram, 4 lines: Enter credentials, Token',
    )
    expect(toText('mermaid', { code: '---\ntitle: x\n---\ngantt\n dateFormat YYYY' }, { short: true })).toMatch(/^Gantt chart, 5 lines/)
    expect(toText('mermaid', { code: 'architecture-beta' }, { short: true })).toBe('Diagram, 1 line')
    expect(toText('latex', { expression: 'x^2' }, { short: true })).toBe('Formula: x^2')
    expect(toText('code', { code: '\nx = 1\n', language: 'python', filename: 'a.py' }, { short: true })).toBe('Code, python, a.py, 3 lines: x = 1')
    expect(toText('code', { code: '-a\n+b', diff: true }, { short: true })).toBe('Change of code, 2 lines: -a')
    expect(toText('code', { code: 'x = 1', filename: 'a.py' })).toBe('a.py\nx = 1')
    expect(toText('callout', { content: 'Back up **first**.', type: 'warning', title: 'Danger' }, { short: true })).toBe('Warning: Danger: Back up first.')
    expect(toText('callout', { content: 'x' })).toBe('Info\nx')
  })

  it('writes trees as indented lines and plots as traces', () => {
    expect(toText('json', { data: { a: { b: [1, true] }, c: null, d: [] } })).toBe('a:\n  b:\n    - 1: 1\n    - 2: true\nc: \nd: [0]')
    expect(toText('json', { data: [1, 2] }, { short: true })).toBe('Data, a list of 2 items')
    expect(toText('json', { data: 'x' }, { short: true })).toBe('Data: x')
    expect(toText('json', { data: { artifact_id: 'a', items: 1200 } })).toBe('Data of a tool, 1,200 items')
    expect(toText('json', { data: Array.from({ length: 5000 }, (_, index) => index) }).split('\n')).toHaveLength(2001)
    expect(toText('plotly', { data: [{ type: 'bar', name: 'N', x: ['a', 'b'], y: [1, 2] }], layout: { title: 'T' } })).toBe('T\nbar N: a 1, b 2')
    expect(toText('plotly', { data: [{ labels: ['a'], values: [3], type: 'pie' }] }, { short: true })).toBe('Chart: pie (1 point, 3 to 3)')
    expect(toText('plotly', { data: { artifact_id: 'a' } }, { short: true })).toBe('Chart: data of a tool')
  })

  it('reads layouts from top to bottom, with everything that is folded away', () => {
    const metric = { component: 'metric', props: { value: 1, label: 'x' } }
    expect(
      toText('tabs', {
        tabs: [
          { label: 'A', content: 'text' },
          { label: 'B', ...metric },
        ],
      }),
    ).toBe('A\ntext\n\nB\nx: 1')
    expect(toText('tabs', { tabs: [{ label: 'A' }, { label: 'B' }] }, { short: true })).toBe('2 tabs: A; B')
    expect(toText('accordion', { items: [{ title: 'Q', content: 'above', ...metric }] })).toBe('Q\nabove\nx: 1')
    const sections = [{ title: 'One', components: [{ ...metric, caption: 'C' }], subsections: [{ title: 'Two', content: 'deep' }] }]
    expect(toText('report', { title: 'R', metadata: { author: 'A', pages: 2 }, sections, footer: 'end' })).toBe(
      'R\nauthor: A, pages: 2\n\n# One\n\nx: 1\nC\n\n## Two\n\ndeep\n\nend',
    )
    expect(toText('report', { title: 'R', sections }, { short: true })).toBe('Report R, 1 section: One')
  })

  it('names pictures, videos and frames by their words, and gives an address only where there is one', () => {
    expect(toText('image', { src: 'https://x.example/a.png', alt: 'A map', caption: 'Figure 1' })).toBe('Image: A map. Figure 1\nhttps://x.example/a.png')
    expect(toText('image', { src: `data:image/png;base64,${'A'.repeat(5000)}` })).toBe('Image: without description')
    expect(toText('video', { src: { artifact_id: 'a' } })).toBe('Video: a stored file')
    expect(toText('embed', { url: 'https://x.example/', title: 'Map' })).toBe('Page of another site: Map, https://x.example/')
    expect(toText('html', { html: '<style>p{}</style><p>Fish &amp; <b>chips</b></p><!-- no --><script>alert(1)</script>', js: 'x' })).toBe(
      'HTML view: Fish & chips',
    )
    expect(toText('html', { html: '<script>while(true){}' })).toBe('HTML view: without text')
  })

  it('leaves out direction marks, control characters and line breaks that would forge a line of a log', () => {
    const text = toText('metric', { value: 1, label: 'a\u202Eb\r\nERROR \u001B[31m\u0000\u{E0041}👩‍👩‍👧 نمی‌خواهم' }, { short: true })
    expect(text).toBe('ab ERROR [31m 👩‍👩‍👧 نمی‌خواهم: 1')
    expect(toText('markdown', { content: 'a\tb\nc\u001B' })).toBe('a\tb\nc')
  })

  it('cuts one line at 200 characters without half a character', () => {
    const line = toText('markdown', { content: '😀'.repeat(500) }, { short: true })
    expect(line.length).toBeLessThanOrEqual(200)
    expect(line.isWellFormed()).toBe(true)
  })

  it.each(entries.map((entry) => entry.name))('takes any props for %s', (name) => {
    const hostile: unknown[] = [
      null,
      undefined,
      7,
      'x',
      [],
      { items: [null, { component: 'grid', props: null }], columns: [7], rows: 'x', option: [], content: {}, label: [] },
      { option: { series: [null, 7], xAxis: 'x', dataset: [null] } },
      {
        sections: [null, { components: [7], subsections: 'x' }],
        tabs: [null, { component: 7 }],
        items: [{ component: {} }],
        metadata: [1],
        code: 7,
        src: [],
        data: [null, { x: 7 }],
      },
      JSON.parse('{"__proto__":1,"columns":[{"field":"__proto__"}],"rows":[{}]}'),
    ]
    for (const props of hostile) for (const short of [true, false]) expect(toText(name, props, { short })).toEqual(expect.any(String))
  })

  it('ends on components that hold themselves, on huge and on unknown ones', () => {
    const item: Record<string, unknown> = { component: 'grid' }
    item.props = { items: new Array(200).fill(item) }
    expect(toText('grid', item.props).length).toBeLessThan(300_000)
    expect(toText('grid', nestedGrids(5000))).toEqual(expect.any(String))
    expect(toText('markdown', { content: '['.repeat(1_000_000) }, { short: true })).toEqual(expect.any(String))
    expect(toText('markdown', { content: 'x'.repeat(1_000_000) })).toHaveLength(200_000)
    expect(toText('echarts', { option: { series: [{ data: new Array(500_000).fill(1) }] } }, { short: true })).toContain('500,000 points')
    const section: Record<string, unknown> = { title: 'x', content: 'y'.repeat(100_000) }
    section.subsections = new Array(200).fill(section)
    expect(toText('report', { sections: [section] }).length).toBeLessThanOrEqual(200_000)
    const data: unknown[] = []
    data.push(...new Array(50).fill(data))
    expect(toText('json', { data }).split('\n')).toHaveLength(2001)
    expect(toText('plotly', { data: new Array(100).fill({ z: new Array(500_000).fill(1) }) }, { short: true })).toContain('500,000 points')
    expect(toText('mermaid', { code: '('.repeat(1_000_000) }, { short: true })).toContain('Diagram')
    expect(toText('html', { html: '<'.repeat(1_000_000) })).toEqual(expect.any(String))
    const cell = 'x'.repeat(100_000)
    const wide = { columns: new Array(200).fill({ field: 'a' }), rows: new Array(1000).fill({ a: cell }) }
    expect(toText('datagrid', wide)).toHaveLength(200_000)
    expect(toText('sparkles', {})).toBe('sparkles')
    expect(toText({ toString: 'x' }, {})).toBe('')
  })
})
