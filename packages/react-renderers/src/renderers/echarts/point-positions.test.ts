import { describe, expect, it } from 'vitest'
import { withAxisTypes, withoutCrowdedTooltip } from './point-positions.ts'

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const scatter = (data: unknown) => ({ type: 'scatter', data })
const typeOf = (option: object) => withAxisTypes(option as Record<string, unknown>).xAxis

describe('the type of an x axis without type and categories', () => {
  const points = [scatter([[10, 8], { value: [8, 7] }, [null, 1]])]

  it.each<[string, object]>([
    ['points', { xAxis: {}, series: points }],
    [
      'points of a line',
      {
        xAxis: {},
        series: [
          {
            type: 'line',
            data: [
              [3, 1],
              [1, 2],
            ],
          },
        ],
      },
    ],
    [
      'rows',
      {
        xAxis: {},
        dataset: [
          {
            source: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
        series: [{ type: 'scatter' }],
      },
    ],
    [
      'rows with a header',
      {
        xAxis: {},
        dataset: {
          source: [
            ['x', 'y'],
            [1, 2],
          ],
        },
        series: [{ type: 'scatter' }],
      },
    ],
    ['records', { xAxis: {}, dataset: { source: [{ a: 'n', b: 1, c: 2 }] }, series: [{ type: 'scatter', encode: { x: 'b', y: 'c' } }] }],
    ['columns', { xAxis: {}, dataset: { source: { a: ['n'], b: [1] } }, series: [{ type: 'scatter', encode: { x: 'b' } }] }],
    ['a column with a number', { xAxis: {}, dataset: { source: [['n', 1]] }, series: [{ type: 'scatter', encode: { x: 1 } }] }],
    [
      'a column of dimensions',
      { xAxis: {}, dataset: { dimensions: ['a', { name: 'b' }], source: [['n', 1]] }, series: [{ type: 'scatter', encode: { x: ['b'] } }] },
    ],
    [
      'rows that are columns',
      {
        xAxis: {},
        dataset: {
          source: [
            ['a', 'n'],
            ['b', 1],
          ],
        },
        series: [{ type: 'scatter', seriesLayoutBy: 'row', encode: { x: 'b' } }],
      },
    ],
  ])('is value for %s at numbers', (_, option) => {
    expect(typeOf(option)).toEqual({ type: 'value' })
  })

  it.each<[string, object]>([
    ['bars', { xAxis: {}, series: [{ type: 'bar', data: [[2019, 1]] }] }],
    ['points at names', { xAxis: {}, series: [scatter([['Mon', 1]])] }],
    [
      'points at numbers and names',
      {
        xAxis: {},
        series: [
          scatter([
            [1, 1],
            ['Mon', 1],
          ]),
        ],
      },
    ],
    ['figures', { xAxis: {}, series: [{ type: 'line', data: [1, 2] }] }],
    ['no points', { xAxis: {}, series: [scatter([])] }],
    ['no series', { xAxis: {}, series: [] }],
    ['points and bars', { xAxis: {}, series: [...points, { type: 'bar', data: [1] }] }],
    ['rows at names', { xAxis: {}, dataset: { source: [{ a: 'n', b: 1 }] }, series: [{ type: 'scatter' }] }],
    ['an unknown column', { xAxis: {}, dataset: { source: [[1, 2]] }, series: [{ type: 'scatter', encode: { x: 'z' } }] }],
  ])('is left to the theme for %s', (_, option) => {
    expect(typeOf(option)).toEqual({})
  })

  it('is its own if there is one, and that of the categories', () => {
    for (const xAxis of [{ type: 'time' }, { data: ['a'] }, [{ type: 'log' }]]) expect(typeOf({ xAxis, series: points })).toEqual(xAxis)
  })

  it('depends on the series of the axis', () => {
    const series = [...points, { type: 'bar', xAxisIndex: 1, data: [1] }]
    expect(typeOf({ xAxis: [{ name: 'a' }, { name: 'b' }], series })).toEqual([{ name: 'a', type: 'value' }, { name: 'b' }])
  })
})

describe('many points at one position', () => {
  const xAxis = { type: 'value', axisPointer: { show: true } }
  const option = (data: unknown[], more: object = {}) => ({
    xAxis,
    yAxis: {},
    axisPointer: { show: true },
    tooltip: { trigger: 'axis', show: true },
    series: [scatter(data)],
    ...more,
  })
  const single = { trigger: 'item', show: true }

  it.each<[string, Record<string, unknown>]>([
    ['points', option(times(101, (at) => [1, at]))],
    [
      'points of a category',
      option(
        times(101, (at) => ['Mon', at]),
        { xAxis: { type: 'category' } },
      ),
    ],
    [
      'points of a category on the left',
      option(
        times(101, (at) => [at, 'Mon']),
        { yAxis: { type: 'category' } },
      ),
    ],
    ['rows', { ...option([]), dataset: { source: times(101, (at) => [1, at]) }, series: [{ type: 'line' }] }],
  ])('%s: the tooltip shows single points', (_, crowded) => {
    const { tooltip, axisPointer, xAxis: axes } = withoutCrowdedTooltip(crowded)
    expect([tooltip, axisPointer]).toEqual([single, undefined])
    expect(JSON.stringify(axes)).not.toContain('axisPointer')
  })

  it.each<[string, Record<string, unknown>]>([
    ['as many as a tooltip lists', option(times(100, (at) => [1, at]))],
    ['points with the same figure', option(times(500, (at) => [at, 1]))],
    ['figures without positions', option(times(500, () => 1))],
  ])('%s: nothing changes', (_, ordinary) => {
    expect(withoutCrowdedTooltip(ordinary)).toBe(ordinary)
  })
})
