import { describe, expect, it } from 'vitest'
import { faultsOf, lengths, propsOf, switches, takes } from './test-support/taking.ts'

describe('mermaid', () => {
  it('[003-cmp-02] needs code and has five themes, default by default', () => {
    expect(faultsOf('mermaid', {})).toEqual(['/code'])
    expect(propsOf('mermaid', { code: 'graph LR' })).toEqual({ code: 'graph LR', theme: 'default' })
    takes('mermaid', {}, 'code', { good: ['', 'x'.repeat(50_000)], bad: [7, null, ['graph LR'], 'x'.repeat(50_001)] })
    takes('mermaid', { code: '' }, 'theme', { good: ['default', 'dark', 'forest', 'neutral', 'base'], bad: ['light', '', 1] })
    expect(faultsOf('mermaid', { code: '', securityLevel: 'loose' })).toEqual(['/securityLevel'])
  })
})

describe('plotly', () => {
  const base = { data: [{ type: 'scatter', x: [1], y: [2] }] }

  it('[003-cmp-03] needs a list of traces and has layout, config and a height of 400px', () => {
    expect(faultsOf('plotly', {})).toEqual(['/data'])
    expect(propsOf('plotly', base)).toEqual({ ...base, height: '400px' })
    takes('plotly', {}, 'data', { good: [[], [{}], [{ z: [[1]], any: { thing: [null] } }]], bad: [{}, 'x', [7], [[]], new Array(101).fill({})] })
    takes('plotly', base, 'layout', { good: [{}, { title: { text: 'x' }, scene: {} }], bad: [[], 'x', null] })
    takes('plotly', base, 'height', lengths)
  })

  it('takes of the config what a reader may do, and nothing that loads or sends', () => {
    takes('plotly', base, 'config', {
      good: [
        {},
        { staticPlot: true, displayModeBar: false, scrollZoom: true, responsive: true, showTips: false, showAxisDragHandles: true, displaylogo: false },
      ],
      bad: [
        { displaylogo: true },
        { scrollZoom: 'yes' },
        { topojsonURL: 'https://x.example' },
        { plotlyServerURL: 'https://x.example' },
        { editable: true },
        [],
      ],
    })
  })
})

describe('json', () => {
  it('[003-cmp-06] needs data of any JSON type and opens two levels; keys in their order and a theme', () => {
    expect(faultsOf('json', {})).toEqual(['/data'])
    expect(propsOf('json', { data: null })).toEqual({ data: null, expandLevel: 2, sortKeys: false, theme: 'light' })
    takes('json', {}, 'data', {
      good: [null, 0, '', true, [], {}, [{ a: [null] }], { toString: 1, hasOwnProperty: 2 }],
      bad: [{ $artifact: 'a.b' }, Number.NaN],
    })
    takes('json', { data: 1 }, 'expandLevel', { good: [0, 2, 32], bad: [-1, 33, 1.5, '2', 999_999] })
    takes('json', { data: 1 }, 'sortKeys', switches)
    takes('json', { data: 1 }, 'theme', { good: ['light', 'dark'], bad: ['default', ''] })
  })
})

describe('markdown', () => {
  it('[003-cmp-08] takes tables, footnotes and task lists as content; raw HTML only where the host allows it', () => {
    const content = '| a | b |\n|---|---|\n| 1 | 2 |\n\nText[^1]\n\n- [x] done\n\n[^1]: note'
    expect(propsOf('markdown', { content, allowHtml: true })).toEqual({ content, allowHtml: false, syntaxHighlight: true, mathEnabled: true })
    expect(propsOf('markdown', { content, allowHtml: true }, { allowHtml: true })).toMatchObject({ allowHtml: true })
    for (const name of ['allowHtml', 'syntaxHighlight', 'mathEnabled']) expect(faultsOf('markdown', { content, [name]: 1 })).toEqual([`/${name}`])
  })
})

describe('code', () => {
  const base = { code: 'x' }

  it('[003-cmp-09] needs code; language, file name, numbers from 1, marked lines, diff, a height to scroll from and a copy button', () => {
    expect(faultsOf('code', {})).toEqual(['/code'])
    expect(propsOf('code', base)).toEqual({ code: 'x', showLineNumbers: true, startLine: 1, diff: false, copyable: true })
    takes('code', {}, 'code', { good: ['', '</code><script>', 'x'.repeat(200_000)], bad: [1, null, 'x'.repeat(200_001)] })
    takes('code', base, 'language', { good: ['python', 'c++', 'c#', 'objective-c', 'vb.net'], bad: ['', '"><img', 'a b', '../x', 'x'.repeat(41)] })
    takes('code', base, 'filename', { good: ['src/a b.ts', ''], bad: [1, 'x'.repeat(301)] })
    takes('code', base, 'startLine', { good: [0, 1, 10_000_000], bad: [-1, 1.5, '1', 10_000_001] })
    takes('code', base, 'highlightLines', { good: [[], [3, 4], new Array(1000).fill(1)], bad: [[1.5], [-1], ['1'], 3, new Array(1001).fill(1)] })
    takes('code', base, 'maxHeight', lengths)
    for (const name of ['showLineNumbers', 'diff', 'copyable']) takes('code', base, name, switches)
  })
})

describe('latex', () => {
  it('[003-cmp-10] needs an expression and is a block by default', () => {
    expect(faultsOf('latex', {})).toEqual(['/expression'])
    expect(propsOf('latex', { expression: 'x^2' })).toEqual({ expression: 'x^2', displayMode: true })
    takes('latex', {}, 'expression', { good: ['', '\\frac{a}{b}', 'x'.repeat(2000)], bad: [1, null, 'x'.repeat(2001)] })
    takes('latex', { expression: 'x' }, 'displayMode', switches)
    expect(faultsOf('latex', { expression: 'x', trust: true })).toEqual(['/trust'])
  })
})

describe('callout', () => {
  it('[003-cmp-11] needs content; six types, info by default, a title and a switch to fold it', () => {
    expect(faultsOf('callout', {})).toEqual(['/content'])
    expect(propsOf('callout', { content: 'x' })).toEqual({ content: 'x', type: 'info', collapsible: false })
    takes('callout', { content: 'x' }, 'type', { good: ['info', 'warning', 'error', 'success', 'tip', 'note'], bad: ['danger', 'info" onclick="x', 1] })
    takes('callout', { content: 'x' }, 'title', { good: ['', 'T'], bad: [1, 'x'.repeat(501)] })
    takes('callout', { content: 'x' }, 'collapsible', switches)
    takes('callout', {}, 'content', { good: [''], bad: [null, 'x'.repeat(20_001)] })
  })
})
