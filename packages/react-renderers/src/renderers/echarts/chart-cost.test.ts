import { describe, expect, it } from 'vitest'
import { estimateCost, findLimitExceeded } from './chart-cost.ts'
import { cleanOption } from './clean-option.ts'

const list = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const template = '{a|x}'.repeat(30)
const points = (count: number) => list(count, (at) => [at, at % 9])
const named = (count: number, more: object = {}) => list(count, (at) => ({ name: `n${at}`, value: at + 1, ...more }))
const plane = (series: object[], more: object = {}) => ({ xAxis: {}, yAxis: {}, series, ...more })
const exceeded = (option: object) => findLimitExceeded(cleanOption(option) ?? {})
/** Estimated time of an option that is not sanitized, in milliseconds. */
const ms = (option: object) => estimateCost(option as Record<string, unknown>).ms

describe('a chart whose parts are repeated', () => {
  it.each<[string, object]>([
    [
      'radars with many indicators and splits',
      { radar: list(24, () => ({ indicator: named(200), splitNumber: 40, axisLabel: { show: true } })), series: [{ type: 'radar', data: [{ value: [1] }] }] },
    ],
    [
      'one radar with labels at every split',
      { radar: { indicator: named(200), splitNumber: 40, axisLabel: { show: true } }, series: [{ type: 'radar', data: [{ value: [1] }] }] },
    ],
    ['labels with many parts on many short series', plane(list(60, () => ({ type: 'scatter', label: { show: true, formatter: template }, data: points(40) })))],
    [
      'labels with many parts on a tree map',
      { series: [{ type: 'treemap', label: { show: true, formatter: template }, data: list(10, (at) => ({ name: `g${at}`, children: named(150) })) }] },
    ],
    [
      'labels of single points with the template of their series',
      plane([{ type: 'scatter', label: { formatter: template }, data: list(3_000, (at) => ({ value: [at, 1], label: { show: true } })) }]),
    ],
    [
      'labels with long names in many places',
      {
        series: [{ type: 'treemap', label: { show: true, formatter: '{b}'.repeat(40) }, data: list(100, (at) => ({ name: 'w '.repeat(900) + at, value: 1 })) }],
      },
    ],
    [
      'labels with many parts on many axes',
      plane([{ type: 'bar', data: [100] }], { yAxis: list(12, () => ({ interval: 1, max: 100, axisLabel: { formatter: template } })) }),
    ],
    [
      'minor ticks on many axes',
      plane([{ type: 'bar', data: [200] }], { yAxis: list(24, () => ({ interval: 1, max: 200, minorTick: { show: true, splitNumber: 40 } })) }),
    ],
    [
      'labels with many parts at marks',
      plane(list(5, () => ({ type: 'line', data: [1, 2], markLine: { label: { formatter: template }, data: list(200, (at) => ({ yAxis: at })) } }))),
    ],
    ['series that are stacked on each other', plane(list(100, () => ({ type: 'line', stack: 's', data: points(900) })))],
    [
      'series that read a dataset of many columns',
      { dataset: { source: list(3, () => list(8_000, (at) => at)) }, xAxis: {}, yAxis: {}, series: list(100, () => ({ type: 'bar' })) },
    ],
    [
      'long paths that a visual map gives to all points',
      plane([{ type: 'scatter', data: points(1_900) }], { visualMap: { min: 0, max: 9, inRange: { symbol: `path://${'M0,0L9,9'.repeat(115)}` } } }),
    ],
  ])('is not drawn: %s', (_, option) => expect(exceeded(option)).toBeDefined())

  it.each<[string, object]>([
    ['a line of 50,000 points', { xAxis: { type: 'value' }, yAxis: {}, series: [{ type: 'line', data: points(50_000) }] }],
    ['a bar of 50,000 points', { xAxis: {}, yAxis: {}, series: [{ type: 'bar', data: points(50_000) }] }],
    ['a scatter plot of 50,000 points', { xAxis: {}, yAxis: {}, series: [{ type: 'scatter', data: points(50_000) }] }],
    [
      'a heat map of 10,000 cells',
      {
        visualMap: { min: 0, max: 9 },
        xAxis: { data: list(100, String) },
        yAxis: { data: list(100, String) },
        series: [{ type: 'heatmap', data: list(10_000, (at) => [at % 100, Math.floor(at / 100), 1]) }],
      },
    ],
    [
      'a flow of 200 links',
      { series: [{ type: 'sankey', data: named(60), links: list(200, (at) => ({ source: `n${at % 30}`, target: `n${30 + (at % 29)}`, value: 1 })) }] },
    ],
    [
      'a radar of ten indicators',
      { radar: { indicator: named(10), axisLabel: { show: true } }, series: [{ type: 'radar', data: named(5, { value: list(10, () => 1) }) }] },
    ],
    [
      'ten lines over 2,000 days',
      { legend: {}, dataZoom: [{}, {}], xAxis: { type: 'value' }, yAxis: {}, series: list(10, () => ({ type: 'line', stack: 's', data: points(2_000) })) },
    ],
    ['rich labels of a pie', { series: [{ type: 'pie', label: { formatter: '{a|{b}}\n{c} ({d}%)', rich: { a: {} } }, data: named(40) }] }],
  ])('is drawn with an ordinary number of them: %s', (_, option) => expect(exceeded(option)).toBeUndefined())
})

describe('the estimate of a chart', () => {
  const empty = ms(plane([]))
  const added = (option: object) => ms(option) - empty

  it('counts the points of all series', () => {
    const bars = (series: number, count: number) => added(plane(list(series, () => ({ type: 'bar', data: points(count) }))))
    expect(bars(1, 2_000) - bars(1, 1_000)).toBeCloseTo(65)
    expect(bars(4, 1_000)).toBeCloseTo(4 * bars(1, 1_000))
    expect(bars(1, 2_001)).toBeLessThan(bars(1, 2_000) / 5)
  })

  it('counts the points of a line that are drawn, and those that are only read', () => {
    const line = (count: number) => ms(plane([{ type: 'line', data: points(count) }]))
    expect(line(1_000) - line(900)).toBeCloseTo(2.7)
    expect(line(20_000) - line(10_000)).toBeCloseTo(20)
  })

  it('counts labels that are shown, in every state, by the parts of their templates', () => {
    const scatter = (more: object) => added(plane([{ type: 'scatter', data: points(100), ...more }]))
    const bare = scatter({})
    const label = { show: true, formatter: '{a|x}'.repeat(10) }
    const shown = scatter({ label }) - bare
    expect(shown).toBeGreaterThan(100 * 10 * 0.01)
    expect(scatter({ label: { ...label, formatter: label.formatter.repeat(2) } }) - bare).toBeCloseTo(2 * shown)
    expect(scatter({ emphasis: { label } }) - bare).toBeCloseTo(shown)
    expect(scatter({ edgeLabel: label }) - bare).toBeCloseTo(shown)
    expect(scatter({ label: { ...label, show: false } })).toBe(bare)
    expect(scatter({ label: { show: true, formatter: 'x\n'.repeat(10) } }) - bare).toBeGreaterThan(100 * 10 * 0.01)
  })

  it('counts labels of single items, with their own template or that of their series', () => {
    const scatter = (item: object, more: object = {}) => ms(plane([{ type: 'scatter', data: list(100, () => ({ value: [1, 1], ...item })), ...more }]))
    const styled = scatter({ itemStyle: {} })
    expect(styled - scatter({})).toBeCloseTo(15)
    expect(scatter({ lineStyle: {} })).toBe(styled)
    expect(scatter({ label: { show: true, formatter: template } }) - scatter({ label: { show: true } })).toBeGreaterThan(100 * 30 * 0.01)
    expect(scatter({ label: { show: true } }, { label: { formatter: template } }) - scatter({ label: { show: true } })).toBeGreaterThan(100 * 30 * 0.01)
  })

  it('counts the names that a template repeats', () => {
    const pie = (formatter: string, name: string) => ms({ series: [{ type: 'pie', label: { formatter }, data: list(100, () => ({ name, value: 1 })) }] })
    const long = 'w '.repeat(500)
    const repeats = (count: number) => pie('{b}'.repeat(count), long) - pie('{b}'.repeat(count), 'w')
    expect(repeats(10) - repeats(9)).toBeCloseTo(100 * 999 * 0.0002)
  })

  it('counts items of trees at every depth', () => {
    const tree = (depth: number): object => ({ name: 'n', itemStyle: {}, ...(depth > 0 ? { children: [tree(depth - 1)] } : {}) })
    const deep = (depth: number) => ms({ series: [{ type: 'treemap', data: [tree(depth)] }] })
    expect(deep(30) - deep(29)).toBeCloseTo(deep(2) - deep(1))
    expect(deep(30) - deep(29)).toBeGreaterThan(0.4)
  })

  it('counts more where texts are broken at any character', () => {
    const pie = (overflow: string) => ms({ series: [{ type: 'pie', label: { overflow, formatter: 'w'.repeat(1_000) }, data: named(10) }] })
    expect(pie('break')).toBeGreaterThan(pie('truncate') + 50)
    expect(pie('breakAll')).toBe(pie('break'))
  })

  it('counts ticks of axes, and the parts of their labels', () => {
    const axis = (more: object) => ms({ xAxis: {}, yAxis: more, series: [] })
    const free = axis({})
    expect(axis({ interval: 1 }) - free).toBeCloseTo(185 * 0.1)
    for (const more of [{ maxInterval: 1 }, { axisLabel: { interval: 0 } }, { axisTick: { customValues: [1] } }])
      expect(axis(more)).toBeCloseTo(axis({ interval: 1 }))
    expect(axis({ splitNumber: 40 })).toBeGreaterThan(free)
    expect(axis({ data: list(1_000, String) }) - free).toBeCloseTo(85 * 0.1)
    const minor = axis({ minorTick: { show: true, splitNumber: 20 } }) - free
    expect(axis({ minorTick: { show: true, splitNumber: 40 } }) - free).toBeCloseTo(2 * minor)
    expect(axis({ minorSplitLine: { show: true } }) - free).toBeCloseTo(minor / 4)
    expect(axis({ minorTick: { show: false } })).toBe(free)
    const label = (formatter: string) => axis({ axisLabel: { formatter } }) - free
    expect(label(template)).toBeGreaterThan(15 * 30 * 0.01)
    const parallel = ms({ parallelAxis: [{}], parallel: { parallelAxisDefault: { axisLabel: { formatter: template } } }, series: [] })
    expect(parallel - ms({ parallelAxis: [{}], series: [] })).toBeCloseTo(label(template))
  })

  it('counts the corners of radars, and ticks where they are shown', () => {
    const radar = (more: object) => ms({ radar: { indicator: named(10), ...more }, series: [] })
    const plain = radar({})
    expect(radar({ splitNumber: 15 }) - plain).toBeCloseTo(100 * 0.004)
    expect(radar({ axisLabel: { show: true } }) - plain).toBeCloseTo(60 * 0.1)
    expect(radar({ axisTick: {} }) - plain).toBeCloseTo(60 * 0.1)
    expect(radar({ axisLabel: { show: false } })).toBe(plain)
    expect(radar({ axisName: { formatter: '{a|x}' } })).toBeGreaterThan(plain)
  })

  it('counts marks with their labels, stacks, columns, zooms, pieces and legends', () => {
    const line = (more: object, option: object = {}) => ms(plane([{ type: 'line', data: points(100), ...more }], option))
    const plain = line({})
    for (const key of ['markPoint', 'markLine', 'markArea']) expect(line({ [key]: { data: [{}, {}] } }) - plain).toBeCloseTo(1)
    expect(line({ markLine: { data: [{}], label: { formatter: template } } }) - plain).toBeGreaterThan(0.5 + 30 * 0.01)
    expect(line({}, { dataZoom: [{}, {}] }) - plain).toBeCloseTo(0.1)
    expect(line({}, { visualMap: [{ pieces: [{}, {}] }] }) - plain).toBeCloseTo(0.05 + 0.6)
    expect(line({}, { visualMap: [{ splitNumber: 4 }] }) - plain).toBeCloseTo(0.05 + 1.2)
    expect(line({}, { legend: { formatter: template } }) - plain).toBeGreaterThan(60 * 30 * 0.01)
    const stacked = (series: number) =>
      ms(plane(list(series, () => ({ type: 'line', stack: 's', data: points(100) })))) - ms(plane(list(series, () => ({ type: 'line', data: points(100) }))))
    expect(stacked(20)).toBeCloseTo(4 * stacked(10))
    const columns = (count: number) =>
      ms({ dataset: { source: [list(count, String)] }, series: [{ type: 'bar' }, { type: 'bar' }] }) -
      ms({ dataset: { source: [list(count, String)] }, series: [] })
    expect(columns(300) - columns(200)).toBeGreaterThan(100 * 2 * 0.001)
  })
})
