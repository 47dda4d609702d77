import { describe, expect, it } from 'vitest'
import { findLimitExceeded } from './chart-cost.ts'
import { chartRows } from './chart-rows.ts'
import { cleanOption } from './clean-option.ts'
import { escapeObjectKeys, escapeTemplate } from './clean-text.ts'
import { limitSeries } from './series-limits.ts'

const names = Object.getOwnPropertyNames(Object.prototype)

/** Returns all texts in a value, including keys. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value).flatMap(textsOf)] : []

describe('a name that every object has', () => {
  it.each(names)('%s reaches no plain object of ECharts, wherever it stands in an option', (name) => {
    const option = cleanOption({
      legend: { data: [name], formatter: name },
      xAxis: { data: [name, `a\n${name}`, { value: name }], name, axisLabel: { formatter: `{${name}|x}`, rich: { a: { color: name } } } },
      dataset: { dimensions: [name], source: [{ a: name, [name]: 1 }, [name]] },
      series: [{ type: 'bar', name, id: name, stack: name, color: name, encode: { x: name }, data: [{ name, value: 1 }] }],
    })
    for (const text of textsOf(option)) for (const found of names) expect(text).not.toContain(found)
  })

  it('is still read as it was written', () => {
    for (const name of names) expect(escapeObjectKeys(name).replaceAll('\u200b', '')).toBe(name)
    expect(escapeObjectKeys('Figures of 2024')).toBe('Figures of 2024')
  })

  it('is not put together by a template either', () => {
    const filled = (template: string, value: string) => escapeTemplate(template).replace(/\{b\}/g, value)
    for (const text of [filled('__{b}__', 'proto'), filled('con{b}', 'structor'), filled('{b}proto__', 'x\n__'), filled('{b}{b}', 'toStr')])
      for (const line of text.split('\n')) expect(names).not.toContain(line)
    expect(/\{([a-zA-Z0-9_]+)\|/.exec(filled('{__{b}__|x}', 'proto'))).toBeNull()
    expect(escapeTemplate('{@a|b} {c}')).toBe('\u200b{@a|b}\u200b \u200b{c}\u200b')
  })
})

describe('a series of more parts than can be laid out', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `n${at}`, value: at }))

  it('is not drawn', () => {
    for (const type of ['pie', 'funnel', 'treemap', 'tree', 'sunburst', 'sankey']) {
      expect(
        findLimitExceeded({
          series: [
            { type: 'line', data: [1] },
            { type, data: many(9_000) },
          ],
        }),
      ).toMatchObject({ count: 9_001 })
      expect(findLimitExceeded({ series: [{ type, data: many(200) }] })).toBeUndefined()
    }
    const river = (layers: number) => ({ type: 'themeRiver', data: many(1_500).map(({ name, value }) => [name, value, value % layers]) })
    const full = many(4_500).map(({ name, value }) => [Math.floor(value / 3), name, value % 3])
    expect(findLimitExceeded({ series: [{ type: 'themeRiver', data: full }] })).toBeUndefined()
    expect(findLimitExceeded({ series: [river(3)] })).toBeUndefined()
    expect(findLimitExceeded({ series: [river(300)] })).toMatchObject({ count: 450_000 })
    const gaps = many(3_300).map(({ name, value }) => [value, name, value % 3])
    expect(findLimitExceeded({ series: [{ type: 'themeRiver', data: gaps }] })).toMatchObject({ count: 9_900 })
    expect(findLimitExceeded({ series: { type: 'treemap', data: [{ name: 'a', children: many(9_000) }] } })).toMatchObject({ count: 9_001 })
    expect(findLimitExceeded({ series: [{ type: 'radar', data: [{ value: many(5_000).map(({ value }) => value) }] }] })).toBeUndefined()
    expect(findLimitExceeded({ series: [{ type: 'line', data: many(100_000) }] })).toBeUndefined()
  })

  it('is counted by the rows of a dataset, whichever way it lies', () => {
    const rows = many(9_000)
    const sources = [rows, rows.map(({ name, value }) => [name, value]), [rows.map(({ name }) => name), rows.map(({ value }) => value)]]
    for (const source of [...sources, { name: rows.map(({ name }) => name), value: rows.map(({ value }) => value) }]) {
      const option = cleanOption({ dataset: { source }, series: [{ type: 'pie' }] }) ?? {}
      expect(findLimitExceeded(option)).toEqual({ count: 9_000, max: 1_600 })
      expect(option.series).toMatchObject([{ labelLine: { show: false } }])
    }
    expect(findLimitExceeded(cleanOption({ dataset: { source: rows }, series: [{ type: 'pie', data: many(3) }, { type: 'bar' }] }) ?? {})).toBeUndefined()
  })

  it('has no labels when there are hundreds beside it, and its table has all of them', () => {
    const option = cleanOption({ series: [{ type: 'pie', data: many(500) }] }) ?? {}
    expect(limitSeries({ type: 'pie', data: many(500) }, 0)).toMatchObject({ label: { show: false }, labelLine: { show: false } })
    expect(chartRows(option)?.rows).toHaveLength(500)
  })

  it('has few marks', () => {
    const marks = { data: many(5_000) }
    const option = cleanOption({
      visualMap: { pieces: many(5_000) },
      series: [{ type: 'line', data: [1], markPoint: marks, markLine: marks, markArea: marks }],
    })
    expect(option).toMatchObject({
      visualMap: { pieces: { length: 200 } },
      series: [{ markPoint: { data: { length: 200 } }, markLine: { data: { length: 200 } } }],
    })
  })
})
