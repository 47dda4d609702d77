import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cleanFigure, cleanFormat, cleanTemplate, cleanText, missingTypes } from './clean-figure.ts'
import { findLimitExceeded } from './figure-cost.ts'
import { isEmptyFigure } from './figure-limits.ts'
import { plotLabels } from './plot-labels.ts'
import { plotRows } from './plot-rows.ts'
import { plotConfig } from './plot-theme.ts'
import { cartesianTypes } from './trace-rules.ts'

const clean = (data: unknown, layout?: unknown) => cleanFigure(data, layout)
const limitOf = (data: unknown, layout?: unknown) => findLimitExceeded(clean(data, layout) ?? { traces: [], layout: {} })
const trace = (one: Record<string, unknown>) => clean([{ y: [1], ...one }])?.traces[0]

describe('a figure', () => {
  it('keeps its data, marks and axes', () => {
    const data = [{ type: 'bar', x: ['a', 'b'], y: [1, null], name: 'N', marker: { color: ['#f00', 'teal'] }, error_y: { array: [1, 2] } }]
    const layout = {
      xaxis: { title: { text: 'Day' }, tickangle: -45 },
      barmode: 'stack',
      shapes: [{ type: 'line', x0: 1 }],
      annotations: [{ text: 'peak <b>here</b>' }],
    }
    expect(clean(data, layout)).toEqual({ traces: data, layout, every: 1 })
    expect(clean([{ y: [1] }])?.traces).toEqual([{ type: 'scatter', y: [1] }])
  })

  it('has no pictures, maps, menus, templates, sizes and fonts of its own', () => {
    const layout = Object.fromEntries(
      ['images', 'template', 'map', 'mapbox2', 'geo', 'updatemenus', 'sliders', 'modebar', 'width', 'height', 'font', 'colorway', 'paper_bgcolor', 'title'].map(
        (key) => [key, { source: 'https://leak.invalid' }],
      ),
    )
    expect(clean([{ y: [1] }], layout)?.layout).toEqual({})
    for (const type of ['image', 'choropleth', 'scattergeo', 'scattermap', 'densitymapbox', 'constructor', '__proto__', 7])
      expect(clean([{ type, z: [[1]], source: 'https://leak.invalid' }])).toBeUndefined()
    expect(clean([{ y: [1] }], { xaxis: { tickfont: { family: 'x', color: 'white', size: 9 } } })?.layout).toEqual({ xaxis: { tickfont: { size: 9 } } })
  })

  it('has no key that names another one or a prototype', () => {
    const foreign = JSON.parse(
      '[{"y":[1],"__proto__.polluted":1,"__proto__":{"polluted":1},"marker.color":"x","a[0]":1,"xsrc":"u","_x":1,"onclick":"x","meta":{"a":1}}]',
    )
    expect(clean(foreign, JSON.parse('{"constructor":{"prototype":{"polluted":1}},"constructor.prototype.polluted":1}'))).toEqual({
      traces: [{ type: 'scatter', y: [1] }],
      layout: {},
      every: 1,
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('cannot be made to count for ever', () => {
    expect(trace({ type: 'histogram', xbins: { start: 0, end: 1, size: 1e-9 }, nbinsx: 1e9 })).toEqual({ type: 'histogram', y: [1], nbinsx: 500 })
    expect(trace({ type: 'histogram', xbins: { start: 0, end: 10, size: 1 } })).toHaveProperty('xbins')
    expect(trace({ type: 'contour', contours: { start: 0, end: 1e6, size: 1e-3, coloring: 'lines' } })).toEqual({
      type: 'contour',
      y: [1],
      contours: { coloring: 'lines' },
    })
    expect(trace({ type: 'contour', contours: { start: '0', end: '1e6', size: '0.1' } })).toEqual({ type: 'contour', y: [1], contours: {} })
    expect(trace({ type: 'contour', contours: { start: 0, end: 10, size: 1 } })).toHaveProperty('contours.size', 1)
    const z = Array.from({ length: 100 }, () => Array.from({ length: 100 }, (_, at) => at))
    expect(clean([{ type: 'contour', z, ncontours: 90, contours: { start: 0, end: 90, size: 1, showlabels: true } }])?.traces[0]).toEqual({
      type: 'heatmap',
      z,
    })
    const many = Array.from({ length: 400 }, (_, at) => at)
    expect(clean([{ type: 'bar', y: many, text: many.map(String), textposition: 'outside' }])?.traces[0]).toHaveProperty('textposition', 'none')
    expect(clean([{ y: many, mode: 'markers+text' }])?.traces[0]).toHaveProperty('mode', 'markers')
    expect(clean([{ y: [1] }], { xaxis: { tickvals: many, ticktext: many.map(String) } })?.layout).toMatchObject({
      xaxis: { tickvals: { length: 100 }, ticktext: { length: 100 } },
    })
    expect(trace({ type: 'violin', bandwidth: 1e-12, span: [0, 1e12], spanmode: 'manual' })).toEqual({ type: 'violin', y: [1] })
    expect(trace({ line: { dash: '0.0001px', width: 1e9 } })).toEqual({ type: 'scatter', y: [1], line: { width: 1_000 } })
    expect(clean([{ y: [1] }], { grid: { rows: 1e6, columns: 1e6 }, xaxis: { rangebreaks: [{ dvalue: 1e-9 }] } })?.layout).toEqual({
      grid: { rows: 12, columns: 12 },
      xaxis: {},
    })
    const axes = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`xaxis${index + 2}`, {}]))
    expect(Object.keys(clean([{ y: [1] }], axes)?.layout ?? {})).toHaveLength(24)
    expect(clean(Array.from({ length: 500 }, () => ({ y: [1] })))?.traces).toHaveLength(100)
  })

  it('draws every nth point where there are more than a page can hold, of all lists alike', () => {
    const x = Array.from({ length: 50_000 }, (_, index) => index)
    const figure = clean([{ x, y: x, marker: { color: x, size: 4 }, text: x.map(String) }])
    const drawn = figure?.traces[0] as { x: number[]; y: number[]; text: string[]; marker: { color: number[]; size: number } }
    expect([figure?.every, drawn.x.length, drawn.y.length, drawn.text.length, drawn.marker.color.length, drawn.marker.size]).toEqual([
      5, 10_000, 10_000, 10_000, 10_000, 4,
    ])
    expect(clean([{ type: 'box', y: x }])?.traces[0]).toMatchObject({ points: false, boxpoints: false })
  })

  it('says which of its traces a bundle has not', () => {
    expect(missingTypes(clean([{ type: 'surface', z: [[1]] }, { y: [1] }, { type: 'surface' }])?.traces ?? [], cartesianTypes)).toEqual(['surface'])
  })

  it('is not thinned where a share would be another one then', () => {
    const values = Array.from({ length: 900 }, (_, at) => at)
    expect(clean([{ y: [1] }, { type: 'pie', values }])).toMatchObject({ every: 1, traces: [{}, { values: { length: 900 } }] })
    expect(limitOf([{ y: [1] }, { type: 'pie', values }])).toEqual({ count: 901, max: 300 })
    expect(limitOf([{ type: 'pie', values: values.slice(0, 290) }, { y: values }])).toBeUndefined()
    expect(limitOf([{ type: 'sankey', link: { value: [...values, ...values] } }])).toMatchObject({ count: 1_800 })
    const z = Array.from({ length: 1_001 }, () => new Array(1_000).fill(1))
    expect(limitOf([{ type: 'heatmap', z }])).toEqual({ count: 1_001_000, max: 980_000 })
    expect(limitOf([{ type: 'table', cells: { values: [values, values] } }])).toBeUndefined()
    expect(limitOf([{ type: 'table', cells: { values: Array.from({ length: 40 }, () => values) } }])).toMatchObject({ count: 36_000 })
  })

  it('is not drawn with more texts than can be measured', () => {
    const annotations = Array.from({ length: 100 }, () => ({ text: '<b>x</b><br>'.repeat(150) }))
    expect(limitOf([{ y: [1, 2] }], { annotations })).toMatchObject({ count: 102 })
    expect(limitOf([{ y: [1, 2] }], { annotations: annotations.map(() => ({ text: 'x' })) })).toBeUndefined()
  })

  it('has no more ticks than can be read', () => {
    const axis = (more: object, data: unknown[] = [0, 1e12]) => clean([{ x: data, y: [1, 2] }], { xaxis: more })?.layout.xaxis
    expect(axis({ dtick: 1e-6, tick0: 0, tickmode: 'linear', minor: { dtick: 1e-6, tickmode: 'linear' } })).toEqual({ tick0: 0, minor: {} })
    expect(axis({ dtick: 1e11 })).toEqual({ dtick: 1e11 })
    expect(axis({ dtick: 0.1, range: [0, 10] })).toEqual({ dtick: 0.1, range: [0, 10] })
    expect(axis({ dtick: 'M1' }, ['2026-01-01', '2026-12-31'])).toEqual({ dtick: 'M1' })
    expect(axis({ dtick: 86_400_000 }, ['2026-01-01', '2026-02-01'])).toEqual({ dtick: 86_400_000 })
    expect(axis({ dtick: 'M1' }, [0, 1e15])).toEqual({})
    expect([axis({ dtick: 'D1', type: 'log' }), axis({ dtick: 'L0.001' }), axis({ tickmode: 'linear' })]).toEqual([{ dtick: 'D1', type: 'log' }, {}, {}])
    // Plotly replaces a text that does not fit the type of its axis by the distance 1.
    for (const dtick of ['D1', 'D2', 'M1', 'M0', 'L5']) expect(axis({ dtick }, [0, 1e9])).toEqual({})
    expect(axis({ dtick: 'M1' }, ['2026-01-01', 1e9, 0])).toEqual({})
    for (const dtick of ['D1', 'D2', 1]) expect(axis({ dtick, type: 'log', range: [-300, 300] })).toEqual({ type: 'log', range: [-300, 300] })
    expect(axis({ dtick: 'D1', type: 'log' }, [0, 1e-300, 1e300])).toEqual({ type: 'log' })
    expect(axis({ dtick: 1, type: 'log' }, [0, 1, 1e9])).toEqual({ dtick: 1, type: 'log' })
    expect(trace({ type: 'heatmap', z: [[0, 1e9]], colorbar: { dtick: 1 } })).toMatchObject({ colorbar: {} })
  })

  it('keeps only attributes that are in the table, and numbers only in their range', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const layout = { newOption: { cost: 1 }, xaxis: { newAxisOption: 1, tickangle: 1e9 }, annotations: [{ text: 'a', clicktoshow: 'on', arrowwidth: 1e9 }] }
    expect(clean([{ y: [1], newTraceOption: 1, customdata: [{ own: 'x' }] }], layout)).toEqual({
      traces: [{ type: 'scatter', y: [1], customdata: [{ own: 'x' }] }],
      layout: { xaxis: { tickangle: 720 }, annotations: [{ text: 'a', arrowwidth: 10 }] },
      every: 1,
    })
    for (const name of ['newOption', 'newAxisOption', 'newTraceOption']) expect(warn.mock.calls.flat().join()).toContain(`"${name}" of Plotly`)
    warn.mockRestore()
  })

  it('is bare without a value', () => {
    const bare = (trace: object, layout?: object) => isEmptyFigure(clean([trace], layout) ?? { traces: [], layout: {}, every: 1 })
    const nothing = [
      {},
      { x: [], y: [] },
      { x: ['a'], y: [] },
      { y: [null], text: ['a'] },
      { type: 'heatmap', z: [[], [null]] },
      { marker: { color: ['red'] } },
    ]
    for (const trace of nothing) expect(bare(trace), JSON.stringify(trace)).toBe(true)
    const something = [{ y: [0] }, { type: 'pie', labels: ['a'] }, { type: 'heatmap', z: [[0]], x: [] }, { type: 'indicator', value: 0 }]
    for (const trace of something) expect(bare(trace), JSON.stringify(trace)).toBe(false)
    expect(bare({ type: 'table', cells: { values: [['a']] } })).toBe(false)
    expect(bare({ y: [] }, { annotations: [{ text: 'Closed' }] })).toBe(false)
  })

  it('is clean for any JSON', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.constantFrom('type', 'y', 'x', 'text', 'name', 'a.b', 'marker', 'xbins', 'href', '__proto__'), fc.jsonValue())),
        fc.jsonValue(),
        (data, layout) => {
          const keys: string[] = []
          JSON.parse(JSON.stringify(clean(data, layout) ?? {}), (key, value: unknown) => {
            keys.push(key)
            return value
          })
          expect(keys.filter((key) => /\.|__proto__|^href$|^_/.test(key))).toEqual([])
        },
      ),
    )
  })
})

describe('texts of a figure', () => {
  it('keep plain marks and lose links', () => {
    expect(cleanText('<b>a</b> <br> x<sup>2</sup> 3 < 4 <a href="javascript:x">click</a> <span style="color:red">y</span>')).toBe(
      '<b>a</b> <br> x<sup>2</sup> 3 &lt; 4 click y',
    )
    expect(cleanText('<<a>a href="javascript:x">b')).not.toContain('<')
    expect(cleanText('<a\thref="java\tscript:x">b</a>')).toBe('b')
  })

  it('name the host of a link, which is no link any more', () => {
    expect(cleanText('see <a href="https://example.org/x">the page</a>')).toBe('see the page (example.org)')
    expect(cleanText("<a target=_self href='https://example.org/x'>example.org</a>")).toBe('example.org')
    expect(cleanText('<a href="/logout">x</a><a href="https://evil.example">\u200b</a>')).toBe('xhttps://evil.example/')
  })

  it('hold no tag but plain ones, however two texts are joined', () => {
    const part = fc.constantFrom('<', '>', 'a', ' href="x"', '/', 'b', '<a>', '</a>', '<b>', ' ', '&lt;', '<span style="x"', 'x')
    const text = fc.array(part, { maxLength: 20 }).map((parts) => cleanText(parts.join('')))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        for (const [tag] of texts.join('').matchAll(/<[^<>]*>/g)) expect(tag).toMatch(/^<\/?(b|s|u|i)\s*\/?>$/)
      }),
    )
  })

  it('have formats of few digits', () => {
    expect(['.2f', ',.1%', '%Y-%m-%d', '0999999999d', '.999f'].map(cleanFormat)).toEqual(['.2f', ',.1%', '%Y-%m-%d', undefined, undefined])
    expect(['%{x:.2f} in 2024<extra></extra>', '%{y:999999999d}', '%{x|%Y999}'].map(cleanTemplate)).toEqual([
      '%{x:.2f} in 2024<extra></extra>',
      undefined,
      undefined,
    ])
  })
})

it('settings are the page’s but for what the reader may do', () => {
  const config = plotConfig({
    staticPlot: true,
    scrollZoom: 'yes',
    displaylogo: true,
    topojsonURL: 'https://leak.invalid',
    plotlyServerURL: 'https://leak.invalid',
    responsive: true,
  })
  expect(config).toMatchObject({ staticPlot: true, displaylogo: false, topojsonURL: '', plotlyServerURL: '' })
  expect(config).not.toHaveProperty('scrollZoom')
})

describe('the table of a figure', () => {
  it('has a row a point, named by axes and traces', () => {
    const layout = { xaxis: { title: { text: 'Day' } }, yaxis: { title: '<b>Orders</b>' } }
    expect(
      plotRows(
        [
          { x: ['Mon'], y: [1], name: 'A' },
          { x: ['Mon'], y: [2] },
        ],
        layout,
      ),
    ).toEqual({
      columns: [
        { field: 's', header: 'Series' },
        { field: 'x', header: 'Day' },
        { field: 'y', header: 'Orders' },
      ],
      rows: [
        { s: 'A', x: 'Mon', y: 1 },
        { s: 'Series 2', x: 'Mon', y: 2 },
      ],
    })
  })

  it('opens a matrix, and has names and values of a pie', () => {
    expect(plotRows([{ type: 'heatmap', z: [[1, 2]], x: ['a', 'b'] }], {})?.rows).toEqual([
      { x: 'a', y: 0, z: 1 },
      { x: 'b', y: 0, z: 2 },
    ])
    expect(plotRows([{ type: 'pie', labels: ['a'], values: [3] }], {})).toMatchObject({
      columns: [{ header: 'Name' }, { header: 'Value' }],
      rows: [{ labels: 'a', values: 3 }],
    })
    expect(plotRows([{ type: 'bar' }], {})).toBeUndefined()
    expect(plotRows('x', 7)).toBeUndefined()
  })
})

it('a figure says in words what it shows', () => {
  const data = [{ type: 'bar', name: 'Orders', y: [3, 1, null] }, { z: [[1]] }]
  expect(plotLabels({ data, layout: { title: { text: '<b>Week</b>' } } }, undefined)).toEqual({
    title: 'Week',
    label: 'Week: bar Orders (2 values, 1 to 3), scatter',
  })
  expect(plotLabels({ data: 'x' }, 'Given')).toEqual({ title: 'Given', label: 'Given' })
})
