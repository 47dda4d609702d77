import { describe, expect, it } from 'vitest'
import { cleanOption } from './clean-option.ts'
import { limitCategories } from './limit-categories.ts'

const names = (count: number, make = (at: number) => `n${at}`) => Array.from({ length: count }, (_, at) => make(at))
const xAxisOf = (xAxis: object, more: object = {}) => limitCategories({ xAxis, series: [{ type: 'bar', data: [1] }], ...more }).xAxis

describe('an axis of categories', () => {
  it('names all of them if that was asked for and there are not hundreds', () => {
    expect(xAxisOf({ data: names(200), axisLabel: { interval: 0 } })).toEqual({ data: names(200), axisLabel: { interval: 0 } })
    expect(xAxisOf({ data: names(201), axisLabel: { interval: 0, rotate: 30 }, axisTick: { interval: 0 } })).toMatchObject({
      axisLabel: { interval: 'auto', rotate: 30 },
      axisTick: { interval: 'auto' },
    })
  })

  it('counts categories of the axis, of a dataset or of a series', () => {
    const label = { axisLabel: { interval: 0 } }
    const auto = { axisLabel: { interval: 'auto' } }
    expect(xAxisOf(label, { dataset: [{ source: names(300).map((name) => [name, 1]) }] })).toMatchObject(auto)
    expect(xAxisOf(label, { dataset: [{ source: { name: names(300), value: [] } }] })).toMatchObject(auto)
    expect(xAxisOf(label, { series: [{ type: 'bar', data: names(300) }] })).toMatchObject(auto)
    expect(xAxisOf({ ...label, data: ['a'] }, { series: [{ type: 'bar', data: names(300) }] })).toMatchObject(label)
    expect(xAxisOf({ ...label, type: 'value' }, { series: [{ type: 'bar', data: names(300) }] })).toMatchObject(label)
    expect(limitCategories({ yAxis: [{ ...label, type: 'category' }], series: [{ type: 'bar', data: names(300) }] }).yAxis).toMatchObject([auto])
  })

  it('skips names that have no width, which ECharts would all draw', () => {
    for (const blank of ['', ' ', '\u200b', '\u00ad']) {
      expect(xAxisOf({ data: names(1_000, () => blank) })).toMatchObject({ axisLabel: { interval: 5 } })
      expect(xAxisOf({}, { dataset: { source: names(1_000).map(() => [blank, 1]) } })).toMatchObject({ axisLabel: { interval: 5 } })
    }
    const label = { formatter: ' ', rich: { a: { width: 0 } }, fontSize: 0 }
    expect(xAxisOf({ data: names(300), axisLabel: label })).toEqual({ data: names(300), axisLabel: { interval: 'auto', fontSize: 8 } })
    expect(xAxisOf({ data: names(300), axisLabel: { formatter: '{value} km' } })).toMatchObject({ axisLabel: { formatter: '{value} km' } })
  })

  it('ends at its last category', () => {
    const edges = { min: -1e6, max: 1e6, startValue: 1e300, dataMin: -1e9, dataMax: 1e9 }
    expect(xAxisOf({ ...edges, data: names(3) })).toEqual({ data: names(3), min: 0, max: 3 })
    expect(xAxisOf({ ...edges, type: 'category' }, { dataset: { source: names(9).map((name) => [name]) } })).toEqual({ type: 'category', min: 0, max: 9 })
    expect(xAxisOf({ max: 'dataMax', data: names(3) })).toEqual({ max: 'dataMax', data: names(3) })
    expect(xAxisOf({ ...edges, type: 'value' })).toEqual({ ...edges, type: 'value' })
    expect(limitCategories({ yAxis: edges, series: [] }).yAxis).toEqual(edges)
  })
})

describe('options that only cost time', () => {
  it('do not reach ECharts', () => {
    const option = cleanOption({
      xAxis: { jitter: 1e4, jitterOverlap: false, jitterMargin: 1 },
      series: [{ type: 'treemap', largeThreshold: 1e6, squareRatio: [1, 2], data: [1] }],
    })
    expect(JSON.stringify(option)).not.toMatch(/jitter|largeThreshold|squareRatio/)
  })

  it('are shortened where they are lists of settings, and not where they are data', () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at)
    const option = cleanOption({
      yAxis: { axisLabel: { customValues: numbers }, axisTick: { customValues: numbers } },
      dataset: Array.from({ length: 150 }, () => ({ source: numbers.map((at) => [at]) })),
      series: [{ type: 'bar', data: numbers, color: numbers, encode: { tooltip: numbers } }],
    })
    expect(option).toMatchObject({
      yAxis: { axisLabel: { customValues: { length: 200 } }, axisTick: { customValues: { length: 200 } } },
      dataset: { length: 100, 0: { source: { length: 1_000 } } },
      series: [{ data: { length: 1_000 }, encode: { tooltip: { length: 200 } } }],
    })
  })

  it('are limited where they are texts with many lines or parts', () => {
    const option = cleanOption({ series: [{ type: 'bar', name: 'a\n'.repeat(100), label: { formatter: '{a|x}'.repeat(100) }, data: [1] }] })
    expect(option?.series).toMatchObject([{ name: 'a\n'.repeat(41).trimEnd(), label: { formatter: '{a|x}'.repeat(40) } }])
    expect(cleanOption({ series: [{ type: 'bar', lineStyle: { width: 1e-9 }, itemStyle: { borderWidth: 0.5 }, data: [1] }] })?.series).toMatchObject([
      { lineStyle: { width: 0 }, itemStyle: { borderWidth: 0.5 } },
    ])
  })
})
