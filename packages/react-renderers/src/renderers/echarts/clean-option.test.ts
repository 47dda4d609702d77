import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cleanOption, needsLazySeries } from './clean-option.ts'
import { isEmpty } from './is-empty.ts'
import { createValueFormat, isYearAxis } from './number-formats.ts'
import { findShape, optionNames } from './option-table.ts'

/** An image of one pixel. */
const RASTER = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bar = { type: 'bar', data: [1] }
const clean = (more: object) => cleanOption({ series: [bar], ...more }) ?? {}
/** True if the first series has an option. */
const inner = (option: { series?: unknown }, name: string) => Object.hasOwn((option.series as object[])[0] ?? {}, name)
const json = (value: unknown) => JSON.stringify(value)

describe('an option', () => {
  it('draws every tooltip as canvas text, wherever it stands', () => {
    const option = clean({
      tooltip: { formatter: '<b>{b}</b><br/>{c}', renderMode: 'html', extraCssText: 'x', className: 'y', appendTo: 'body' },
      series: [{ ...bar, tooltip: { show: true }, data: [{ value: 1, tooltip: { formatter: '<img src=x onerror=1>{c}' } }] }],
      baseOption: undefined,
    })
    expect(option.tooltip).toEqual({ formatter: '\u200b{b}\u200b\n\u200b{c}\u200b', renderMode: 'richText', confine: true })
    expect(json(option).match(/"tooltip"/g)).toHaveLength(json(option).match(/"renderMode":"richText"/g)?.length ?? 0)
    expect(json(option)).not.toMatch(/[<>]|extraCssText|className|appendTo/)
  })

  it('gets a safe tooltip when it asks for none', () => {
    expect(clean({}).tooltip).toEqual({ renderMode: 'richText', confine: true })
  })

  it('loses links, toolbox, data view, graphics, maps and background', () => {
    const option = clean({
      title: { text: 'x', link: 'javascript:1' },
      toolbox: { feature: { dataView: { lang: ['<img>'] } } },
      graphic: [{ type: 'image' }],
      geo: { map: 'x' },
      backgroundColor: { image: 'http://x' },
      series: [{ ...bar, data: [{ value: 1, link: 'javascript:1' }] }],
    })
    expect(Object.keys(option).sort()).toEqual(['series', 'tooltip'])
    expect(json(option)).not.toContain('javascript')
  })

  it('keeps raster images as data and no other image', () => {
    const option = clean({
      series: [
        { ...bar, symbol: 'image://http://leak/x' },
        { ...bar, symbol: ` image://${RASTER}` },
        { ...bar, symbol: `image://${RASTER}` },
        { ...bar, itemStyle: { color: { image: 'http://leak/x', repeat: 'repeat' } }, label: { rich: { a: { backgroundColor: { image: 'http://leak' } } } } },
        { ...bar, markPoint: { data: [{ symbol: 'image://data:image/svg+xml;base64,PHN2Zz4=' }] } },
      ],
    })
    expect(json(option)).not.toMatch(/leak|svg/)
    expect(json(option).split(RASTER)).toHaveLength(3)
  })

  it('keeps columns of a dataset whatever they are called', () => {
    const source = [{ title: 'a', link: 'b', distance: 5_000, fontSize: 900, padding: null }]
    expect(clean({ dataset: { source } }).dataset).toEqual([{ source }])
  })

  it('keeps source and target of flows', () => {
    const links = [{ source: 'a', target: 'b', value: 1 }]
    expect(cleanOption({ series: [{ type: 'sankey', links }] })?.series).toEqual([{ type: 'sankey', links }])
  })

  it('keeps the depth of levels and nodes of flows, in its range', () => {
    const sankey = { type: 'sankey', levels: [{ depth: 0, itemStyle: { opacity: 0.5 } }], data: [{ name: 'a', depth: 1e9 }], links: [] }
    expect(cleanOption({ series: [sankey] })?.series).toEqual([{ ...sankey, data: [{ name: 'a', depth: 40 }] }])
  })

  it('leaves text colours to the page and keeps those of marks', () => {
    const option = clean({
      color: ['#000'],
      textStyle: { color: '#333' },
      xAxis: { axisLabel: { color: '#333' }, axisLine: { lineStyle: { color: '#333', width: 2 } } },
      series: [{ ...bar, itemStyle: { color: '#f00' }, lineStyle: { color: 'green' }, label: { color: '#333' } }],
    })
    expect(json(option)).not.toContain('#333')
    expect(json(option)).not.toContain('#000')
    expect(json(option)).toContain('#f00')
    expect(json(option)).toContain('green')
  })

  it('draws a gradient in its first colour', () => {
    expect(json(clean({ series: [{ ...bar, itemStyle: { color: { type: 'linear', colorStops: [{ offset: 0, color: 'red' }] } } }] }))).toContain(
      '"color":"red"',
    )
  })

  it('bounds numbers that would make a chart loop', () => {
    const option = clean({ xAxis: { splitNumber: 1e9 }, series: [{ type: 'sankey', layoutIterations: 1e9, symbolSize: [1e9, -1e9], zlevel: 7 }] })
    expect(option).toMatchObject({ xAxis: { splitNumber: 40 }, series: [{ type: 'sankey', layoutIterations: 64, symbolSize: [120, 0] }] })
    expect(json(option)).not.toContain('zlevel')
  })

  it('keeps only options that are in the table, and numbers only in their range', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const option = clean({
      newComponent: { cost: 1 },
      xAxis: { newOption: { a: 1 }, axisLabel: { rotate: 1e9 } },
      series: [
        { type: 'effectScatter', cursor: 'url(https://leak.invalid), auto', rippleEffect: { number: 1e6, period: 0.001, scale: 1e3 }, data: [[1e300, 1]] },
      ],
    })
    expect(option).toMatchObject({ xAxis: { axisLabel: { rotate: 720 } } })
    expect(option.series).toEqual([{ type: 'effectScatter', rippleEffect: { number: 5, period: 1, scale: 10 }, data: [[1e300, 1]] }])
    expect(json(option)).not.toMatch(/new|cursor/)
    for (const name of ['newComponent', 'newOption', 'cursor']) expect(warn.mock.calls.flat().join()).toContain(`"${name}" of ECharts`)
    warn.mockRestore()
  })

  it.each(optionNames.filter((name) => findShape(name) === 'value'))('keeps one number, and no list or object, as %s', (name) => {
    // ECharts computes NaN with a list, and some of its loops do not end then.
    for (const value of [[1, 2], [], [[1]], { a: 1 }, [{ value: 1 }]]) expect(inner(clean({ series: [{ ...bar, [name]: value }] }), name)).toBe(false)
    const number = name === 'logBase' ? 2 : 1
    expect(cleanOption({ series: [{ ...bar, [name]: number }] })?.series).toEqual([{ ...bar, [name]: number }])
  })

  it.each(optionNames.filter((name) => findShape(name) === 'object'))('keeps one object, and no list, number or text, as %s', (name) => {
    for (const value of [[1, 2], [], [{ show: true }], 1, 'text']) expect(inner(clean({ series: [{ ...bar, [name]: value }] }), name)).toBe(false)
    for (const value of [{ show: true }, false, null]) expect(inner(clean({ series: [{ ...bar, [name]: value }] }), name)).toBe(true)
  })

  it('keeps templates of labels only as text, because ECharts throws an error for another one', () => {
    for (const formatter of [{ a: 1 }, ['a'], 1, true]) {
      const option = clean({ tooltip: { formatter }, yAxis: { axisLabel: { formatter } }, series: [{ ...bar, label: { formatter } }] })
      expect(json(option)).not.toContain('formatter')
    }
  })

  it('keeps lists for the channels of a visual map, and names of styles and columns that are names of options', () => {
    const visualMap = { inRange: { opacity: [0.2, 1], symbolSize: [4, 20] }, outOfRange: { opacity: [0, 0.1] } }
    const rich = { width: { fontSize: 9 }, opacity: { fontSize: 9 } }
    const option = clean({ visualMap, series: [{ ...bar, encode: { x: ['day'], label: ['a', 'b'], start: ['c'] }, label: { rich } }] })
    expect(option).toMatchObject({ visualMap, series: [{ encode: { x: ['day'], label: ['a', 'b'], start: ['c'] }, label: { rich } }] })
  })

  it('bounds numbers that are written as text, and the paths of symbols', () => {
    const path = `path://${'M0,0L9,9'.repeat(100)}`
    const symbols = [path, `${path}${path}`, 'pin', 'M0,0L9,9', 'emptyCircle']
    const option = clean({
      xAxis: { name: '2026' },
      series: [{ ...bar, barWidth: '1e9', barGap: '30%', data: symbols.map((symbol) => ({ value: 1, symbol })) }],
    })
    expect(option).toMatchObject({
      xAxis: { name: '2026' },
      series: [{ barGap: '30%', data: [{ symbol: path }, {}, { symbol: 'pin' }, {}, { symbol: 'emptyCircle' }] }],
    })
    expect(json(option)).not.toMatch(/1e9|"M0/)
    expect(clean({ series: [{ ...bar, barCategoryGap: '99999%' }] }).series).toEqual([bar])
  })

  it('keeps names that the author chooses, with known options under them', () => {
    const rich = { value: { fontSize: 99, cursor: 'url(x)' }, rich: { unknown: { a: 1 } } }
    const option = clean({ legend: { selected: { Orders: false } }, series: [{ ...bar, encode: { x: 'day', tooltip: ['a'] }, label: { rich } }] })
    expect(option).toMatchObject({
      legend: { selected: { Orders: false } },
      series: [{ encode: { x: 'day', tooltip: ['a'] }, label: { rich: { value: { fontSize: 40 }, rich: {} } } }],
    })
    expect(json(option)).not.toMatch(/cursor|unknown/)
  })

  it('chooses ticks itself where an interval asks for hundreds of them', () => {
    const axis = (more: object, data: unknown[] = [100]) => clean({ yAxis: more, series: [{ ...bar, data }] }).yAxis
    expect(axis({ interval: 0.1 })).toEqual({})
    expect(axis({ interval: 20 })).toEqual({ interval: 20 })
    expect(axis({ interval: 1, max: 1e9 })).toEqual({ max: 1e9 })
    expect(axis({ maxInterval: -1 })).toEqual({})
    expect(
      axis({ type: 'time', maxInterval: 86_400_000 }, [
        ['2026-01-01', 1],
        ['2026-01-30', 2],
      ]),
    ).toMatchObject({ maxInterval: 86_400_000 })
    expect(
      axis({ type: 'time', maxInterval: 1_000 }, [
        ['2026-01-01', 1],
        ['2026-01-30', 2],
      ]),
    ).toEqual({ type: 'time' })
  })

  it('draws a large force graph as a circle, and lets the wheel scroll the page', () => {
    const data = Array.from({ length: 400 }, () => ({ value: 1 }))
    expect(cleanOption({ series: [{ type: 'graph', layout: 'force', roam: true, data }] })?.series).toMatchObject([{ layout: 'circular', roam: 'move' }])
  })

  it('drops transforms that would compile a pattern of the model', () => {
    const reg = { type: 'filter', config: { and: [{ dimension: 0, reg: '(a+)+$' }] } }
    const sort = { type: 'sort', config: { dimension: 0, order: 'asc' } }
    expect(clean({ dataset: [{ source: [[1]] }, { transform: reg }, { transform: sort }] }).dataset).toEqual([
      { source: [[1]] },
      { source: [] },
      { transform: sort },
    ])
  })

  it('gives a dataset without rows an empty one: ECharts throws at anything else', () => {
    const reference = { artifact_id: 'a1', media_type: 'application/json', bytes: 9, sha256: 'x' }
    expect(clean({ dataset: { source: reference } }).dataset).toEqual([{ source: [] }])
    expect(clean({ dataset: {} }).dataset).toEqual([{ source: [] }])
    expect(clean({ dataset: { source: { a: [1], b: [2] } } }).dataset).toEqual([{ source: { a: [1], b: [2] } }])
  })

  it('shows the first of several frames', () => {
    const option = cleanOption({
      baseOption: { xAxis: { data: ['a'] }, series: [{ type: 'bar' }] },
      options: [{ series: [{ data: [3] }] }, { series: [{ data: [4] }] }],
    })
    expect(option).toMatchObject({ xAxis: { data: ['a'] }, series: [{ type: 'bar', data: [3] }] })
  })

  it('knows which series need the larger chunk, and draws nothing of unknown ones', () => {
    expect(needsLazySeries(cleanOption({ series: [{ type: 'sankey', links: [] }] }) ?? {})).toBe(true)
    expect(needsLazySeries(clean({}))).toBe(false)
    for (const series of [[], [{ type: 'custom' }, null, 7], 'x', [{ type: 'map' }, { type: 'lines' }, { type: 'constructor' }]])
      expect(cleanOption({ series })).toBeUndefined()
    for (const option of [null, 7, 'x', [], {}]) expect(cleanOption(option)).toBeUndefined()
  })
})

describe('an option without a value', () => {
  const empty = (more: object) => isEmpty(cleanOption({ series: [{ type: 'bar', data: [] }], ...more }) ?? {})

  it.each<[string, object]>([
    ['no data', {}],
    ['categories alone', { xAxis: { data: ['a', 'b'] } }],
    ['holes', { series: [{ type: 'bar', data: [null, '-', { name: 'a', value: null }] }] }],
    ['no rows', { dataset: { source: [] } }],
    ['a heading alone', { dataset: { source: [['m', 'v']] } }],
    ['columns of nothing', { dataset: { source: { m: [], v: [] } } }],
  ])('is empty with %s', (_, more) => expect(empty(more)).toBe(true))

  it.each<[string, object]>([
    ['a zero', { series: [{ type: 'bar', data: [null, 0] }] }],
    ['things without figures', { series: [{ type: 'tree', data: [{ name: 'a' }] }] }],
    ['a line across', { series: [{ type: 'line', data: [], markLine: { data: [{ yAxis: 1 }] } }] }],
    [
      'rows',
      {
        dataset: {
          source: [
            ['m', 'v'],
            ['a', 1],
          ],
        },
      },
    ],
    ['figures without a heading', { dataset: { source: [[1, 2]] } }],
    ['columns', { dataset: { source: { m: ['a'], v: [1] } } }],
  ])('is not with %s', (_, more) => expect(empty(more)).toBe(false))
})

const keys = fc.constantFrom(
  'tooltip',
  'formatter',
  'symbol',
  'image',
  'link',
  'color',
  'data',
  'rich',
  'label',
  'itemStyle',
  'extraCssText',
  '__proto__',
  'constructor',
  'dataView',
  'a',
)
const leaves = fc.oneof(
  fc.constantFrom('<img src=x onerror=1>', 'image://http://leak', 'javascript:1', 'http://leak/x', 1e308),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
  ),
}))

it('never lets a function, a tag, an image address, CSS or a prototype through, in any option', () => {
  fc.assert(
    fc.property(fc.dictionary(keys, tree), tree, (option, data) => {
      const cleaned = cleanOption({ ...option, series: [{ type: 'bar', data, nested: option }] })
      for (const { key, value } of walk(cleaned)) {
        expect(typeof value).not.toBe('function')
        expect(['extraCssText', 'className', 'appendTo', 'dataView', 'link', '__proto__', 'constructor']).not.toContain(key)
        if (key === 'formatter' && typeof value === 'string') expect(value).not.toContain('<')
        if (key === 'image') expect(String(value)).toMatch(/^data:image/)
        if (typeof value === 'string') expect(value).not.toMatch(/^\s*image:\/\//i)
        if (key === 'tooltip' && typeof value === 'object' && value !== null && !Array.isArray(value)) expect(value).toMatchObject({ renderMode: 'richText' })
      }
    }),
  )
})

function* walk(value: unknown, key = ''): Generator<{ key: string; value: unknown }> {
  yield { key, value }
  if (typeof value === 'object' && value !== null) for (const [inner, item] of Object.entries(value)) yield* walk(item, Array.isArray(value) ? key : inner)
}

describe('an option as models write it', () => {
  const cleanOf = (option: object) => cleanOption({ xAxis: {}, yAxis: {}, series: [{ type: 'bar', data: [1] }], ...option }) ?? {}
  const dataOf = (data: unknown[], type = 'bar') => (cleanOf({ series: [{ type, data }] }).series as { data: unknown }[])[0]?.data

  it.each([
    'function (v) { return "$" + v; }',
    '(p) => p.value + "%"',
    'v => v',
    'async (a, b) => a',
    'function(params){\nreturn params.name}',
    '({ value }) => value',
  ])('loses functions that are written as text: %s', (code) => {
    // apache/echarts#2028, EralChen/vunk-markdown#46
    const option = cleanOf({ yAxis: { axisLabel: { formatter: code } }, series: [{ type: 'bar', data: [1], label: { formatter: code }, symbolSize: code }] })
    expect(JSON.stringify(option)).not.toMatch(/function|=>/)
  })

  it('keeps texts of the data that look like functions, and templates', () => {
    expect(JSON.stringify(cleanOf({ xAxis: { data: ['a => b', 'function (x) {'] }, series: [{ type: 'bar', name: 'f => g', data: [1] }] }))).toMatch(
      /a => b.*f => g/,
    )
    expect(JSON.stringify(cleanOf({ yAxis: { axisLabel: { formatter: '{value} km' } } }))).toContain('{value}')
  })

  it('has figures where they are written with separators or units', () => {
    // apache/echarts#10854
    expect(dataOf(['1,234', '2,911', '2019', '$5', '12%', '(5)', '-', 'n/a', { value: '1,000', name: 'x' }])).toEqual([
      1234,
      2911,
      '2019',
      5,
      12,
      -5,
      '-',
      'n/a',
      { value: 1000, name: 'x' },
    ])
    expect(dataOf([['1,234', '1,234']], 'line')).toEqual([['1,234', 1234]])
    const source = (
      cleanOf({
        dataset: {
          source: [
            ['a', 'b'],
            ['x', '1,234'],
            ['50%', '2019'],
          ],
        },
      }).dataset as { source: unknown }[]
    )[0]?.source
    expect(source).toEqual([
      ['a', 'b'],
      ['x', 1234],
      ['50%', '2019'],
    ])
  })

  it('names days that are written as moments', () => {
    expect(
      dataOf(
        [
          ['2024-01-15T00:00:00.000Z', 1],
          ['2024-01-15T10:00:00Z', 2],
        ],
        'line',
      ),
    ).toEqual([
      ['2024-01-15', 1],
      ['2024-01-15T10:00:00Z', 2],
    ])
  })

  it('on a time axis names the days that numbers stand for, in every time zone', () => {
    const time = { xAxis: { type: 'time' }, yAxis: {} }
    const data = (values: unknown[]) => clean({ ...time, series: [{ type: 'line', data: values }] }).series
    const named = [{ data: [['2024-01-15', 5], { value: ['2024-01-16', 6] }] }]
    expect(data([[20_240_115, 5], { value: [20_240_116, 6] }])).toMatchObject(named)
    expect(data([[Date.UTC(2024, 0, 15), 5], { value: [Date.UTC(2024, 0, 16), 6] }])).toMatchObject(named)
    const [at, later] = [Date.UTC(2024, 0, 15), Date.UTC(2024, 0, 15, 9, 30)]
    expect(
      data([
        [at, 5],
        [later, 6],
      ]),
    ).toMatchObject([
      {
        data: [
          [at, 5],
          [later, 6],
        ],
      },
    ])
    expect(data([['2024-01-15 00:00:00 UTC', 5]])).toMatchObject([{ data: [['2024-01-15', 5]] }])
    const source = [{ day: 20_240_115, sales: 7 }]
    expect(clean({ ...time, dataset: { source }, series: [{ type: 'line' }] }).dataset).toEqual([{ source: [{ day: '2024-01-15', sales: 7 }] }])
    expect(clean({ xAxis: {}, yAxis: {}, dataset: { source }, series: [{ type: 'line' }] }).dataset).toEqual([{ source }])
  })

  it('may have columns with the names of inherited properties', () => {
    const rows = [{ constructor: 'Ferrari', points: 100 }, JSON.parse('{"__proto__":"x","toString":1}')]
    const option = cleanOf({ dataset: { source: rows }, series: [{ type: 'bar', encode: { x: 'constructor', y: 'points' } }] })
    const { dataset, series } = option as { dataset: { source: object[] }[]; series: { encode: { x: string } }[] }
    const [first, second] = dataset[0]?.source ?? []
    expect(Object.entries(first ?? {})).toContainEqual([series[0]?.encode.x, 'Ferrari'])
    expect(Object.values(second ?? {})).toEqual(['x', 1])
    expect(Object.keys({ ...first, ...second }).filter((key) => key in Object.prototype)).toEqual([])
  })

  it('is empty where its texts are no figures', () => {
    expect(isEmpty(cleanOf({ series: [{ type: 'bar', data: ['n/a', 'high'] }] }))).toBe(true)
  })
})

describe('years', () => {
  const points = (data: unknown[]) => [{ type: 'line', data }]

  it('are recognized by the name of an axis, or by the values of a horizontal one', () => {
    // apache/echarts#17417 and #17419, highcharts/highcharts#2466
    expect(isYearAxis({ name: 'Year', min: 2019, max: 2024 }, 'x', points([[2019, 5]]))).toBe(true)
    expect(isYearAxis({}, 'x', points([[2019, 5], { value: [2024, 6] }]))).toBe(true)
    expect(
      isYearAxis(
        {},
        'x',
        points([
          [2019, 5],
          [2500, 6],
        ]),
      ),
    ).toBe(false)
    expect(isYearAxis({}, 'y', points([2019, 2020]))).toBe(false)
    expect(isYearAxis({ name: 'Birth year' }, 'y', points([1950, 1960]))).toBe(true)
    expect(isYearAxis({ name: 'Year' }, 'x', points([[0, 5]]))).toBe(false)
  })

  it('have no separators beside a value that has them', () => {
    expect(createValueFormat('en-US', { years: true })([2019, 12_345])).toBe('2019, 12,345')
    expect([createValueFormat('en-US')(0.000_02), createValueFormat('en-US')(1234.5678)]).toEqual(['0.00002', '1,234.568'])
  })
})
