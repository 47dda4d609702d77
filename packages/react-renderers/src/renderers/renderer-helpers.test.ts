import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartRows } from './echarts/chart-rows.ts'
import { cleanOption } from './echarts/clean-option.ts'
import { sizeOf } from './echarts/theme-context.ts'
import { clampInteger, gapOf, readCells } from './grid/grid-cells.ts'
import { sparkPath } from './metric/sparkline.tsx'
import { toneOf } from './metric/tone.ts'
import { cssHeight, widthOf } from './shared/css-size.ts'

const BOX = { width: 120, height: 28, inset: 3 }

describe('a sparkline', () => {
  it('goes from edge to edge, up for larger values', () => {
    expect(sparkPath([0, 1], BOX)).toEqual({ d: 'M3 25L117 3', end: { x: 117, y: 3 } })
    expect(sparkPath([5, 5, 5], BOX)?.d).toBe('M3 14L60 14L117 14')
  })

  it('stays inside its box for any numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 50 }), (values) => {
        const path = sparkPath(values, BOX)
        if (!path) return
        for (const [, x, y] of path.d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
          expect(Number(x) >= 3 && Number(x) <= 117 && Number(y) >= 3 && Number(y) <= 25).toBe(true)
        }
        expect(path.d).not.toMatch(/NaN|Infinity|e/)
      }),
    )
  })

  it('is none for fewer than two values', () => {
    for (const values of [[], [1], [Number.NaN, 1], [Number.POSITIVE_INFINITY, 1]]) expect(sparkPath(values, BOX)).toBeUndefined()
  })
})

describe('a metric’s colour', () => {
  it('is one of the page’s tones or none', () => {
    expect(['Good', 'red', 'ORANGE', 'accent'].map(toneOf)).toEqual(['good', 'bad', 'warn', 'accent'])
    for (const color of ['#ff0000', 'red;background:url(x)', 'constructor', 7, null]) expect(toneOf(color)).toBeUndefined()
  })
})

describe('a grid', () => {
  it('keeps numbers within bounds', () => {
    expect([
      clampInteger(1e9, 1, 4, 2),
      clampInteger(-1, 1, 4, 2),
      clampInteger(2.7, 1, 4, 2),
      clampInteger('3', 1, 4, 2),
      clampInteger(Number.NaN, 1, 4, 2),
    ]).toEqual([4, 1, 2, 2, 2])
  })

  it('takes a CSS length as gap and nothing else', () => {
    expect(['1rem', '12px', '0.5em', '900px', '9rem'].map(gapOf)).toEqual(['1rem', '12px', '0.5em', '64px', '4rem'])
    for (const gap of ['1rem;background:url(x)', 'calc(1px)', '-1px', 5, null]) expect(gapOf(gap)).toBeUndefined()
  })

  it('reads cells, and leaves out what is none', () => {
    expect(readCells([{ component: 'metric', colSpan: 99, id: 'kpi' }, 7, { props: {} }, { component: 'x', props: 3, title: '' }], 3)).toEqual([
      { key: 'id kpi', index: 0, component: 'metric', props: {}, title: undefined, colSpan: 3, rowSpan: 1 },
      { key: 'at 3', index: 3, component: 'x', props: {}, title: undefined, colSpan: 1, rowSpan: 1 },
    ])
    expect(readCells('x', 2)).toEqual([])
  })
})

describe('a chart’s size', () => {
  it('is what the props say, within bounds', () => {
    expect([
      cssHeight('350px', 400),
      cssHeight('9999px', 400),
      cssHeight('1px', 400),
      cssHeight('50vh', 400),
      cssHeight('100%', 400),
      cssHeight('x', 400),
    ]).toEqual(['350px', '1200px', '120px', 'clamp(120px, 50vh, 1200px)', '400px', '400px'])
    expect([widthOf('100%'), widthOf('600px'), widthOf('red;x:url(y)'), widthOf(undefined)]).toEqual([
      'min(100%, max(200px, 100%))',
      'min(100%, max(200px, 600px))',
      '100%',
      '100%',
    ])
    expect([sizeOf(360), sizeOf(500), sizeOf(900)]).toEqual(['narrow', 'middle', 'wide'])
  })
})

describe('a chart as a table', () => {
  const table = (option: object) => {
    const found = chartRows(cleanOption(option) ?? {})
    return found && [found.columns.map((column) => column.header), ...found.rows.map((row) => found.columns.map((column) => row[column.field]))]
  }

  it.each([
    [
      'categories',
      {
        xAxis: { name: 'Month', data: ['Jan', 'Feb'] },
        yAxis: {},
        series: [
          { name: 'A', type: 'bar', data: [1, { value: 2 }] },
          { type: 'line', data: [['Feb', 5]] },
        ],
      },
      [
        ['Month', 'A', 'Series 2'],
        ['Jan', 1, null],
        ['Feb', 2, 5],
      ],
    ],
    [
      'points',
      { xAxis: {}, yAxis: {}, series: [{ type: 'scatter', data: [[1, 2, 3]] }] },
      [
        ['x', 'y', 'Size'],
        [1, 2, 3],
      ],
    ],
    [
      'names',
      { series: [{ type: 'pie', name: 'Share', data: [{ name: 'a', value: 1 }] }] },
      [
        ['Name', 'Share'],
        ['a', 1],
      ],
    ],
    [
      'a tree',
      { series: [{ type: 'treemap', data: [{ name: 'a', children: [{ name: 'b', value: 2 }] }] }] },
      [
        ['Name', 'Value'],
        ['a › b', 2],
      ],
    ],
    [
      'a tree without figures',
      { series: [{ type: 'tree', data: [{ name: 'a', children: [{ name: 'b' }, { name: 'c' }] }] }] },
      [['Name'], ['a › b'], ['a › c']],
    ],
    [
      'figures without names',
      { series: [{ type: 'funnel', data: [3, null, 2] }] },
      [
        ['Name', 'Value'],
        [null, 3],
        [null, 2],
      ],
    ],
    [
      'a river',
      { singleAxis: { type: 'time', name: 'Day' }, series: [{ type: 'themeRiver', data: [['2024-01-01', 5, 'a']] }] },
      [
        ['Day', 'Name', 'Value'],
        ['2024-01-01', 'a', 5],
      ],
    ],
    [
      'flows',
      { series: [{ type: 'sankey', links: [{ source: 'a', target: 'b', value: 1 }] }] },
      [
        ['From', 'To', 'Value'],
        ['a', 'b', 1],
      ],
    ],
    [
      'dimensions',
      { radar: { indicator: [{ name: 'x' }] }, series: [{ type: 'radar', data: [{ name: 'A', value: [3] }] }] },
      [
        ['Dimension', 'A'],
        ['x', 3],
      ],
    ],
    [
      'boxes',
      { xAxis: { data: ['AA'] }, yAxis: {}, series: [{ type: 'boxplot', data: [[1, 2, 3, 4, 5]] }] },
      [
        ['Category', 'Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum'],
        ['AA', 1, 2, 3, 4, 5],
      ],
    ],
    [
      'a matrix',
      { xAxis: { data: ['6', '9'] }, yAxis: { data: ['Mon'] }, series: [{ type: 'heatmap', data: [[1, 0, 7]] }] },
      [
        ['Column', 'Row', 'Value'],
        ['9', 'Mon', 7],
      ],
    ],
    [
      'a dataset of rows',
      { dataset: { source: [{ m: 'a', v: 1 }] }, xAxis: {}, yAxis: {}, series: [{ type: 'bar' }] },
      [
        ['m', 'v'],
        ['a', 1],
      ],
    ],
    [
      'a dataset of lines',
      {
        dataset: {
          source: [
            ['m', 'v'],
            ['a', 1],
          ],
        },
        xAxis: {},
        yAxis: {},
        series: [{ type: 'bar' }],
      },
      [
        ['m', 'v'],
        ['a', 1],
      ],
    ],
  ])('holds %s', (_, option, rows) => {
    expect(table(option)).toEqual(rows)
  })

  it('has things as rows where they would be too many columns', () => {
    const data = Array.from({ length: 60 }, (_, at) => ({ name: `n${at}`, value: [at, 1] }))
    const found = table({ radar: { indicator: [{ name: 'x' }, { name: 'y' }] }, series: [{ type: 'radar', data }] })
    expect([found?.length, found?.[0], found?.[60]]).toEqual([61, ['Name', 'x', 'y'], ['n59', 59, 1]])
  })

  it('is none where there is no data', () => {
    expect(table({ series: [{ type: 'gauge', data: [] }] })).toBeUndefined()
  })
})
