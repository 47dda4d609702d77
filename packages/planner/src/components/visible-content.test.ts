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
    [
      'echarts',
      { option: { xAxis: { type: 'category' }, yAxis: {}, dataset: { source: rows }, series: [{ type: 'bar', encode: { x: 'sales', y: 'month' } }] } },
      '/option/series/0/encode/y',
    ],
    [
      'echarts',
      { option: { xAxis: {}, yAxis: { type: 'category' }, dataset: { source: rows }, series: [{ type: 'bar', encode: { x: ['month'], y: 'sales' } }] } },
      '/option/series/0/encode/x',
    ],
    [
      'echarts',
      {
        option: {
          dataset: {
            source: [
              ['m', 'v'],
              ['Jan', 5],
            ],
          },
          series: [{ type: 'pie', encode: { itemName: 'v', value: 'm' } }],
        },
      },
      '/option/series/0/encode/value',
    ],
    ['echarts', { option: { series: [{ type: 'pie', data: [{ name: 'a', value: -5 }] }] } }, '/option/series/0/data'],
    [
      'echarts',
      { option: { series: [{ type: 'sankey', data: [{ name: 'a' }], links: [{ source: 'a', target: 'z', value: 1 }] }] } },
      '/option/series/0/links/0',
    ],
    ['echarts', { option: { series: [{ type: 'graph', nodes: [{ id: 'a' }], edges: [{ source: 'x', target: 'y' }] }] } }, '/option/series/0/edges/0'],
    ['echarts', { option: { options: [{}] } }, '/option/series'],
    ['echarts', { option: { baseOption: {} } }, '/option/series'],
    ['echarts', { option: { baseOption: { ...axes, series: [{ type: 'bar', data: ['x'] }] } } }, '/option/baseOption/series/0/data'],
    ['echarts', { option: { ...axes, series: [{ type: 'bar', data: [1], yAxisIndex: 3 }] } }, '/option/series/0/yAxisIndex'],
    ['echarts', { option: { ...axes, dataset: { source: rows }, series: [{ type: 'bar', datasetIndex: 4 }] } }, '/option/series/0/data'],
    ['echarts', { option: { xAxis: { type: 'category', data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [['z', 5]] }] } }, '/option/series/0/data'],
    ['echarts', { option: { xAxis: { type: 'time' }, yAxis: {}, series: [{ type: 'line', data: [['someday', 5]] }] } }, '/option/series/0/data'],
    ['echarts', { option: { xAxis: { type: 'value' }, yAxis: {}, series: [{ type: 'line', data: [{ value: ['Jan', 5] }] }] } }, '/option/series/0/data'],
    ['echarts', { option: { series: [{ type: 'parallel', data: [[1, 2]] }] } }, '/option/parallelAxis'],
    ['plotly', { data: [{ type: 'heatmap', x: [1], y: [2] }] }, '/data/0/z'],
    ['plotly', { data: [{ type: 'heatmap', z: [1, 2] }] }, '/data/0/z'],
    ['plotly', { data: [{ type: 'pie', labels: ['a'], values: ['x'] }] }, '/data/0/values'],
    ['plotly', { data: [{ x: [], y: [1, 2] }] }, '/data/0/x'],
    ['plotly', { data: [{ x: [1], y: [2], visible: false }] }, '/data/0/visible'],
    ['mermaid', { code: 'pie title Pets' }, '/code'],
    ['mermaid', { code: 'gantt\n title Plan: next\n dateFormat YYYY-MM-DD' }, '/code'],
    ['latex', { expression: '\\phantom{x}' }, '/expression'],
    ['latex', { expression: '{}' }, '/expression'],
    ['markdown', { content: '<!-- later -->' }, '/content'],
    ['markdown', { content: '```\n```' }, '/content'],
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
    ['echarts', { option: { ...axes, series: [{ type: 'bar', data: [1], itemStyle: { opacity: 0 } }] } }, '/option/series/0'],
    ['echarts', { option: { ...axes, series: { type: 'scatter', data: [1], itemStyle: { color: 'transparent' } } } }, '/option/series'],
    ['echarts', { option: { ...axes, series: [{ type: 'line', data: [1], lineStyle: { opacity: 0 }, showSymbol: false }] } }, '/option/series/0'],
    ['echarts', { option: { ...axes, legend: { selected: { a: false } }, series: [{ type: 'bar', name: 'a', data: [1] }] } }, '/option/legend/selected'],
    ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: { min: 100, max: 200 }, series: [{ type: 'bar', data: [4] }] } }, '/option/yAxis'],
    ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: [{ min: 9, max: 5 }], series: [{ type: 'line', data: [1, 2] }] } }, '/option/yAxis/0'],
    ['echarts', { option: { xAxis: { min: 5, max: 6 }, yAxis: {}, series: [{ type: 'scatter', data: [{ value: [1, 2] }] }] } }, '/option/xAxis'],
    ['echarts', { option: { xAxis: { min: 5, max: 6 }, yAxis: { data: ['a'] }, series: [{ type: 'bar', data: [2] }] } }, '/option/xAxis'],
    ['plotly', { data: [{ x: [1], y: [2], opacity: 0 }] }, '/data/0/opacity'],
    ['tabs', { tabs: [{ label: 'a', content: 'x' }, { label: 'b' }] }, '/tabs/1/content'],
    ['tabs', { tabs: [{ label: 'a', content: ' ' }] }, '/tabs/0/content'],
    ['accordion', { items: [{ title: 'a' }] }, '/items/0/content'],
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
  ['echarts', { option: { xAxis: { type: 'category' }, yAxis: {}, dataset: { source: rows }, series: [{ type: 'bar', encode: { x: 'month', y: 'sales' } }] } }],
  ['echarts', { option: { xAxis: {}, yAxis: {}, dataset: { source: rows }, series: [{ type: 'bar', encode: { x: 'month', y: 'sales' } }] } }],
  [
    'echarts',
    {
      option: {
        xAxis: { type: 'category' },
        yAxis: { type: 'time' },
        dataset: {
          source: [
            { a: 'x', b: '2024-05-01' },
            { a: 'y', b: 'n', c: 1 },
          ],
        },
        series: [{ type: 'scatter', encode: { x: 'a', y: 'b' } }],
      },
    },
  ],
  ['echarts', { option: { series: [{ type: 'graph', data: [{ name: 'a' }, { name: 'b' }], links: [{ source: 0, target: 'b' }] }] } }],
  [
    'echarts',
    {
      option: {
        series: [
          {
            type: 'graph',
            data: [{ id: '7' }, { name: 'b' }],
            edges: [
              { source: 7, target: 'b' },
              { source: 'b', target: 'zz' },
            ],
          },
        ],
      },
    },
  ],
  [
    'echarts',
    {
      option: {
        series: [
          {
            type: 'pie',
            data: [
              { name: 'a', value: -5 },
              { name: 'b', value: 5 },
            ],
          },
        ],
      },
    },
  ],
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
  [
    'echarts',
    {
      option: {
        ...axes,
        series: [
          { type: 'bar', data: [1], itemStyle: { opacity: 0 } },
          { type: 'bar', data: [2] },
        ],
      },
    },
  ],
  ['echarts', { option: { ...axes, series: [{ type: 'bar', data: [1], itemStyle: { opacity: 0 }, label: { show: true } }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'line', data: [1], lineStyle: { opacity: 0 } }] } }],
  ['echarts', { option: { ...axes, series: [{ type: 'line', data: [1], lineStyle: { opacity: 0 }, symbol: 'none', areaStyle: {} }] } }],
  ['echarts', { option: { ...axes, legend: { selected: { a: false } }, series: [{ type: 'bar', name: 'b', data: [1] }] } }],
  ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: { min: 100 }, series: [{ type: 'bar', data: [4] }] } }],
  ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: { min: 1, max: 2 }, series: [{ type: 'bar', data: [4] }] } }],
  ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: { min: 1, max: 2 }, series: [{ type: 'line', data: [0, 4] }] } }],
  ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: { min: 8, max: 9 }, series: [{ type: 'bar', stack: 's', data: [4] }] } }],
  ['echarts', { option: { xAxis: { data: ['a'] }, yAxis: { min: 8, max: 9 }, series: [{ type: 'bar', data: stored }] } }],
  [
    'tabs',
    {
      tabs: [
        { label: 'a', content: 'x' },
        { label: 'b', disabled: true },
      ],
    },
  ],
  ['tabs', { tabs: [{ label: 'a', component: 'metric', props: { value: 1, label: 'x' } }] }],
  ['report', { sections: [{ title: 'a' }, { title: 'b', content: 'x' }] }],
  ['report', { sections: [{ components: [{ component: 'metric', props: { value: 1, label: 'x' } }] }] }],
  ['plotly', { data: [{ x: [1], y: [2] }] }],
  ['plotly', { data: [{ type: 'heatmap', z: [[1, 2]] }] }],
  ['plotly', { data: [{ type: 'heatmap', z: { $artifact: 'q.z' } }] }],
  ['plotly', { data: [{ y: [1, 2] }] }],
  [
    'plotly',
    {
      data: [
        { x: [1], y: [2] },
        { x: [1], y: [2], visible: false },
      ],
    },
  ],
  ['echarts', { option: { xAxis: { type: 'category', data: ['a', 'b'] }, yAxis: {}, series: [{ type: 'bar', data: [['b', 5]] }] } }],
  ['echarts', { option: { xAxis: { type: 'category', data: ['a', 'b'] }, yAxis: {}, series: [{ type: 'bar', data: [[1, 5]] }] } }],
  ['echarts', { option: { xAxis: [{ data: ['a'] }], yAxis: [{}, {}], series: [{ type: 'line', data: [5], yAxisIndex: 1 }] } }],
  ['echarts', { option: { xAxis: { type: 'time' }, yAxis: {}, series: [{ type: 'line', data: [['2024-01', 5]] }] } }],
  ['echarts', { option: { xAxis: { type: 'value' }, yAxis: { type: 'category' }, series: [{ type: 'bar', data: [[5, 'a']] }] } }],
  ['echarts', { option: { parallelAxis: [{ dim: 0 }, { dim: 1 }], series: [{ type: 'parallel', data: [[1, 2]] }] } }],
  ['code', { code: '<!-- a comment -->' }],
  ['mermaid', { code: 'gantt\n section S\n Design :a1, 2024-01-01, 5d' }],
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
  ['echarts', { option: { xAxis: {}, yAxis: {}, series: [{ type: 'line', data: [['2024-01-01', 5]] }] } }],
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
