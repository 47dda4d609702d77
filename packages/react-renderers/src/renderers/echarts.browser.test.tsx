import type { JsonObject, JsonValue } from '@pf/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { PfProvider } from '../provider/pf-provider.tsx'
import { type Mounted, mount, mountComponent, noClient, stateOf } from '../test-support/mount.tsx'
import { readTokens } from './chart/chart-tokens.ts'
import { themedTokens } from './echarts/chart-palettes.ts'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  delete document.documentElement.dataset.theme
})

const bars = (data: JsonValue = [5, 7, 6], more: JsonObject = {}): JsonObject => ({
  option: {
    title: { text: 'Orders', subtext: 'By weekday.' },
    xAxis: { type: 'category', data: ['Mon', 'Tue', 'Wed'] },
    yAxis: { name: 'Orders' },
    series: [{ name: 'Orders', type: 'bar', data }],
  },
  ...more,
})

async function drawn(box: HTMLElement): Promise<HTMLCanvasElement> {
  return vi.waitFor(
    () => {
      const canvas = box.querySelector('canvas')
      if (!canvas || ink(canvas).size < 3) throw new Error('nothing drawn yet')
      return canvas
    },
    { timeout: 30_000 },
  )
}

/** Returns the colours of a canvas, determined by sampling. */
function ink(canvas: HTMLCanvasElement): Map<string, number> {
  const context = canvas.getContext('2d')
  const found = new Map<string, number>()
  if (!context || canvas.width === 0) return found
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let index = 0; index < data.length; index += 4 * 7) {
    if ((data[index + 3] ?? 0) < 200) continue
    const color = `${data[index]},${data[index + 1]},${data[index + 2]}`
    found.set(color, (found.get(color) ?? 0) + 1)
  }
  return found
}

const mostOf = (colors: Map<string, number>) => [...colors].sort((a, b) => b[1] - a[1])[0]?.[0]

describe('a chart', () => {
  it('is drawn on a canvas, in the first series colour of the page', async () => {
    mounted = mountComponent('echarts', bars())
    const canvas = await drawn(mounted.box)
    expect(canvas.getBoundingClientRect().height).toBe(400)
    // oklch(50% 0.11 240) as sRGB.
    await vi.waitFor(() => expect(mostOf(ink(canvas))).toBe('14,106,155'))
  })

  const kinds: [string, JsonObject][] = [
    ['line', { xAxis: { type: 'category', data: ['a', 'b'] }, yAxis: {}, series: [{ type: 'line', data: [1, 2], areaStyle: {} }] }],
    [
      'pie',
      {
        series: [
          {
            type: 'pie',
            data: [
              { name: 'a', value: 1 },
              { name: 'b', value: 2 },
            ],
          },
        ],
      },
    ],
    [
      'scatter',
      {
        xAxis: { type: 'value' },
        yAxis: { type: 'value' },
        series: [
          {
            type: 'scatter',
            data: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      },
    ],
    [
      'heatmap',
      {
        xAxis: { type: 'category', data: ['a', 'b'] },
        yAxis: { type: 'category', data: ['c'] },
        visualMap: { min: 0, max: 2 },
        series: [
          {
            type: 'heatmap',
            data: [
              [0, 0, 1],
              [1, 0, 2],
            ],
          },
        ],
      },
    ],
    ['boxplot', { xAxis: { type: 'category', data: ['a'] }, yAxis: {}, series: [{ type: 'boxplot', data: [[1, 2, 3, 4, 5]] }] }],
    ['candlestick', { xAxis: { type: 'category', data: ['a'] }, yAxis: {}, series: [{ type: 'candlestick', data: [[1, 4, 0, 5]] }] }],
    [
      'radar',
      {
        radar: {
          indicator: [
            { name: 'a', max: 5 },
            { name: 'b', max: 5 },
            { name: 'c', max: 5 },
          ],
        },
        series: [{ type: 'radar', data: [{ name: 'x', value: [1, 2, 3] }] }],
      },
    ],
    [
      'funnel',
      {
        series: [
          {
            type: 'funnel',
            data: [
              { name: 'a', value: 2 },
              { name: 'b', value: 1 },
            ],
          },
        ],
      },
    ],
    ['gauge', { series: [{ type: 'gauge', data: [{ value: 40, name: 'x' }] }] }],
    ['treemap', { series: [{ type: 'treemap', data: [{ name: 'a', value: 2, children: [{ name: 'c', value: 2 }] }] }] }],
    ['sunburst', { series: [{ type: 'sunburst', data: [{ name: 'a', value: 2, children: [{ name: 'c', value: 2 }] }] }] }],
    ['sankey', { series: [{ type: 'sankey', data: [{ name: 'a' }, { name: 'b' }], links: [{ source: 'a', target: 'b', value: 1 }] }] }],
    ['graph', { series: [{ type: 'graph', layout: 'force', data: [{ name: 'a' }, { name: 'b' }], links: [{ source: 'a', target: 'b' }] }] }],
    ['tree', { series: [{ type: 'tree', data: [{ name: 'a', children: [{ name: 'b' }] }] }] }],
    [
      'parallel',
      {
        parallelAxis: [
          { dim: 0, name: 'a' },
          { dim: 1, name: 'b' },
        ],
        series: [
          {
            type: 'parallel',
            data: [
              [1, 2],
              [2, 1],
            ],
          },
        ],
      },
    ],
    [
      'dataset',
      {
        dataset: {
          source: [
            ['m', 'v'],
            ['a', 1],
            ['b', 2],
          ],
        },
        xAxis: { type: 'category' },
        yAxis: {},
        series: [{ type: 'bar' }],
      },
    ],
    [
      'rows of a dataset',
      {
        dataset: {
          source: [
            { title: 'a', distance: 5000 },
            { title: 'b', distance: 9000 },
          ],
        },
        xAxis: { type: 'category' },
        yAxis: {},
        series: [{ type: 'bar', encode: { x: 'title', y: 'distance' } }],
      },
    ],
    ['several frames', { baseOption: { xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar' }] }, options: [{ series: [{ data: [3] }] }] }],
    [
      'polar bars',
      {
        polar: {},
        angleAxis: { max: 4 },
        radiusAxis: { type: 'category', data: ['a', 'b'] },
        series: [{ type: 'bar', coordinateSystem: 'polar', data: [1, 2] }],
      },
    ],
  ]
  it.each(kinds)('of kind %s is drawn', async (_, option) => {
    mounted = mountComponent('echarts', { option })
    await drawn(mounted.box)
    expect(mounted.box.querySelector('.pf-card')).toBeNull()
  })

  it('has its title and description in the page, and the description as text alternative', async () => {
    mounted = mountComponent('echarts', bars())
    await drawn(mounted.box)
    expect(mounted.box.querySelector('h3')?.textContent).toBe('Orders')
    expect(mounted.box.querySelector('.pf-frame-description')?.textContent).toBe('By weekday.')
    expect(mounted.box.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Orders. By weekday.')
  })

  it('is there soon once its chunk has loaded', async () => {
    mounted = mountComponent('echarts', bars())
    await drawn(mounted.box)
    mounted.unmount()
    const before = performance.now()
    mounted = mountComponent('echarts', bars())
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('canvas') && ink(box.querySelector('canvas') as HTMLCanvasElement).size).toBeGreaterThan(1), {
      interval: 5,
    })
    console.log(`chart: first paint ${Math.round(performance.now() - before)} ms`)
  })

  it('turns into a table and back by keyboard', async () => {
    mounted = mountComponent('echarts', bars())
    await drawn(mounted.box)
    const [chart, table] = mounted.box.querySelectorAll<HTMLElement>('.pf-tools button')
    table?.focus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect([...(mounted?.box.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent)).toEqual(['Mon5', 'Tue7', 'Wed6']))
    expect(table?.getAttribute('aria-pressed')).toBe('true')
    chart?.focus()
    await userEvent.keyboard(' ')
    await drawn(mounted.box)
  })

  it('[003-fe-08] follows its box, a new option and the loading flag, and lets go of everything when it leaves', async () => {
    const { echarts } = await import('./echarts/echarts-core.ts')
    mounted = mountComponent('echarts', bars())
    const first = await drawn(mounted.box)
    const before = first.width
    mounted.box.style.width = '360px'
    await vi.waitFor(() => expect(mounted?.box.querySelector('canvas')?.width).toBeLessThan(before))
    expect(mounted.box.querySelector('[role=img]')?.getAttribute('aria-busy')).toBe('false')
    mounted.render(<ComponentRenderer component={stateOf('echarts', bars([5, 7, 6], { loading: true }))} />)
    await vi.waitFor(() => expect(mounted?.box.querySelector('[role=img]')?.getAttribute('aria-busy')).toBe('true'))
    mounted.render(<ComponentRenderer component={stateOf('echarts', { option: { series: [{ type: 'pie', data: [{ name: 'a', value: 1 }] }] } })} />)
    await vi.waitFor(() => expect(mounted?.box.querySelector('h3')).toBeNull())
    await drawn(mounted.box)
    const host = mounted.box.querySelector<HTMLElement>('.pf-chart-canvas')
    const chart = host && echarts.getInstanceByDom(host)
    expect(chart?.getOption()).toMatchObject({ series: [{ type: 'pie' }] })
    mounted.render(null)
    await vi.waitFor(() => expect(chart?.isDisposed()).toBe(true))
  })

  it('changes its colours with the page', async () => {
    mounted = mountComponent('echarts', bars())
    const canvas = await drawn(mounted.box)
    const light = '14,106,155'
    await vi.waitFor(() => expect(mostOf(ink(canvas))).toBe(light))
    document.documentElement.dataset.theme = 'dark'
    await vi.waitFor(
      () => {
        const next = mounted?.box.querySelector('canvas')
        // oklch(74% 0.11 235) as sRGB.
        expect(next && mostOf(ink(next))).toBe('94,182,230')
      },
      { timeout: 30_000 },
    )
  })

  it.each(['light', 'dark'])('has the colours of its theme on a page that is %s; dark is dark everywhere', async (page) => {
    document.documentElement.dataset.theme = page
    const most = new Map<string, string | undefined>()
    for (const theme of ['light', 'dark', 'vintage', 'macarons', 'roma', 'shine']) {
      mounted?.unmount()
      mounted = mountComponent('echarts', bars([5, 7, 6], { theme }))
      const canvas = await drawn(mounted.box)
      const chart = mounted.box.querySelector('.pf-chart') ?? document.body
      const first = themedTokens(readTokens(chart), theme).series[0]?.replace(/[^\d,]/g, '')
      await vi.waitFor(() => expect(mostOf(ink(canvas))).toBe(first))
      most.set(theme, first)
      expect(chart.getAttribute('data-theme')).toBe(theme === 'dark' ? 'dark' : null)
    }
    expect(new Set(most.values()).size).toBe(page === 'dark' ? 5 : 6)
    expect(most.get('dark')).toBe('94,182,230')
  })

  it('follows the scheme of the part of the page it stands in', async () => {
    const chart = (theme: string) => (
      <div data-theme={theme}>
        <ComponentRenderer component={stateOf('echarts', bars())} />
      </div>
    )
    mounted = mount(chart('light'))
    const { box } = mounted
    const first = await drawn(box)
    await vi.waitFor(() => expect(mostOf(ink(first))).toBe('14,106,155'))
    mounted.render(chart('dark'))
    await vi.waitFor(() => expect(mostOf(ink(box.querySelector('canvas') as HTMLCanvasElement))).toBe('94,182,230'), 5_000)
  })

  it('draws one axis from zero for bars, whatever the option asks for', async () => {
    const { applyTheme } = await import('./echarts/apply-theme.ts')
    const { cleanOption } = await import('./echarts/clean-option.ts')
    const option = cleanOption({ xAxis: { data: ['a'] }, yAxis: { type: 'value', min: 95, scale: true }, series: [{ type: 'bar', data: [96] }] })
    const themedOption = applyTheme(option ?? {}, {
      size: 'wide',
      width: 800,
      locale: 'en',
      tokens: readTokens(document.body),
      reducedMotion: true,
      patterns: false,
    })
    expect((themedOption.yAxis as JsonObject[])[0]).toMatchObject({ min: 0, scale: false })
  })

  it('reads data that is kept on the server, page by page', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ x: index, y: index % 50 }))
    const pages: number[] = []
    const client = noClient({
      page: async (_id, _path, offset, limit) => {
        pages.push(offset)
        return { items: rows.slice(offset, offset + limit), offset, total: rows.length }
      },
    })
    const reference = { artifact_id: 'a1', media_type: 'application/json', bytes: 90_000, sha256: 'x', items: 2_500, columns: ['x', 'y'] }
    const props = { option: { dataset: { source: reference }, xAxis: { type: 'value' }, yAxis: {}, series: [{ type: 'scatter', encode: { x: 'x', y: 'y' } }] } }
    mounted = mount(
      <PfProvider client={client}>
        <ComponentRenderer component={stateOf('echarts', props as JsonObject)} />
      </PfProvider>,
    )
    await drawn(mounted.box)
    expect(pages).toEqual([0, 1_000, 2_000])
  })

  it('says so and offers another try when its data cannot be read', async () => {
    let fail = true
    const client = noClient({ page: async () => (fail ? Promise.reject(new Error('gone')) : { items: [{ x: 1, y: 2 }], offset: 0, total: 1 }) })
    const reference = { artifact_id: 'a1', media_type: 'application/json', bytes: 90_000, sha256: 'x' }
    const props = { option: { dataset: { source: reference }, xAxis: {}, yAxis: {}, series: [{ type: 'bar' }] } }
    mounted = mount(
      <PfProvider client={client}>
        <ComponentRenderer component={stateOf('echarts', props as JsonObject)} />
      </PfProvider>,
    )
    const again = await vi.waitFor(() => {
      const button = mounted?.box.querySelector<HTMLElement>('.pf-card button')
      if (!button) throw new Error('no button yet')
      return button
    })
    fail = false
    again.click()
    await drawn(mounted.box)
  })
})
