import type { JsonObject } from '@pf/core'

const list = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const lines = (count: number, make: (at: number) => string) => list(count, make).join('\n')
const option = (value: object): [string, JsonObject] => ['echarts', { option: value as JsonObject }]
const plane = (series: object[], more: object = {}) => option({ xAxis: {}, yAxis: {}, series, ...more })
const figure = (data: object[], layout: object = {}): [string, JsonObject] => ['plotly', { data: data as JsonObject[], layout: layout as JsonObject }]
const diagram = (code: string): [string, JsonObject] => ['mermaid', { code }]
const numbers = (count: number) => list(count, (at) => (at * 7) % 101)
const nodes = (count: number) => list(count, (at) => ({ name: `n${at}`, value: 1 }))
const links = (count: number, of: number) => list(count, (at) => ({ source: `n${at % of}`, target: `n${(at * 7 + 1) % of}`, value: 1 }))
const EXTREMES = [1e308, -1e308, 1e-308, 0, -1, 1e6]
const extremes = (names: string[], value: number) => Object.fromEntries(names.map((name) => [name, value]))
const condition = { dimension: 0, '>=': 0, parser: 'trim' }
const nested = (depth: number): object => (depth === 0 ? condition : { and: [nested(depth - 1), condition, { or: [condition, condition] }] })

/** Charts that are small to send but would block a library for seconds. The generated ones contain extreme numbers, long lists and deep nesting. */
export const costlyCharts: Readonly<Record<string, [component: string, props: JsonObject]>> = {
  'a million ripples': plane([{ type: 'effectScatter', rippleEffect: { number: 1_000_000, period: 0.001, scale: 1_000 }, data: [[1, 1], [2, 2]] }]),
  'ripples of many points': plane([{ type: 'effectScatter', rippleEffect: { number: 5 }, data: list(3_000, (at) => [at, at % 7]) }]),
  'long paths as symbols': plane([{ type: 'scatter', symbol: 'M0,0L9,9'.repeat(2_400), data: [[1, 1]] }, { type: 'scatter', symbol: `path://${'M0,0L9,9C1,1,2,2,3,3'.repeat(1_000)}`, data: list(500, (at) => [at, at]) }]),
  'paths of many points': plane([{ type: 'scatter', symbol: `path://${'M0,0L9,9'.repeat(115)}`, data: list(5_000, (at) => [at, at]) }]),
  'a filter of many conditions': option({ dataset: [{ source: list(3_000, () => [1, 2]) }, { transform: { type: 'filter', config: { and: list(1_300, () => condition) } } }], xAxis: {}, yAxis: {}, series: [{ type: 'line', datasetIndex: 1 }] }),
  'a filter in depth': option({ dataset: [{ source: list(3_000, () => [1, 2]) }, ...list(20, () => ({ transform: { type: 'filter', config: nested(12) } }))], xAxis: {}, yAxis: {}, series: [{ type: 'line', datasetIndex: 1 }] }),
  'thousands of tiles': option({ series: [{ type: 'treemap', data: list(3_900, () => ({ name: 'c', value: 1 })), levels: list(2_000, () => ({})) }] }),
  'a river with a layer at each time': option({ singleAxis: { type: 'value' }, series: [{ type: 'themeRiver', data: list(3_300, (at) => [at, 1, `l${at % 3}`]) }] }),
  'a river of many layers': option({ singleAxis: { type: 'value' }, series: [{ type: 'themeRiver', data: list(3_000, (at) => [at % 10, 1, `l${at}`]) }] }),
  'a graph of forces': option({ series: [{ type: 'graph', layout: 'force', force: { friction: 1e-9, repulsion: 1e9, gravity: 1e-9 }, data: nodes(299), links: links(999, 299) }] }),
  'a graph of many nodes': option({ series: [{ type: 'graph', layout: 'none', data: nodes(4_000).map((node, at) => ({ ...node, x: at, y: at })), links: links(9_000, 4_000) }] }),
  'a chord of many links': option({ series: [{ type: 'chord', data: nodes(1_500), links: links(6_000, 1_500) }] }),
  'a sankey of many links': option({ series: [{ type: 'sankey', layoutIterations: 1e9, data: nodes(900), links: list(1_800, (at) => ({ source: `n${at % 450}`, target: `n${450 + ((at * 7) % 450)}`, value: 1 })) }] }),
  'a tree of many leaves': option({ series: [{ type: 'tree', initialTreeDepth: -1, data: [{ name: 'r', children: nodes(2_900) }] }] }),
  'a sunburst of many parts': option({ series: [{ type: 'sunburst', data: nodes(3_900) }] }),
  'a tiny interval': option({ xAxis: { data: ['a'] }, yAxis: { interval: 0.001, minorTick: { show: true, splitNumber: 1e9 } }, series: [{ type: 'bar', data: [5] }] }),
  'an interval between extremes': option({ xAxis: { data: ['a'] }, yAxis: { min: -1e300, max: 1e300, interval: 1, minInterval: 1e-300, maxInterval: 1e-300 }, series: [{ type: 'bar', data: [5] }] }),
  'a tick distance for another type of axis': figure([{ type: 'scatter', x: [0, 1e9], y: [0, 1e9] }], { xaxis: { dtick: 'D1' }, yaxis: { dtick: 'M1' } }),
  'ticks at the digits of six hundred decades': figure([{ type: 'scatter', x: [0, 1], y: [0, 1] }], { yaxis: { type: 'log', dtick: 'D1', range: [-300, 300] } }),
  'series on a long dataset': option({ dataset: { source: list(5_000, (at) => [at, at % 9]) }, xAxis: {}, yAxis: {}, series: list(200, () => ({ type: 'line' })) }),
  'marks of many series': plane(list(60, () => ({ type: 'line', data: [[0, 1]], markLine: { data: list(200, (at) => ({ yAxis: at })) }, markPoint: { data: list(200, (at) => ({ coord: [at, 1], value: at })) } }))),
  ...Object.fromEntries(
    EXTREMES.map((value) => [
      `numbers of ECharts at ${value}`,
      option({
        dataZoom: [extremes(['start', 'end', 'minSpan', 'maxSpan', 'throttle', 'startValue', 'endValue'], value)],
        visualMap: { ...extremes(['min', 'max', 'splitNumber', 'precision', 'itemWidth', 'itemHeight'], value), type: 'piecewise' },
        legend: extremes(['itemGap', 'itemWidth', 'itemHeight', 'padding', 'width', 'height'], value),
        xAxis: { type: 'value', ...extremes(['min', 'max', 'interval', 'minInterval', 'maxInterval', 'splitNumber', 'nameGap', 'offset', 'startValue'], value), minorTick: { show: true, splitNumber: value }, axisLabel: extremes(['rotate', 'margin', 'interval', 'width', 'fontSize'], value) },
        yAxis: { type: 'log', logBase: value },
        series: [
          { type: 'effectScatter', symbolSize: value, symbolRotate: value, rippleEffect: extremes(['number', 'period', 'scale'], value), data: [[value, 1], [1, value]] },
          { type: 'bar', ...extremes(['barWidth', 'barMaxWidth', 'barMinHeight', 'barGap', 'largeThreshold'], value), data: [[1, value]], markPoint: { symbolSize: value, data: [{ type: 'max' }] } },
          { type: 'gauge', ...extremes(['startAngle', 'endAngle', 'min', 'max', 'splitNumber', 'radius'], value), axisTick: { splitNumber: value, length: value }, data: [{ value }] },
          { type: 'treemap', ...extremes(['leafDepth', 'visibleMin', 'childrenVisibleMin', 'squareRatio'], value), data: [{ name: 'a', value }] },
          { type: 'sankey', ...extremes(['layoutIterations', 'nodeGap', 'nodeWidth'], value), data: nodes(2), links: [{ source: 'n0', target: 'n1', value }] },
          { type: 'graph', layout: 'force', force: extremes(['repulsion', 'gravity', 'edgeLength', 'friction'], value), data: nodes(3), links: links(2, 3) },
        ],
      }),
    ]),
  ),
  'points that are moved away from each other': option({ singleAxis: { type: 'value', jitter: 10_000, jitterOverlap: false }, series: [{ type: 'scatter', coordinateSystem: 'singleAxis', data: list(8_000, () => [1]) }, { type: 'themeRiver', data: [[0, 1, 'a'], [1, 1, 'a']] }] }),
  'radars with many splits': option({ radar: list(24, () => ({ indicator: nodes(200), splitNumber: 40, axisLabel: { show: true } })), series: [{ type: 'radar', data: [{ value: numbers(200) }] }] }),
  'labels with many parts': plane(list(60, (one) => ({ type: 'scatter', label: { show: true, formatter: '{a|x}'.repeat(400), rich: { a: {} } }, data: list(40, (at) => [at, one]) }))),
  'tiles with many parts': option({ series: [{ type: 'treemap', label: { show: true, formatter: '{a|x}'.repeat(400), rich: { a: {} } }, data: list(10, (at) => ({ name: `g${at}`, children: nodes(150) })) }] }),
  'axes with many parts': plane([{ type: 'bar', data: [100] }], { yAxis: list(12, () => ({ interval: 1, max: 100, axisLabel: { formatter: '{a|x}'.repeat(400), rich: { a: {} } } })) }),
  'all names of a dataset': option({ dataset: { source: list(8_000, (at) => [`category ${at}`, at % 7]) }, xAxis: { type: 'category', axisLabel: { interval: 0 } }, yAxis: {}, series: [{ type: 'line' }] }),
  'bars that are never merged': plane([{ type: 'bar', largeThreshold: 1e6, data: list(15_000, (at) => [at, at % 9]) }]),
  'chosen ticks': plane([{ type: 'bar', data: [5] }], { yAxis: { max: 15_000, axisLabel: { customValues: numbers(15_000) }, axisTick: { customValues: numbers(15_000) } } }),
  'categories without end': option({ xAxis: { data: ['a', 'b'], max: 1e9, axisLabel: { interval: 0 } }, yAxis: {}, series: [{ type: 'bar', data: [1, 2] }] }),
  'a category far away': option({ xAxis: { data: ['a', 'b'], startValue: 1e300 }, yAxis: { startValue: 1e300 }, dataZoom: [{ startValue: 1e300 }], series: [{ type: 'bar', data: [1, 2] }] }),
  'points under one tooltip': plane([{ type: 'scatter', data: list(10_000, (at) => [1, at % 9]) }], { xAxis: { type: 'value', min: 0, max: 2 }, tooltip: { trigger: 'axis' } }),
  'stacks of different positions': figure(list(60, (one) => ({ x: list(60, (at) => at * 60 + one), y: numbers(60), stackgroup: 's' }))),
  'texts in cells': figure([{ type: 'heatmap', z: list(80, () => numbers(80)), texttemplate: '%{z}', textfont: { size: 8 } }]),
  'a density of few points': figure([{ type: 'histogram2dcontour', x: numbers(1_000), y: list(1_000, (at) => (at * 7) % 997), nbinsx: 400, nbinsy: 400 }]),
  'many levels': figure([{ type: 'contour', z: list(50, (at) => list(50, (one) => (at * one) % 97)), contours: { start: 0, end: 97, size: 0.25, showlabels: true } }]),
  'texts beside points': figure(list(40, () => ({ x: numbers(290), y: numbers(290), text: 'a text', mode: 'text' }))),
  'texts on bars': figure(list(36, () => ({ type: 'bar', y: numbers(290), text: 'a text' }))),
  'ticks of many axes': figure(list(24, (at) => ({ y: [1, 2], xaxis: `x${at + 1}` })), Object.fromEntries(list(24, (at) => [`xaxis${at === 0 ? '' : at + 1}`, { dtick: 1, range: [0, 200], minor: { dtick: 0.2 } }]))),
  'gradients': figure(list(40, () => ({ y: numbers(290), mode: 'markers', marker: { gradient: { type: 'radial', color: 'red' } } }))),
  'errors on both sides': figure(list(2, () => ({ y: numbers(10_000), error_x: { value: 1 }, error_y: { value: 1 } }))),
  'days that are excluded': diagram('gantt\n dateFormat YYYY-MM-DD\n excludes 2000-01-03\n a :a, 2000-01-01, 200000d'),
  'ticks of a plan': diagram('gantt\n dateFormat YYYY-MM-DD\n tickInterval 1day\n topAxis\n a :a, 2000-01-01, 9000d'),
  'a long event': diagram(`timeline\n 2002 : ${'word '.repeat(9_000)}`),
  'an event of a thousand words': diagram(`timeline\n 2002 : ${'word '.repeat(1_200)}`),
  'a long wrapped message': diagram(`sequenceDiagram\n A->>B: wrap: ${'word '.repeat(9_000)}`),
  'a long person': diagram(`C4Context\n Person(a, "${'word '.repeat(9_000)}", "b")`),
  'a long member': diagram(`classDiagram\n class A {\n +m() ${'word '.repeat(9_000)}\n }`),
  'names of bars': diagram(`xychart-beta\n x-axis [${'a, '.repeat(12_000)}b]\n bar [1, 2]`),
  'a kind that nobody has measured': diagram(`railroad-beta\n${lines(900, (at) => `r${at} = "a" ;`)}`),
  'ticks without number': figure([{ type: 'scatter', x: [0, 1e12], y: [0, 1e12] }], { xaxis: { tick0: 0, dtick: 1e-6, tickmode: 'linear', minor: { dtick: 1e-6 } }, yaxis: { dtick: 'M1', type: 'date' } }),
  'ticks of a range': figure([{ y: [1, 2] }], { xaxis: { range: [-1e15, 1e15], dtick: 1, minor: { dtick: 0.1, tickmode: 'linear' } }, yaxis: { range: [0, 300], type: 'log', dtick: 'L0.0001' } }),
  'many annotations': figure([{ y: [1, 2] }], { annotations: list(100, () => ({ text: '<b>x</b><br>'.repeat(150), x: 1, y: 1 })) }),
  'many subplots': figure(list(24, (at) => ({ y: [1, 2], xaxis: `x${at + 1}`, yaxis: `y${at + 1}` })), { grid: { rows: 12, columns: 12, pattern: 'independent' } }),
  'long bins': figure([{ type: 'histogram', x: [0, 1e9], xbins: { start: 0, end: 1e9, size: 1e7 } }]),
  'slices at the limit': figure([{ type: 'pie', values: list(300, (at) => at + 1), labels: list(300, (at) => `label ${at}<br>`.repeat(8)) }]),
  ...Object.fromEntries(
    EXTREMES.map((value) => [
      `numbers of Plotly at ${value}`,
      figure(
        [
          { x: [1, value], y: [value, 1], marker: { ...extremes(['size', 'sizeref', 'sizemin', 'opacity', 'maxdisplayed'], value), colorbar: extremes(['dtick', 'nticks', 'len', 'thickness', 'tickwidth', 'ticklen'], value), color: [1, 2], showscale: true }, line: extremes(['width', 'smoothing'], value) },
          { type: 'histogram', x: [1, 2, value], nbinsx: value, xbins: extremes(['start', 'end', 'size'], value) },
          { type: 'contour', z: [[1, 2], [3, value]], ncontours: value, contours: extremes(['start', 'end', 'size'], value) },
        ],
        { xaxis: { ...extremes(['dtick', 'tick0', 'nticks', 'ticklen', 'tickangle', 'gridwidth'], value), minor: extremes(['dtick', 'nticks'], value), range: [0, value] }, yaxis: { dtick: value, tickmode: 'linear' }, grid: extremes(['rows', 'columns', 'xgap', 'ygap'], value), annotations: [{ text: 'x', ...extremes(['x', 'y', 'ax', 'ay', 'arrowsize', 'arrowwidth', 'borderpad', 'width', 'height'], value) }] },
      ),
    ]),
  ),
  'a dense flow': diagram(`graph LR\n${lines(300, (at) => `n${at % 40}-->n${(at * 17 + Math.floor(at / 40)) % 41}`)}`),
  'a star': diagram(`graph TD\n${lines(290, (at) => `a-->n${at}`)}`),
  'nodes without lines': diagram(`graph TD\n${lines(900, (at) => ` n${at}`)}`),
  'lists of nodes': diagram(`graph TD\n${list(15, (at) => `a${at}`).join(' & ')} --> ${list(15, (at) => `b${at}`).join(' & ')}`),
  'long labels': diagram(`graph TD\n${lines(80, (at) => ` n${at}["${'word '.repeat(100)}"]`)}`),
  'groups in groups': diagram(`graph TD\n${lines(90, (at) => `subgraph s${at}`)}\nx\n${'end\n'.repeat(90)}`),
  'a long history': diagram(`gitGraph\n${lines(480, (at) => ` commit id:"${at}" tag:"t"`)}`),
  'a history of branches': diagram(`gitGraph\n commit\n${lines(115, (at) => ` branch b${at}\n commit\n checkout main\n merge b${at}`)}`),
  'a wide time line': diagram(`timeline\n 2001${' : a'.repeat(2_000)}`),
  'a class of many rows': diagram(`classDiagram\n class A {\n${lines(900, (at) => `  +m${at}() string`)}\n }`),
  'many classes': diagram(`classDiagram\n${lines(190, (at) => ` A${at} <|-- A${(at * 7) % 190}`)}`),
  'an entity of many rows': diagram(`erDiagram\n A {\n${lines(470, (at) => `  string a${at} "c"`)}\n }`),
  'many points': diagram(`xychart-beta\n x-axis [${list(3_000, String).join(',')}]\n line [${list(3_000, String).join(',')}]`),
  'many messages': diagram(`sequenceDiagram\n${lines(950, (at) => ` A${at % 40}->>A${(at * 7) % 40}: x`)}`),
  'many flows': diagram(`sankey-beta\n${lines(480, (at) => `a${at % 20},b${Math.floor(at / 20)},1`)}`),
}
