import { describe, expect, it } from 'vitest'
import { cleanFigure } from './clean-figure.ts'
import { estimateCost, findLimitExceeded } from './figure-cost.ts'

const list = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const numbers = (count: number) => list(count, (at) => (at * 7) % 101)
const grid = (size: number) => list(size, (at) => list(size, (one) => (at * one) % 9))
const exceeded = (data: object[], layout: object = {}) => findLimitExceeded(cleanFigure(data, layout) ?? { traces: [], layout: {} })
/** Estimated time of a figure that is not sanitized, in milliseconds. */
const ms = (traces: object[], layout: object = {}) =>
  estimateCost({ traces: traces as Record<string, unknown>[], layout: layout as Record<string, unknown> }).ms
const axes = (count: number, axis: object) => Object.fromEntries(list(count, (at) => [`xaxis${at + 1}`, axis]))

describe('a figure whose parts are repeated', () => {
  it.each<[string, object[], object?]>([
    ['stacked areas with different positions', list(60, (one) => ({ x: list(200, (at) => at * 60 + one), y: numbers(200), stackgroup: 's' }))],
    ['texts in cells', [{ type: 'heatmap', z: grid(31), texttemplate: '%{z}'.repeat(400) }]],
    ['texts of many traces', list(60, () => ({ x: numbers(300), y: numbers(300), text: list(300, () => 'a text'), mode: 'text' }))],
    ['texts on many bars', list(36, () => ({ type: 'bar', y: numbers(300), text: list(300, () => 'a text') }))],
    ['contour lines at many levels', [{ type: 'contour', z: grid(50), contours: { start: 0, end: 400, size: 1, showlabels: true } }]],
    ['labels on contour lines', [{ type: 'contour', z: grid(3), contours: { start: 0, end: 400, size: 1, showlabels: true } }]],
    ['ticks on many axes', [{ y: [1, 2] }], axes(24, { dtick: 1, range: [0, 200], minor: { dtick: 1 } })],
    ['gradients of markers', list(34, () => ({ y: numbers(300), mode: 'markers', marker: { gradient: { type: 'radial' } } }))],
    ['error bars on both sides', list(2, () => ({ y: numbers(10_000), error_x: { value: 1 }, error_y: { value: 1 } }))],
    ['boxes at many positions', [{ type: 'box', x: list(2_000, String), y: numbers(2_000) }]],
    ['boxes of given statistics', [{ type: 'box', q1: numbers(2_000), median: numbers(2_000), q3: numbers(2_000) }]],
    ['markers that cover each other', [{ y: numbers(10_000), mode: 'markers', marker: { size: 1_000 } }]],
    ['long texts of bars', list(2, () => ({ type: 'bar', y: numbers(300), text: 'w'.repeat(2_000) }))],
  ])('is not drawn: %s', (_, data, layout) => expect(exceeded(data, layout)).toBeDefined())

  it.each<[string, object[], object?]>([
    ['a line of 50,000 points', [{ y: numbers(50_000), mode: 'lines' }]],
    ['a heat map of 40,000 cells', [{ type: 'heatmap', z: grid(200), texttemplate: '%{z}' }]],
    ['a heat map with texts', [{ type: 'heatmap', z: grid(20), texttemplate: '%{z}' }]],
    ['a histogram of 50,000 values', [{ type: 'histogram', x: numbers(50_000), nbinsx: 100 }]],
    ['a density of 50,000 points', [{ type: 'histogram2dcontour', x: numbers(50_000), y: numbers(50_000), nbinsx: 500, nbinsy: 500 }]],
    ['contours with labels', [{ type: 'contour', z: grid(40), contours: { start: 0, end: 9, size: 1, showlabels: true } }]],
    ['ten stacked areas', list(10, () => ({ x: list(200, (at) => at), y: numbers(200), stackgroup: 's' }))],
    ['200 bars with texts', [{ type: 'bar', y: numbers(200), text: numbers(200).map(String) }]],
    ['error bars on 1,000 points', [{ y: numbers(1_000), error_y: { value: 1 } }]],
    ['a pie of 290 slices', [{ type: 'pie', values: numbers(290) }]],
    ['twelve subplots with ticks', list(12, (at) => ({ y: [1, 2], xaxis: `x${at + 1}` })), axes(12, { dtick: 1, range: [0, 20] })],
  ])('is drawn with an ordinary number of them: %s', (_, data, layout) => expect(exceeded(data, layout)).toBeUndefined())
})

describe('the estimate of a figure', () => {
  const scatter = (more: object = {}) => ms([{ type: 'scatter', y: numbers(100), mode: 'markers', ...more }])
  const plain = scatter()

  it('counts points of all traces, and every position of a stack for each of its traces', () => {
    expect(ms([{ type: 'scatter', y: numbers(1_100), mode: 'markers' }]) - plain).toBeCloseTo(60)
    const stacked = (traces: number, group: (at: number) => unknown) => ms(list(traces, (at) => ({ type: 'scatter', y: numbers(100), stackgroup: group(at) })))
    expect(stacked(3, () => 'a')).toBeCloseTo(3 * (4 + 300 * 0.035))
    expect(stacked(3, (at) => at)).toBeCloseTo(3 * (4 + 100 * 0.035))
    expect(stacked(3, () => undefined)).toBeCloseTo(3 * (4 + 100 * 0.01))
  })

  it('counts error bars, gradients, patterns and the area of markers', () => {
    expect(scatter({ error_x: {} }) - plain).toBeCloseTo(6)
    expect(scatter({ error_x: {}, error_y: { visible: true } }) - plain).toBeCloseTo(12)
    expect(scatter({ error_y: { visible: false } })).toBe(plain)
    expect(scatter({ marker: { gradient: {} } }) - plain).toBeCloseTo(30)
    expect(scatter({ marker: { gradient: {}, pattern: {} } }) - plain).toBeCloseTo(60)
    expect(scatter({ marker: { size: 400 } }) - plain).toBeCloseTo(100 * 0.16 * 0.5)
    expect(scatter({ marker: { size: [1, 9_000, 5] } }) - plain).toBeCloseTo(8)
  })

  it('counts texts beside points, with their characters and tags', () => {
    const text = (more: object) => scatter(more) - plain
    expect(text({ mode: 'markers+text', text: 'abcde' })).toBeCloseTo(100 * 0.35 + 500 * 0.001)
    expect(text({ mode: 'text', text: list(100, () => 'abcde') }) + 100 * 0.05).toBeCloseTo(100 * 0.35 + 500 * 0.001)
    expect(text({ mode: 'text', texttemplate: 'abcde' }) + 100 * 0.05).toBeCloseTo(100 * 0.35 + 500 * 0.001)
    expect(text({ text: '<b>x</b>' })).toBeCloseTo(0.2)
    const bars = (more: object) => ms([{ type: 'bar', y: numbers(100), ...more }]) - ms([{ type: 'bar', y: numbers(100) }])
    expect(bars({ text: 'a' })).toBeGreaterThan(35)
    expect(bars({ texttemplate: 'a' })).toBeGreaterThan(35)
    expect(bars({ text: 'a', textposition: 'none' })).toBe(0)
    expect(ms([{ type: 'heatmap', z: grid(10), texttemplate: 'a' }]) - ms([{ type: 'heatmap', z: grid(10) }])).toBeGreaterThan(35)
    expect(ms([{ type: 'heatmap', z: grid(10), text: 'a' }])).toBe(ms([{ type: 'heatmap', z: grid(10) }]))
  })

  it('counts markers where there are some', () => {
    const line = (more: object, count = 100) => ms([{ type: 'scatter', y: numbers(count), ...more }])
    expect(plain - line({ mode: 'lines' })).toBeCloseTo(5)
    expect(line({})).toBe(line({ mode: 'lines' }))
    expect(line({}, 20) - line({ mode: 'lines' }, 20)).toBeCloseTo(1)
    expect(line({}, 21)).toBe(line({ mode: 'lines' }, 21))
  })

  it('counts the longest name of a category once for each that is shown', () => {
    expect(scatter({ x: ['a', 'w'.repeat(1_000)] }) - plain).toBeCloseTo(60)
    expect(scatter({ name: 'w'.repeat(1_000) }) - plain).toBeCloseTo(60)
  })

  it('counts the levels of contours for each cell, and their labels', () => {
    const contour = (more: object) => ms([{ type: 'contour', z: grid(10), showscale: false, ...more }])
    const levels = (count: number, more: object = {}) => contour({ contours: { start: 0, end: count, size: 1, ...more } })
    expect(levels(40) - levels(20)).toBeCloseTo(100 * 20 * 0.012)
    expect(levels(20, { showlabels: true }) - levels(20)).toBeCloseTo(1_000)
    expect(contour({ ncontours: 40 })).toBeCloseTo(levels(40))
    expect(contour({})).toBeCloseTo(levels(15))
    expect(contour({ contours: { start: 0, end: 5, size: 0 } })).toBeCloseTo(levels(15))
  })

  it('counts bins, which are chosen or have a size', () => {
    const bins = (more: object) => ms([{ type: 'histogram2d', x: numbers(10), y: numbers(10), showscale: false, ...more }]) - 4
    expect(bins({})).toBeCloseTo(100 * 0.004)
    expect(bins({ nbinsx: 100, nbinsy: 50 })).toBeCloseTo(5_000 * 0.004)
    expect(bins({ xbins: { start: 0, end: 200, size: 1 }, nbinsy: 50 })).toBeCloseTo(10_000 * 0.004)
    expect(ms([{ type: 'histogram', x: numbers(10), nbinsx: 100 }])).toBeCloseTo(4 + 100 * 0.004)
  })

  it('counts boxes by their positions', () => {
    const box = (more: object) => ms([{ type: 'box', y: numbers(100), ...more }])
    expect(box({ x: list(100, (at) => at % 10) }) - box({})).toBeCloseTo(9 * 0.8)
    expect(box({ x: list(100, (at) => at % 10), orientation: 'h' }) - box({})).toBeCloseTo(99 * 0.8)
  })

  it('counts colour bars, axes with their ticks, shapes, annotations and range sliders', () => {
    const layout = (more: object) => ms([{ type: 'scatter', y: numbers(100), mode: 'markers' }], more) - plain
    const axis = layout({ xaxis: {} })
    expect(axis).toBeCloseTo(8 + 15 * 0.3)
    expect(layout({ xaxis: { dtick: 1, range: [0, 200] } }) - axis).toBeCloseTo(185 * 0.3)
    expect(layout({ xaxis: { dtick: 5, range: [0, 200] } }) - axis).toBeCloseTo(25 * 0.3)
    expect(layout({ xaxis: { type: 'log', dtick: 'D1', range: [0, 10] } }) - axis).toBeCloseTo(75 * 0.3, 1)
    expect(layout({ yaxis: { dtick: 2 } }) - axis).toBeCloseTo(35 * 0.3)
    expect(layout({ xaxis: { nticks: 100 } }) - axis).toBeCloseTo(85 * 0.3)
    expect(layout({ xaxis: { tickvals: numbers(100) } }) - axis).toBeCloseTo(85 * 0.3)
    expect(layout({ xaxis: { minor: {} } }) - axis).toBeCloseTo(60 * 0.04)
    expect(layout({ xaxis: { range: [0, 200], minor: { dtick: 1 } } }) - axis).toBeCloseTo(200 * 0.04)
    expect(layout({ ternary: { aaxis: {} } })).toBeCloseTo(axis)
    expect(layout({ shapes: [{}, {}] })).toBeCloseTo(2)
    expect(layout({ annotations: [{}, { text: 'a' }] })).toBeCloseTo(8.001)
    expect(layout({ other: [{}] })).toBeCloseTo(1)
    expect(layout({ xaxis: { rangeslider: {} } }) - axis).toBeCloseTo(plain)
    expect(layout({ xaxis: { rangeslider: { visible: false } } }) - axis).toBeCloseTo(0)
    expect(scatter({ marker: { showscale: true } }) - plain).toBeCloseTo(12)
    expect(scatter({ marker: { colorbar: { nticks: 100 } } }) - plain).toBeCloseTo(12 + 100 * 0.3)
    expect(ms([{ type: 'heatmap', z: grid(3) }]) - ms([{ type: 'heatmap', z: grid(3), showscale: false }])).toBeCloseTo(12)
  })
})

describe('the parts of a trace', () => {
  const trace = (value: object) => cleanFigure([value], {})?.traces[0]

  it('are texts and gradients only if there are not hundreds of points or cells', () => {
    expect(trace({ type: 'heatmap', z: grid(32), texttemplate: 'a' })).not.toHaveProperty('texttemplate')
    expect(trace({ type: 'heatmap', z: grid(31), texttemplate: 'a' })).toHaveProperty('texttemplate')
    expect(trace({ y: numbers(301), marker: { gradient: {}, pattern: {}, size: 4 } })).toHaveProperty('marker', { size: 4 })
    expect(trace({ y: numbers(300), marker: { gradient: {} } })).toHaveProperty('marker.gradient')
  })

  it('are bins of limited number, also where Plotly would choose it', () => {
    const points = { x: numbers(10), y: numbers(10) }
    expect(trace({ ...points, type: 'histogram2d' })).toMatchObject({ nbinsx: 200, nbinsy: 200 })
    expect(trace({ ...points, type: 'histogram2dcontour', nbinsx: 500, nbinsy: 20 })).toMatchObject({ nbinsx: 40, nbinsy: 20 })
    const bins = (count: number) => ({ start: 0, end: count, size: 1 })
    expect(trace({ ...points, type: 'histogram2dcontour', xbins: bins(40), ybins: bins(41) })).toMatchObject({ xbins: bins(40) })
    expect(trace({ ...points, type: 'histogram2dcontour', xbins: bins(40), ybins: bins(41) })).not.toHaveProperty('ybins')
    expect(trace({ ...points, type: 'histogram2d', xbins: bins(200), texttemplate: 'a' })).toMatchObject({ xbins: bins(200) })
    expect(trace({ ...points, type: 'histogram2d', texttemplate: 'a' })).not.toHaveProperty('texttemplate')
  })
})
