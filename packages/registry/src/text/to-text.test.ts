import { describe, expect, it } from 'vitest'
import { entries } from '../generated/registry.ts'
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
    expect(toText('sparkles', {})).toBe('sparkles')
    expect(toText({ toString: 'x' }, {})).toBe('')
  })
})
