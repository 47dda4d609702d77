import type { JsonObject, JsonValue } from '@pf/core'

/** An option of a chart library and the range of its numbers. */
export interface GeneratedOption {
  name: string
  range: readonly [min: number, max: number]
}

type MakeValue = (option: GeneratedOption) => JsonValue

/** Extreme numbers. A value depends on the range of its option, so that it is not dropped because it is outside. */
const numbers: Readonly<Record<string, MakeValue>> = {
  'their maximum': ({ range }) => Math.min(range[1], 1e300),
  'their minimum': ({ range }) => Math.max(range[0], -1e300),
  'a number close to zero': () => 1e-9,
}
/** Other values that make work for a library. All options of a group have them, so that larger ones would be above the limits and not drawn. */
const others: Readonly<Record<string, MakeValue>> = {
  'a list of numbers': () => list(300, (at) => at),
  'a list of objects': () => list(3, (at) => ({ name: `n${at}`, value: at })),
  'nested objects': ({ name }) => nest(20, name),
  'a long template': () => '{a|x}\n'.repeat(60),
  'a long text': () => 'word '.repeat(60),
  'true': () => true,
}

/** The kinds of extreme values. */
export const extremes: Readonly<Record<string, MakeValue>> = { ...numbers, ...others }

function list<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

const nest = (depth: number, name: string): JsonValue => (depth === 0 ? 1 : { [name]: nest(depth - 1, name), value: 1 })

/** Returns the options that can have a kind of extreme value: numbers for those with a range of their own, and other values for all. */
export function optionsFor(kind: string, options: readonly GeneratedOption[], { other, fixed }: { other: GeneratedOption['range']; fixed: ReadonlySet<string> }): GeneratedOption[] {
  return options.filter(({ name, range }) => !fixed.has(name) && (!Object.hasOwn(numbers, kind) || range !== other))
}

/** Returns a host in which options have extreme values in all objects. */
export function plantOptions(host: JsonObject, kind: string, options: readonly GeneratedOption[]): JsonObject {
  const make = extremes[kind]
  if (!make) throw new Error(`no values of the kind ${kind}`)
  return plant(host, Object.fromEntries(options.map((option) => [option.name, make(option)]))) as JsonObject
}

/** Objects in a list of data that get the options. The others stay as they are, so that a chart stays as large as its host. */
const MAX_PLANTED = 4

function plant(value: JsonValue, options: JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item, at) => (at < MAX_PLANTED ? plant(item, options) : item))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plant(item, options)]))
  return { ...inner, ...options }
}

const label = () => ({ show: true, formatter: '{a|{b}} {c}', rich: { a: { fontSize: 9 } } })
const styles = () => ({ label: label(), itemStyle: {}, lineStyle: {}, areaStyle: {}, labelLine: {}, emphasis: { label: label(), itemStyle: {} } })
const axis = (more: JsonObject = {}): JsonObject => ({ axisLabel: {}, axisTick: {}, axisLine: { lineStyle: {} }, splitLine: { lineStyle: {} }, splitArea: {}, minorTick: {}, minorSplitLine: {}, nameTextStyle: {}, name: 'axis', ...more })
const named = (count: number): JsonObject[] => list(count, (at) => ({ name: `n${at}`, value: (at % 7) + 1, itemStyle: {} }))
const links = (count: number, of: number): JsonObject[] => list(count, (at) => ({ source: `n${at % (of / 2)}`, target: `n${of / 2 + ((at * 7) % (of / 2))}`, value: 1, lineStyle: {} }))
const points = (count: number): JsonValue[] => list(count, (at) => [at, at % 9])
const tree = (): JsonObject => ({ name: 'root', children: list(5, (at) => ({ name: `g${at}`, children: named(5) })) })
const marks = (): JsonObject => ({
  markPoint: { data: [{ type: 'max' }, { coord: [1, 1], value: 1 }], label: label() },
  markLine: { data: [{ type: 'average' }, { yAxis: 2 }], label: label() },
  markArea: { data: [[{ xAxis: 'n1' }, { xAxis: 'n3' }]], label: label() },
})
const on = (type: string, data: JsonValue, more: JsonObject = {}): JsonObject => ({ type, data, ...styles(), ...more })

/** Hosts for options of ECharts: one for each way in which an option can be multiplied. */
export const echartsHosts: Readonly<Record<string, JsonObject>> = {
  'every type on axes': {
    legend: { data: ['a', 'b'] },
    tooltip: { axisPointer: { label: {} } },
    grid: [{}, {}, {}],
    dataZoom: [{ type: 'slider' }, { type: 'inside' }],
    visualMap: [{ type: 'piecewise', min: 0, max: 9, seriesIndex: 3, inRange: {}, outOfRange: {}, controller: { inRange: {} } }, { min: 0, max: 9, seriesIndex: 3, calculable: true, inRange: {} }],
    xAxis: [axis({ type: 'category', data: list(30, (at) => `n${at}`) }), axis({ type: 'value', gridIndex: 1 }), axis({ type: 'category', gridIndex: 2, data: list(20, (at) => `n${at}`) })],
    yAxis: [axis({ type: 'value' }), axis({ type: 'value', gridIndex: 1 }), axis({ type: 'category', gridIndex: 2, data: list(3, (at) => `n${at}`) })],
    series: [
      on('line', list(30, (at) => at % 7), { name: 'a', stack: 's', endLabel: label(), ...marks() }),
      on('bar', named(30), { name: 'b', stack: 's', backgroundStyle: {} }),
      on('scatter', points(30), { xAxisIndex: 1, yAxisIndex: 1 }),
      on('heatmap', list(60, (at) => [at % 20, at % 3, at]), { xAxisIndex: 2, yAxisIndex: 2 }),
      on('boxplot', list(10, () => [1, 2, 3, 4, 5])),
      on('candlestick', list(20, () => [2, 3, 1, 4])),
    ],
  },
  'slices, trees and networks': {
    tooltip: {},
    series: [
      on('pie', named(40), { radius: '20%', center: ['10%', '20%'] }),
      on('funnel', named(20), { width: '20%', left: '25%', height: '40%' }),
      on('gauge', [{ value: 3, name: 'g', title: {}, detail: {} }], { axisLabel: {}, axisTick: {}, splitLine: {}, progress: {}, pointer: {}, anchor: {}, detail: {}, title: {} }),
      on('treemap', [tree()], { levels: [{ itemStyle: {}, upperLabel: {} }, {}], upperLabel: {}, breadcrumb: { itemStyle: {} } }),
      on('sunburst', [tree()], { levels: [{}, { itemStyle: {} }] }),
      on('tree', [tree()], { leaves: { label: {} } }),
      on('sankey', named(20), { links: links(30, 20), levels: [{ depth: 0, itemStyle: {} }], edgeLabel: label() }),
      on('graph', named(20), { links: links(30, 20), layout: 'force', force: {}, categories: [{ name: 'n0', itemStyle: {} }], edgeLabel: label() }),
      on('chord', named(12), { links: links(20, 12), edgeLabel: label() }),
    ],
  },
  'other coordinates': {
    tooltip: {},
    polar: {},
    angleAxis: axis({ type: 'category', data: list(20, (at) => `n${at}`) }),
    radiusAxis: axis(),
    radar: [{ indicator: list(8, (at) => ({ name: `n${at}`, max: 9 })), ...axis(), axisName: {} }, { indicator: list(5, (at) => ({ name: `n${at}`, max: 9 })) }],
    parallel: { parallelAxisDefault: axis() },
    parallelAxis: list(4, (at) => axis({ dim: at })),
    singleAxis: axis({ type: 'value' }),
    series: [
      on('bar', list(20, (at) => at % 5), { coordinateSystem: 'polar' }),
      on('line', list(20, (at) => at % 5), { coordinateSystem: 'polar' }),
      on('effectScatter', points(10), { rippleEffect: {}, coordinateSystem: 'polar' }),
      on('radar', [{ value: list(8, (at) => at), name: 'r' }]),
      on('parallel', list(20, (at) => [at, at % 3, at % 5, at % 7])),
      on('themeRiver', list(60, (at) => [at % 20, at % 5, `l${at % 3}`])),
    ],
  },
  'many elements': {
    dataset: [{ source: list(4_000, (at) => [`category ${at}`, at % 9, at % 5]), dimensions: ['a', 'b', 'c'] }],
    legend: {},
    tooltip: { trigger: 'axis' },
    visualMap: [{ min: 0, max: 9, inRange: {} }],
    dataZoom: [{ type: 'slider' }],
    xAxis: axis({ type: 'category' }),
    yAxis: axis(),
    series: [
      { type: 'line', encode: { x: 'a', y: 'b' }, ...styles(), stack: 's' },
      { type: 'line', encode: { x: 'a', y: 'c' }, ...styles(), stack: 's' },
      { type: 'bar', ...styles() },
      on('scatter', points(1_500)),
      on('scatter', points(15_000)),
    ],
  },
  'many series': {
    legend: {},
    tooltip: { trigger: 'axis' },
    grid: list(8, () => ({})),
    xAxis: list(8, (at) => axis({ type: 'category', gridIndex: at, data: list(20, (k) => `n${k}`) })),
    yAxis: list(8, (at) => axis({ gridIndex: at })),
    series: list(40, (at) => on(['bar', 'line', 'scatter'][at % 3] ?? 'bar', list(12, (k) => k % 7), { name: `s${at}`, stack: `s${at % 3}`, xAxisIndex: at % 8, yAxisIndex: at % 8 })),
  },
}

/** Names that these hosts need. What they can be is covered by the others and by `costly-charts.ts`. */
export const echartsFixed: ReadonlySet<string> = new Set(
  'series type data source links gridIndex xAxisIndex yAxisIndex coordinateSystem layout indicator children seriesIndex dim polarIndex radarIndex parallelIndex singleAxisIndex datasetIndex angleAxisIndex radiusAxisIndex fromDatasetIndex fromTransformResult fromDatasetId datasetId seriesId xAxisId yAxisId gridId polarId parallelId radiusAxisId angleAxisId singleAxisId dimension dimensions encode transform config categories'.split(' '),
)

const trace = (type: string, more: JsonObject): JsonObject => ({ type, marker: { line: {}, colorbar: {} }, line: {}, textfont: {}, hoverlabel: { font: {} }, ...more })
const plotAxis = (): JsonObject => ({ title: { text: 'axis', font: {} }, tickfont: {}, minor: {} })

/** Hosts for attributes of Plotly. */
export const plotlyHosts: Readonly<Record<string, JsonObject>> = {
  'every type of trace': {
    data: [
      trace('scatter', { x: list(30, (at) => at), y: list(30, (at) => at % 7), mode: 'lines+markers+text', text: list(30, (at) => `t${at}`), error_x: {}, error_y: {}, name: 's' }),
      trace('bar', { x: list(20, (at) => `n${at}`), y: list(20, (at) => at % 5), text: 'b', xaxis: 'x2', yaxis: 'y2' }),
      trace('box', { x: list(40, (at) => `n${at % 4}`), y: list(40, (at) => at % 9), xaxis: 'x2', yaxis: 'y2' }),
      trace('violin', { x: list(40, (at) => `n${at % 4}`), y: list(40, (at) => at % 9), box: {}, meanline: {}, xaxis: 'x2', yaxis: 'y2' }),
      trace('pie', { labels: list(12, (at) => `p${at}`), values: list(12, (at) => at + 1), domain: { x: [0, 0.2], y: [0, 0.2] }, title: { font: {} }, insidetextfont: {}, outsidetextfont: {} }),
    ],
    layout: {
      xaxis: plotAxis(),
      yaxis: plotAxis(),
      xaxis2: plotAxis(),
      yaxis2: plotAxis(),
      legend: { font: {}, title: { text: 'legend', font: {} } },
      margin: {},
      annotations: [{ text: 'note', x: 1, y: 1, font: {} }],
      shapes: [{ type: 'rect', x0: 1, x1: 2, y0: 0, y1: 3, line: {}, label: { text: 'shape', font: {} } }],
      grid: { rows: 1, columns: 2, pattern: 'independent' },
    },
  },
  'grids and bins': {
    data: [
      trace('heatmap', { z: list(12, (at) => list(12, (k) => (at * k) % 9)), colorbar: { title: { text: 'z', font: {} }, tickfont: {} } }),
      trace('contour', { z: list(12, (at) => list(12, (k) => (at * k) % 9)), contours: {}, colorbar: { tickfont: {} } }),
      trace('histogram', { x: list(100, (at) => at % 17), xbins: {}, cumulative: {}, xaxis: 'x2', yaxis: 'y2' }),
      trace('histogram2d', { x: list(100, (at) => at % 17), y: list(100, (at) => at % 11), xbins: {}, ybins: {}, xaxis: 'x2', yaxis: 'y2' }),
      trace('histogram2dcontour', { x: list(100, (at) => at % 17), y: list(100, (at) => at % 11), contours: {}, xaxis: 'x2', yaxis: 'y2' }),
      trace('scatterternary', { a: list(20, (at) => at), b: list(20, (at) => at % 3), c: list(20, (at) => at % 5), mode: 'markers' }),
    ],
    layout: { xaxis: plotAxis(), yaxis: plotAxis(), xaxis2: plotAxis(), yaxis2: plotAxis(), ternary: { aaxis: plotAxis(), baxis: plotAxis(), caxis: plotAxis() }, coloraxis: { colorbar: { tickfont: {} } } },
  },
  'many points': {
    data: [
      trace('scatter', { x: list(6_000, (at) => at), y: list(6_000, (at) => at % 97), mode: 'markers' }),
      trace('bar', { x: list(1_500, (at) => at), y: list(1_500, (at) => at % 31) }),
      trace('heatmap', { z: list(80, (at) => list(80, (k) => (at * k) % 9)), xaxis: 'x2', yaxis: 'y2' }),
    ],
    layout: { xaxis: plotAxis(), yaxis: plotAxis(), xaxis2: plotAxis(), yaxis2: plotAxis() },
  },
  'many traces': {
    data: list(24, (at) => trace(['scatter', 'bar', 'box'][at % 3] ?? 'scatter', { x: list(12, (k) => k), y: list(12, (k) => (k * at) % 7), xaxis: `x${(at % 6) + 1}`, yaxis: `y${(at % 6) + 1}`, name: `t${at}` })),
    layout: { grid: { rows: 2, columns: 3, pattern: 'independent' }, ...Object.fromEntries(list(6, (at) => [[`xaxis${at === 0 ? '' : at + 1}`, plotAxis()], [`yaxis${at === 0 ? '' : at + 1}`, plotAxis()]] as const).flat()) },
  },
}

/** Names that these hosts need. */
export const plotlyFixed: ReadonlySet<string> = new Set('type x y z a b c labels values xaxis yaxis domain grid'.split(' '))

const wave = (count: number) => list(count, (at) => Math.round(Math.sin(at / 50) * 100))

/** Charts of ordinary kinds with thousands of points, which have to be drawn. */
export const largeCharts: Readonly<Record<string, [component: 'echarts' | 'plotly', props: () => JsonObject]>> = {
  'a line of 50,000 points': ['echarts', () => ({ option: { xAxis: { type: 'value' }, yAxis: {}, series: [{ type: 'line', data: list(50_000, (at) => [at, (at * 7) % 101]) }] } })],
  'a line over 20,000 days of a dataset': ['echarts', () => ({ option: { dataset: { source: list(20_000, (at) => [`day ${at}`, (at * 7) % 101]) }, dataZoom: [{ type: 'slider' }], xAxis: { type: 'category' }, yAxis: {}, series: [{ type: 'line' }] } })],
  'a scatter plot of 30,000 points': ['echarts', () => ({ option: { xAxis: {}, yAxis: {}, series: [{ type: 'scatter', data: list(30_000, (at) => [(at * 13) % 997, (at * 7) % 101]) }] } })],
  'bars of 5,000 categories': ['echarts', () => ({ option: { xAxis: { data: list(5_000, (at) => `c${at}`) }, yAxis: {}, series: [{ type: 'bar', data: wave(5_000) }] } })],
  'ten lines of 2,000 points': ['echarts', () => ({ option: { legend: {}, tooltip: { trigger: 'axis' }, xAxis: { type: 'value' }, yAxis: {}, series: list(10, (one) => ({ type: 'line', name: `s${one}`, data: wave(2_000).map((value, at) => [at, value + one]) })) } })],
  'a heat map of 10,000 cells': ['echarts', () => ({ option: { visualMap: { min: 0, max: 9 }, xAxis: { type: 'category', data: list(100, (at) => `x${at}`) }, yAxis: { type: 'category', data: list(100, (at) => `y${at}`) }, series: [{ type: 'heatmap', data: list(10_000, (at) => [at % 100, Math.floor(at / 100), at % 10]) }] } })],
  'a line of 50,000 points in Plotly': ['plotly', () => ({ data: [{ y: wave(50_000), mode: 'lines' }] })],
  'markers of 8,000 points in Plotly': ['plotly', () => ({ data: [{ x: list(8_000, (at) => (at * 13) % 997), y: wave(8_000), mode: 'markers', marker: { color: wave(8_000), showscale: true } }] })],
  'a histogram of 50,000 values': ['plotly', () => ({ data: [{ type: 'histogram', x: wave(50_000) }] })],
  'a flow of 200 links': ['echarts', () => ({ option: { series: [{ type: 'sankey', levels: [{ depth: 0, itemStyle: { opacity: 0.8 } }], data: named(60), links: list(200, (at) => ({ source: `n${at % 30}`, target: `n${30 + ((at * 7) % 30)}`, value: 1 })) }] } })],
  'a heat map of 40,000 cells in Plotly': ['plotly', () => ({ data: [{ type: 'heatmap', z: list(200, (at) => list(200, (k) => (at * k) % 17)) }] })],
}
