import { describe, expect, it } from 'vitest'
import { chartRows } from './echarts/chart-rows.ts'
import { cleanOption, countOmittedElements, findOmittedSeries } from './echarts/clean-option.ts'
import { jsonRows, MAX_ROWS } from './json/json-rows.ts'
import { cleanFigure, countOmittedElements as countOmittedPlotElements, findOmittedTraces } from './plotly/clean-figure.ts'
import { plotLabels } from './plotly/plot-labels.ts'
import { plotRows } from './plotly/plot-rows.ts'
import { readSections } from './report/read-report.ts'

const repeat = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)

describe('content above a limit is reported', () => {
  it('series of an ECharts option', () => {
    const option = { series: repeat(230, { type: 'line', data: [1, 2] }) }
    expect(cleanOption(option)?.series).toHaveLength(200)
    expect(findOmittedSeries(option)).toEqual({ count: 230, max: 200 })
    expect(findOmittedSeries({ series: option.series.slice(0, 200) })).toBeUndefined()
    expect(findOmittedSeries(undefined)).toBeUndefined()
  })

  it('traces of a Plotly figure', () => {
    const data = repeat(130, { type: 'scatter', x: [1], y: [2] })
    expect(cleanFigure(data, {})?.traces).toHaveLength(100)
    expect(findOmittedTraces(data)).toEqual({ count: 130, max: 100 })
    expect(findOmittedTraces(data.slice(0, 100))).toBeUndefined()
    expect(plotLabels({ data: data.slice(0, 15) }, 'Points').label).toMatch(/, and 3 more$/)
    expect(plotLabels({ data: data.slice(0, 12) }, 'Points').label).not.toContain('more')
  })

  it('axes and marks of an ECharts option', () => {
    const series = { type: 'line', data: [1], markLine: { data: repeat(205, { yAxis: 1 }) } }
    expect(countOmittedElements({ xAxis: repeat(30, {}), yAxis: {}, series: [series] })).toBe(11)
    expect(countOmittedElements({ xAxis: repeat(24, {}), color: repeat(40, 'red'), series: [{ type: 'line' }] })).toBe(0)
    expect(countOmittedElements(undefined)).toBe(0)
  })

  it('shapes, annotations and axes of a Plotly layout', () => {
    const axes = Object.fromEntries(repeat(26, 0).map((_, index) => [`xaxis${index + 2}`, {}]))
    expect(countOmittedPlotElements({ shapes: repeat(103, {}), annotations: repeat(100, {}), ...axes })).toBe(5)
    expect(countOmittedPlotElements({ colorway: repeat(120, 'red') })).toBe(0)
    expect(countOmittedPlotElements(undefined)).toBe(0)
  })

  it('rows of the table of a chart', () => {
    const values = repeat(12_000, 1)
    const option = cleanOption({ xAxis: { data: values.map((_, index) => `c${index}`) }, yAxis: {}, series: [{ type: 'bar', data: values }] }) ?? {}
    const table = chartRows(option)
    expect([table?.rows.length, table?.total]).toEqual([10_000, 12_000])
    const plot = plotRows([{ y: values }, { y: [1, 2] }], {})
    expect([plot?.rows.length, plot?.total]).toEqual([10_000, 12_002])
    const matrix = plotRows([{ type: 'heatmap', z: repeat(200, repeat(100, 1)) }], {})
    expect([matrix?.rows.length, matrix?.total]).toEqual([10_000, 20_000])
    expect(plotRows([{ y: [1, 2] }], {})).not.toHaveProperty('total')
  })

  it('columns that only appear in later rows of a dataset', () => {
    const source = [...repeat(150, { a: 1 }), { a: 1, b: 2 }]
    expect(chartRows(cleanOption({ dataset: { source }, series: [{ type: 'bar' }] }) ?? {})?.columns.map(({ header }) => header)).toEqual(['a', 'b'])
  })

  it('sections of a report', () => {
    const nested = (depth: number): object => ({ title: `Level ${depth}`, ...(depth > 1 ? { subsections: [nested(depth - 1)] } : {}) })
    expect(readSections([nested(12)]).omitted).toBe(0)
    expect(readSections([nested(14)]).omitted).toBe(1)
    const many = readSections(repeat(30, { title: 'Part', subsections: repeat(50, { title: 'Section' }) }))
    expect(many.omitted).toBeGreaterThan(0)
  })

  it('lines of a JSON tree', () => {
    const view = { expandLevel: 1, sortKeys: false, toggled: new Map(), shown: new Map([['', 6_000]]) }
    expect(jsonRows(repeat(6_000, 1), { ...view, toggled: new Map([['', true]]) })).toHaveLength(MAX_ROWS + 1)
    expect(jsonRows(repeat(10, 1), view)).toHaveLength(11)
  })
})
