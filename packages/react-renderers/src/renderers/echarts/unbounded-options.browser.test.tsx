import type { JsonObject } from '@pf/core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../../tooling/test-setup/machine-pace.ts'
import { type Mounted, mountComponent } from '../../test-support/mount.tsx'

let mounted: Mounted | undefined
/** Errors that no boundary caught, for example while a frame was painted. */
let uncaught: string[] = []
const note = (event: ErrorEvent) => {
  uncaught.push(event.message)
  event.preventDefault()
}
beforeAll(() => addEventListener('error', note))
afterAll(() => removeEventListener('error', note))
afterEach(() => {
  uncaught = []
  mounted?.unmount()
  mounted = undefined
})

const bar = { type: 'bar', data: [1, 2] }
const category = { type: 'category', data: ['a', 'b'] }
const base = (more: object) => ({ xAxis: category, yAxis: { type: 'value' }, series: [bar], ...more })
const many = (count: number, make: (index: number) => unknown) => Array.from({ length: count }, (_, index) => make(index))

const flow = (a: object, b: object) => ({
  series: [
    {
      type: 'sankey',
      lineStyle: { color: 'gradient' },
      data: [
        { name: 'a', ...a },
        { name: 'b', ...b },
      ],
      links: [{ source: 'a', target: 'b', value: 1 }],
    },
  ],
})
const heat = (inRange: object) => ({
  xAxis: category,
  yAxis: category,
  visualMap: { min: 0, max: 9, calculable: true, inRange },
  series: [{ type: 'heatmap', data: [[0, 0, 3]] }],
})

/** Options that are valid for every schema and could block a chart library forever. */
const options: [string, object][] = [
  ['an axis with a tiny interval', base({ yAxis: { type: 'value', interval: 1e-9 } })],
  ['an axis with endless splits', base({ yAxis: { type: 'value', splitNumber: 1e9, minorTick: { show: true, splitNumber: 1e9 } } })],
  ['a logarithm to base one', base({ yAxis: { type: 'log', logBase: 1.0000001 } })],
  ['an axis over all doubles', base({ yAxis: { type: 'value', min: -1e308, max: 1e308 } })],
  ['an axis of no length', base({ yAxis: { type: 'value', min: 5, max: 5 } })],
  ['an axis the wrong way round', base({ yAxis: { type: 'value', min: 1e9, max: -1e9 } })],
  [
    'a time axis over all time',
    {
      xAxis: { type: 'time', min: -8.6e15, max: 8.6e15 },
      yAxis: {},
      series: [
        {
          type: 'line',
          data: [
            [0, 1],
            [8.6e15, 2],
          ],
        },
      ],
    },
  ],
  [
    'values that overflow',
    base({
      series: [
        { ...bar, data: [1e308, -1e308] },
        { ...bar, stack: 's', data: [1e308, 1e308] },
      ],
    }),
  ],
  [
    'tiny dashes',
    base({ yAxis: { splitLine: { lineStyle: { type: [1e-6, 1e-6] } } }, series: [{ type: 'line', data: [1, 2], lineStyle: { type: 1e-7, width: 1e9 } }] }),
  ],
  [
    'tiny decals',
    base({
      series: [{ ...bar, itemStyle: { decal: { symbol: 'rect', dashArrayX: [1e-6, 0], dashArrayY: [1e-6, 0], maxTileWidth: 1e9, maxTileHeight: 1e9 } } }],
    }),
  ],
  ['gradients of texts that are no colours', flow({ itemStyle: { color: 'x(' } }, { itemStyle: { color: 'nocolour' } })],
  ['gradients of words with another meaning', flow({ itemStyle: { color: 'inherit' } }, { itemStyle: { color: 'gradient' } })],
  ['a colour bar of texts that are no numbers', heat({ colorHue: 'x', colorLightness: ['a', null], colorAlpha: '{a|x}' })],
  ['a colour bar of texts that are no colours', heat({ color: ['x(', 'inherit', 'var(--x)', 'rgba(NaN,1,1,1)'] })],
  ['a template of a tooltip that is an object', base({ tooltip: { trigger: 'axis', formatter: { a: 1 } } })],
  ['huge symbols and text', base({ series: [{ type: 'scatter', symbolSize: 1e9, data: [1, 2], label: { show: true, fontSize: 1e6 } }] })],
  ['a hundred layers', base({ series: many(100, (index) => ({ ...bar, zlevel: index })) })],
  ['five hundred axes', { xAxis: many(500, () => category), yAxis: many(500, () => ({})), series: [bar] }],
  ['five hundred series with names', base({ legend: {}, series: many(500, (index) => ({ ...bar, name: `Series ${index}` })) })],
  [
    'ten thousand labels',
    {
      xAxis: { type: 'category', data: many(10_000, (index) => `Category ${index}`), axisLabel: { interval: 0 } },
      yAxis: {},
      series: [{ type: 'line', data: many(10_000, (index) => index % 7), label: { show: true } }],
    },
  ],
  [
    'a gauge with endless ticks',
    { series: [{ type: 'gauge', splitNumber: 1e8, axisTick: { show: true, splitNumber: 1e8 }, axisLabel: { show: true }, data: [{ value: 1 }] }] },
  ],
  [
    'a radar with endless rings',
    { radar: { splitNumber: 1e8, indicator: many(3, (index) => ({ name: `d${index}`, max: 1 })) }, series: [{ type: 'radar', data: [{ value: [1, 1, 1] }] }] },
  ],
  [
    'a sankey that never settles',
    {
      series: [
        {
          type: 'sankey',
          layoutIterations: 1e9,
          data: many(60, (index) => ({ name: `n${index}` })),
          links: many(200, (index) => ({ source: `n${index % 59}`, target: `n${(index % 59) + 1}`, value: 1 })),
        },
      ],
    },
  ],
  [
    'a sankey in a circle',
    {
      series: [
        {
          type: 'sankey',
          data: [{ name: 'a' }, { name: 'b' }],
          links: [
            { source: 'a', target: 'b', value: 1 },
            { source: 'b', target: 'a', value: 1 },
          ],
        },
      ],
    },
  ],
  ['a tree with itself in it', { series: [{ type: 'tree', data: [deep(28)] }] }],
  ['one point a frame', base({ series: [{ type: 'scatter', progressive: 1, progressiveThreshold: 1, data: many(5_000, (index) => [index % 2, index]) }] })],
  ['an animation without end', base({ animationDuration: 1e12, animationDelay: 1e12, series: [{ ...bar, animationDuration: 1e12 }] })],
  ['pieces without number', base({ visualMap: { type: 'piecewise', splitNumber: 1e8, min: 0, max: 1 } })],
  [
    'nulls everywhere',
    { xAxis: null, yAxis: [null], grid: null, legend: null, tooltip: null, dataset: null, series: [{ type: 'bar', data: null, label: null, itemStyle: null }] },
  ],
  [
    'text where numbers belong',
    base({ yAxis: { min: 'x', max: {}, splitNumber: 'many' }, series: [{ type: 'line', data: ['x', {}, [], true], smooth: 'very', symbolSize: 'big' }] }),
  ],
]

function deep(levels: number): JsonObject {
  let node: JsonObject = { name: 'leaf' }
  for (let level = 0; level < levels; level++) node = { name: `level ${level}`, children: [node] }
  return node
}

describe('an option that could keep a chart busy for good', () => {
  it.each(options)('%s is drawn or refused, and the page continues', async (_, option) => {
    const before = performance.now()
    mounted = mountComponent('echarts', { option: option as JsonObject })
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('canvas, .pf-card')).not.toBeNull(), { timeout: 30_000 })
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    expect(performance.now() - before).toBeLessThan(paced(5_000))
    const canvas = box.querySelector('canvas')
    canvas?.dispatchEvent(new MouseEvent('mousemove', { clientX: 300, clientY: 200, bubbles: true }))
    const moved = performance.now()
    await new Promise(requestAnimationFrame)
    expect(performance.now() - moved).toBeLessThan(paced(1_500))
    expect(box.querySelectorAll('canvas').length).toBeLessThan(4)
    expect(uncaught.filter((text) => !/ResizeObserver loop/.test(text))).toEqual([])
  })
})
