import { describe, expect, it } from 'vitest'
import { invisibleContent } from './visible-content.ts'

const axes = { xAxis: { data: ['a'] }, yAxis: {} }
const rows = [
  { month: 'Jan', sales: 5 },
  { month: 'Feb', sales: 7 },
]

// raphaelmansuy/edgequake#141, can1357/oh-my-pi#10489, octopusreview/octopus#50, a2ui-project/a2ui#825, apache/echarts#10854
describe('a component that is valid and shows nothing', () => {
  it.each([
    ['echarts', { option: { title: { text: 'x' } } }, '/option/series'],
    ['echarts', { option: { ...axes, series: [] } }, '/option/series'],
    ['echarts', { option: { ...axes, series: [{ type: 'area', data: [1] }] } }, '/option/series/0/type'],
    ['echarts', { option: { ...axes, series: { type: 'pictorialBar', data: [1] } } }, '/option/series/type'],
    ['echarts', { option: { ...axes, series: [{ data: [1] }] } }, '/option/series/0/type'],
    ['echarts', { option: { ...axes, series: [{ type: 'bar', data: ['1,234'] }] } }, '/option/series/0/data'],
    ['echarts', { option: { series: [{ type: 'pie', data: [{ name: 'a', value: '12 %' }] }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'bar' }] } }, '/option/series/0/data'],
    ['datagrid', { columns: [{ field: 'Month' }, { field: 'revenue' }], rows }, '/columns/0/field'],
    ['datagrid', { columns: [], rows }, '/columns'],
    ['mermaid', { code: 'graph TD\n A[Provisioner (Terraform)] --> B' }, '/code'],
    ['mermaid', { code: '```mermaid\ngraph TD\n A --> B\n```' }, '/code'],
    ['latex', { expression: '\\frac{1}{' }, '/expression'],
    ['latex', { expression: 'a}' }, '/expression'],
    ['latex', { expression: '\\left( x' }, '/expression'],
    ['latex', { expression: '\\begin{matrix} 1 \\end{pmatrix}' }, '/expression'],
    ['plotly', { data: [{ type: 'nonsense', x: [1], y: [2] }] }, '/data/0/type'],
    ['plotly', { data: [] }, '/data'],
  ])('%s %j is reported at %s', (component, props, pointer) => {
    expect(invisibleContent(component, props)).toMatchObject([{ code: 'nothing_to_show', pointer, expected: expect.any(String) }])
  })

  it('is found inside another component', () => {
    const props = {
      sections: [
        { title: 's', component: { component: 'datagrid', props: { columns: [], rows } } },
        { component: 'latex', props: { expression: '{' } },
      ],
    }
    expect(invisibleContent('report', props).map(({ pointer }) => pointer)).toEqual(['/sections/0/component/props/columns', '/sections/1/props/expression'])
  })
})

it.each([
  ['echarts', { option: { dataset: { source: [['a', 1]] }, ...axes, series: [{ type: 'bar' }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'line', data: [] }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'line', data: ['1', '2.5', '-'] }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'line', data: [['2024-01-01', 5]] }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'bar', data: { $artifact: 'q.rows' } }] } }],
  ['echarts', { option: { series: [{ type: 'sankey', nodes: [{ name: 'a' }], links: [] }] } }],
  ['echarts', { option: { baseOption: {}, options: [] } }],
  ['datagrid', { columns: [{ field: 'month' }, { field: 'later' }], rows }],
  ['datagrid', { columns: [{ field: 'a.b' }], rows: [{ a: { b: 1 } }] }],
  ['datagrid', { columns: [{ field: 'x' }], rows: [] }],
  ['datagrid', { columns: [{ field: 'x' }], rows: { $artifact: 'q.rows' } }],
  ['mermaid', { code: 'graph TD\n A["Provisioner (Terraform)"] --> B[(store)] --> C([x]) --> D[[y]] --> E[/z/]' }],
  ['mermaid', { code: 'sequenceDiagram\n A->>B: f(x)' }],
  ['latex', { expression: '\\left\\{ \\frac{1}{2} \\right. \\leftarrow \\{ \\begin{cases} a \\\\ b \\end{cases}' }],
  [
    'plotly',
    {
      data: [
        { x: [1], y: [2] },
        { type: 'scatter3d', x: [1] },
      ],
    },
  ],
  ['metric', { label: 'x', value: 1 }],
  ['own', { series: [] }],
])('%s %j is left alone', (component, props) => expect(invisibleContent(component, props)).toEqual([]))
