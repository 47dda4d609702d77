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
    ['echarts', { option: { ...axes, series: [{ type: 'line', data: [] }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'bar', data: [null, null] }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'line', data: { a: 1 } }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'line', data: '1,2,3' }] } }, '/option/series/0/data'],
    ['echarts', { option: { series: [{ type: 'bar', data: [1] }] } }, '/option'],
    ['echarts', { option: { ...axes, series: ['bar'] } }, '/option/series/0'],
    ['echarts', { option: { ...axes, series: [{ type: 'bar', data: [{ x: 'a', y: 5 }] }] } }, '/option/series/0/data/0'],
    ['echarts', { option: { series: [{ type: 'pie', data: [{ label: 'a', count: 5 }] }] } }, '/option/series/0/data/0'],
    ['echarts', { option: { series: [{ type: 'funnel', data: [{ name: 'a' }] }] } }, '/option/series/0/data/0'],
    ['echarts', { option: { series: [{ type: 'radar', data: [{ value: [1, 2] }] }] } }, '/option/radar/indicator'],
    ['echarts', { option: { series: [{ type: 'sankey' }] } }, '/option/series/0/data'],
    ['echarts', { option: { series: [{ type: 'graph', links: [{ source: 'a', target: 'b' }] }] } }, '/option/series/0/data'],
    ['echarts', { option: { series: [{ type: 'tree', data: [] }] } }, '/option/series/0/data'],
    ['echarts', { option: { series: [{ type: 'treemap', data: [{ name: 'a' }] }] } }, '/option/series/0/data/0'],
    ['echarts', { option: { ...axes, series: [{ type: 'heatmap', data: [1, 2] }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'candlestick', data: [1, 2] }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'scatter', data: [['a', 'b']] }] } }, '/option/series/0/data'],
    ['echarts', { option: { ...axes, dataset: { source: [] }, series: [{ type: 'bar' }] } }, '/option/dataset/source'],
    ['echarts', { option: { ...axes, dataset: { source: [['m', 'v']] }, series: [{ type: 'bar' }] } }, '/option/dataset/source'],
    ['echarts', { option: { ...axes, dataset: { source: [{ m: 'a', v: 'abc' }] }, series: [{ type: 'bar' }] } }, '/option/dataset/source'],
    ['echarts', { option: { ...axes, dataset: { source: rows }, series: [{ type: 'bar', encode: { x: 'month', y: 'revenue' } }] } }, '/option/series/0/encode'],
    ['echarts', { option: { options: [{}] } }, '/option/series'],
    ['echarts', { option: { baseOption: {} } }, '/option/series'],
    ['echarts', { option: { baseOption: { ...axes, series: [{ type: 'bar', data: ['x'] }] } } }, '/option/baseOption/series/0/data'],
    ['plotly', { data: ['bar'] }, '/data/0'],
    ['plotly', { data: [{ type: 'bar' }] }, '/data/0'],
    ['plotly', { data: [{ type: 'bar', x: [], y: [] }] }, '/data/0'],
    ['plotly', { data: [{ type: 'bar', x: ['a'], y: ['x'] }] }, '/data/0'],
    ['datagrid', { columns: [{ field: 'a' }], rows: [{ a: null }, { a: '' }] }, '/rows'],
    ['mermaid', { code: 'graph TD' }, '/code'],
    ['mermaid', { code: 'pie' }, '/code'],
    ['mermaid', { code: 'Here is the diagram' }, '/code'],
    ['mermaid', { code: 'flowchar TD\nA-->B' }, '/code'],
    ['latex', { expression: '$$$$' }, '/expression'],
    ['latex', { expression: '\\quad' }, '/expression'],
    ['markdown', { content: ' \n ' }, '/content'],
    ['code', { code: '' }, '/code'],
    ['callout', { type: 'info', content: '' }, '/content'],
    ['report', { title: 'x', sections: [] }, '/sections'],
    ['tabs', { tabs: [] }, '/tabs'],
    ['accordion', { items: [] }, '/items'],
    ['grid', { items: [] }, '/items'],
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

const stored = { artifact_id: 'a', media_type: 'application/json', bytes: 40_000, sha256: 'x', items: 500, columns: ['a', 'b'] }

it.each([
  ['echarts', { option: { dataset: { source: stored }, ...axes, series: [{ type: 'bar', encode: { x: 'a', y: 'b' } }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'bar', data: stored }] } }],
  ['plotly', { data: [{ type: 'bar', x: stored, y: stored }] }],
  ['datagrid', { columns: [{ field: 'month' }], rows: stored }],
  ['echarts', { option: { dataset: { source: { $artifact: 'q.rows' } }, ...axes, series: [{ type: 'bar', encode: { x: 'a', y: 'b' } }] } }],
  ['echarts', { option: { dataset: [{ source: rows }, { transform: { type: 'filter' } }], ...axes, series: [{ type: 'bar', datasetIndex: 1 }] } }],
  ['echarts', { option: { dataset: { source: { m: ['a'], v: [1] } }, ...axes, series: [{ type: 'bar', encode: { x: 'm', y: 'v' } }] } }],
  ['echarts', { option: { dataset: { source: { $artifact: 'q.rows' }, dimensions: ['a', 'b'] }, ...axes, series: [{ type: 'bar' }] } }],
  ['echarts', { option: { polar: {}, angleAxis: {}, radiusAxis: {}, series: [{ type: 'bar', coordinateSystem: 'polar', data: [1] }] } }],
  ['echarts', { option: { calendar: {}, series: [{ type: 'heatmap', coordinateSystem: 'calendar', data: [['2024-01-01', 5, 1]] }] } }],
  ['echarts', { option: { radar: { indicator: [{ name: 'a' }] }, series: [{ type: 'radar', data: [{ value: [1] }] }] } }],
  ['echarts', { option: { series: [{ type: 'sunburst', data: [{ name: 'a', children: [{ name: 'b', value: 2 }] }] }] } }],
  ['echarts', { option: { series: [{ type: 'tree', data: [{ name: 'a', children: [] }] }] } }],
  ['echarts', { option: { series: [{ type: 'gauge', data: [{ value: 5, name: 'x' }] }] } }],
  ['echarts', { option: { series: [{ type: 'pie', data: [1, 2] }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'candlestick', data: [[1, 2, 0, 3]] }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'line', markLine: { data: [{ yAxis: 1 }] } }] } }],
  ['echarts', { option: { baseOption: { ...axes, series: [{ type: 'bar', data: [1] }] }, options: [{ series: [{ data: [2] }] }] } }],
  ['echarts', { option: { ...axes, timeline: {}, options: [{ series: [{ type: 'bar', data: [1] }] }] } }],
  ['plotly', { data: [{ x: [1], y: [2] }] }],
  ['plotly', { data: [{ type: 'bar', orientation: 'h', x: [1], y: ['a'] }] }],
  ['plotly', { data: [{ type: 'pie', labels: ['a'] }] }],
  ['plotly', { data: [{ type: 'indicator', value: 3 }] }],
  ['plotly', { data: [{ type: 'bar', x: { $artifact: 'q.x' }, y: { $artifact: 'q.y' } }] }],
  ['datagrid', { columns: [{ field: 'month' }], rows: [{ month: null }, { month: 'Jan' }] }],
  ['mermaid', { code: '---\ntitle: x\n---\n%% note\nflowchart LR; A-->B' }],
  ['mermaid', { code: 'pie title Pets\n "a": 1' }],
  ['mermaid', { code: '%%{init: {}}%%\nxychart-beta\n bar [1, 2]' }],
  ['mermaid', { code: 'mindmap\n root' }],
  ['latex', { expression: '$$x^2$$' }],
  ['latex', { expression: '\\alpha' }],
  ['markdown', { content: 'a' }],
  ['report', { title: 'x', sections: [{ title: 's' }] }],
  ['echarts', { option: { dataset: { source: [['a', 1]] }, ...axes, series: [{ type: 'bar' }] } }],
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
