import { describe, expect, it } from 'vitest'
import { faultsOf, propsOf, takes } from './test-support/taking.ts'

describe('echarts', () => {
  it('[003-cmp-01] needs an option object and has height, width, six themes and loading with their defaults', () => {
    expect(faultsOf('echarts', {})).toEqual(['/option'])
    expect(propsOf('echarts', { option: {} })).toEqual({ option: {}, height: '400px', width: '100%', theme: 'light', loading: false })
    takes('echarts', {}, 'option', { good: [{}, { series: [{ type: 'bar', data: [1] }] }, { series: 7, anything: { goes: [null] } }], bad: [[], 'x', null] })
    takes('echarts', { option: {} }, 'theme', { good: ['light', 'dark', 'vintage', 'macarons', 'roma', 'shine'], bad: ['neon', 1] })
    takes('echarts', { option: {} }, 'height', {
      good: ['350px', '20rem', '50vh', '12.5em', 'auto'],
      bad: [350, '350', '-1px', '1px;x', 'calc(1px)', '99999px', 'url(x)', ''],
    })
    takes('echarts', { option: {} }, 'width', { good: ['100%', '640px', '50vw'], bad: ['100%;', 'expression(1)'] })
    takes('echarts', { option: {} }, 'loading', { good: [true, false], bad: ['true', 0] })
  })
})

describe('datagrid', () => {
  const base = { columns: [{ field: 'a' }], rows: [{ a: 1 }] }
  const column = (props: object) => ({ ...base, columns: [{ field: 'a', ...props }] })

  it('[003-cmp-04] needs columns and rows; a column has field, header, widths, flags, seven formats and an alignment', () => {
    expect(faultsOf('datagrid', {})).toEqual(['/columns', '/rows'])
    expect(faultsOf('datagrid', { columns: [{}], rows: [] })).toEqual(['/columns/0/field'])
    for (const format of ['text', 'number', 'currency', 'percent', 'date', 'datetime', 'boolean']) expect(propsOf('datagrid', column({ format }))).toBeDefined()
    for (const align of ['left', 'center', 'right']) expect(propsOf('datagrid', column({ align }))).toBeDefined()
    expect(propsOf('datagrid', column({ header: 'A', width: 120.5, minWidth: 0, sortable: false, filterable: true }))).toBeDefined()
    expect(faultsOf('datagrid', column({ format: 'money', align: 'top', width: 1e12, minWidth: -5, sortable: 'no', more: 1 }))).toEqual(
      ['format', 'align', 'width', 'minWidth', 'sortable', 'more'].map((name) => `/columns/0/${name}`).sort((a, b) => faultOrder(a) - faultOrder(b)),
    )
  })

  it('[003-cmp-05] has page size and six switches with their defaults', () => {
    expect(propsOf('datagrid', base)).toMatchObject({
      pageSize: 10,
      sortable: true,
      filterable: false,
      selectable: false,
      exportable: false,
      striped: true,
      compact: false,
    })
    takes('datagrid', base, 'pageSize', { good: [0, 1, 1000], bad: [-3, 1.5, 1001, '10', null] })
    for (const name of ['sortable', 'filterable', 'selectable', 'exportable', 'striped', 'compact'])
      takes('datagrid', base, name, { good: [true, false], bad: [1, 'yes'] })
  })

  it('takes cells of any JSON type, as tools return them', () => {
    takes('datagrid', base, 'rows', { good: [[], [{}], [{ a: null, b: [1], c: { d: 1 }, constructor: 'McLaren' }]], bad: [[1], [[1]], {}, 'x'] })
  })
})

/** The order in which the validator reports faults: unknown props first, then by schema. */
const faultOrder = (pointer: string) => ['more', 'width', 'minWidth', 'sortable', 'format', 'align'].indexOf(pointer.split('/').at(-1) ?? '')

describe('metric', () => {
  const base = { value: 1, label: 'x' }

  it('[003-cmp-07] needs a number or text and a label; has four formats and all else is optional', () => {
    expect(faultsOf('metric', {})).toEqual(['/value', '/label'])
    expect(propsOf('metric', base)).toEqual({ ...base, format: 'number', changeLabel: 'vs last period' })
    takes('metric', { label: 'x' }, 'value', { good: [0, -1.5, 1e308, '', '9/10'], bad: [true, null, [], {}] })
    takes('metric', base, 'format', { good: ['number', 'currency', 'percent', 'compact'], bad: ['money', ''] })
    takes('metric', base, 'change', { good: [0, -0.5, 1e308], bad: ['5 %', null] })
    takes('metric', base, 'sparkline', { good: [[], [1, -2.5], new Array(1000).fill(0)], bad: [['1'], [null], new Array(1001).fill(0)] })
    takes('metric', base, 'icon', { good: ['users', 'chart-line', '1st'], bad: ['Users', '"><svg', 'a b', '-a'] })
    takes('metric', base, 'color', {
      good: ['accent', 'Red', '#0a0', '#10b981ff', 'rgb(1, 2, 3)', 'rgba(1,2,3,.5)', 'hsl(120 50% 50% / 0.5)'],
      bad: ['red;x', 'url(x)', 'var(--x)', '#zzz', 'rgb(url(x))', 'expression(1)', '', 'a'],
    })
    for (const name of ['prefix', 'suffix', 'changeLabel']) takes('metric', base, name, { good: ['€', ''], bad: [1, 'x'.repeat(201)] })
  })
})

describe('markdown', () => {
  it('needs content and has three switches with their defaults', () => {
    expect(faultsOf('markdown', {})).toEqual(['/content'])
    expect(propsOf('markdown', { content: '# x' })).toEqual({ content: '# x', allowHtml: false, syntaxHighlight: true, mathEnabled: true })
    takes('markdown', {}, 'content', { good: ['', 'x'.repeat(200_000)], bad: [1, null, 'x'.repeat(200_001)] })
  })
})

describe('grid', () => {
  const base = { items: [] }
  const cell = (props: object) => ({ items: [{ component: 'metric', props: { value: 1, label: 'x' }, ...props }] })

  it('[003-cmp-20] needs items with component and props; one to four columns, two by default, a gap and equal heights', () => {
    expect(faultsOf('grid', {})).toEqual(['/items'])
    expect(propsOf('grid', base)).toEqual({ items: [], columns: 2, gap: '1rem', equalHeight: true })
    takes('grid', base, 'columns', { good: [1, 2, 3, 4], bad: [0, 5, 1.5, '2'] })
    takes('grid', base, 'gap', { good: ['0', '8px', '1.5rem'], bad: ['1rem;x', '-1px', 'url(x)', 8] })
    takes('grid', base, 'equalHeight', { good: [true, false], bad: [1] })
    expect(propsOf('grid', cell({ colSpan: 4, rowSpan: 8, title: 'T', id: 'sales:1' }))).toBeDefined()
    expect(propsOf('grid', cell({}))).toMatchObject({ items: [{ colSpan: 1, rowSpan: 1 }] })
    expect(faultsOf('grid', cell({ colSpan: 5, rowSpan: -1, title: 7, extra: 1 })).sort()).toEqual([
      '/items/0/colSpan',
      '/items/0/extra',
      '/items/0/rowSpan',
      '/items/0/title',
    ])
  })
})
