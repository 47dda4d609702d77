import type { JsonObject } from '@pf/core'
import { createPartialJson } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount, mountComponent, noClient, stateOf } from '../test-support/mount.tsx'

const example = getComponent('plotly')?.example
const ridge = (example && 'props' in example ? example.props : {}) as JsonObject
const surface: JsonObject = {
  data: [
    {
      type: 'surface',
      z: [
        [3, 4],
        [4, 7],
      ],
    },
  ],
}
const props: JsonObject = {
  data: [
    { x: ['Thu', 'Fri', 'Sat'], y: [171, 204, 238], type: 'bar', name: 'Orders' },
    { x: ['Thu', 'Fri', 'Sat'], y: [160, 190, 220], error_y: { array: [4, 5, 6] }, name: 'Plan' },
  ],
  layout: { title: { text: 'Orders a day' }, yaxis: { title: { text: 'Orders' } } },
}
const frame = () => new Promise(requestAnimationFrame)

let mounted: Mounted | undefined
let errors: unknown[][] = []
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  expect(errors).toEqual([])
  vi.restoreAllMocks()
})

async function show(given: JsonObject, width?: number): Promise<HTMLElement> {
  mounted?.unmount()
  mounted = width === undefined ? mountComponent('plotly', given) : mount(<ComponentRenderer component={stateOf('plotly', given)} />, width)
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-plot .main-svg, .pf-card')).not.toBeNull(), 20_000)
  await frame()
  await frame()
  return box
}
const $ = <T extends Element = HTMLElement>(box: HTMLElement, selector: string) => {
  const found = box.querySelector<T>(selector)
  if (!found) throw new Error(`no ${selector} in ${box.innerHTML.slice(0, 500)}`)
  return found
}

describe('plotly', () => {
  it.each(['light', 'dark'])('[003-cmp-03] draws bars and errors in the page’s colours, with words and a table, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    const box = await show(props)
    expect($(box, '.pf-frame-title').textContent).toBe('Orders a day')
    expect($(box, '.pf-plot').getAttribute('aria-label')).toContain('Orders a day')
    expect(box.querySelectorAll('.bars .point')).toHaveLength(3)
    expect($(box, '.ytitle').textContent).toBe('Orders')
    expect(box.querySelector('.modebar-btn--logo, a[href]')).toBeNull()
    // No button sends the data to a site of Plotly.
    expect([...box.querySelectorAll('.modebar-btn')].map((button) => button.getAttribute('data-title')).join()).not.toMatch(/share|cloud|edit/i)
    expect($(box, '.bars .point path').style.fill).toMatch(/^rgb/)
    expect((await axeFaults(box)).join('\n')).toBe('')
    ;[...box.querySelectorAll<HTMLElement>('.pf-tool')].find((button) => button.textContent === 'Table')?.click()
    await vi.waitFor(() => expect(box.querySelectorAll('tbody tr')).toHaveLength(6), 10_000)
    expect([...box.querySelectorAll('thead th')].map((cell) => cell.textContent?.trim())).toEqual(['Series', 'x', 'Orders'])
  })

  it('is drawn anew in other colours and other widths, at its height', async () => {
    document.documentElement.dataset.theme = 'light'
    const box = await show({ ...props, height: '250px' })
    const svg = () => $<SVGElement>(box, '.main-svg')
    const color = () => getComputedStyle($(box, '.ytick text')).fill
    expect([svg().getBoundingClientRect().height, Math.round(svg().getBoundingClientRect().width)]).toEqual([250, $(box, '.pf-plot').clientWidth])
    const light = color()
    document.documentElement.dataset.theme = 'dark'
    await vi.waitFor(() => expect(color()).not.toBe(light))
    box.style.width = '400px'
    await vi.waitFor(() => expect(Math.round(svg().getBoundingClientRect().width)).toBe($(box, '.pf-plot').clientWidth))
    const fixed = await show({ ...props, config: { responsive: false, staticPlot: true, displayModeBar: false } })
    const width = $<SVGElement>(fixed, '.main-svg').getBoundingClientRect().width
    fixed.style.width = '400px'
    for (let count = 0; count < 4; count++) await frame()
    expect($<SVGElement>(fixed, '.main-svg').getBoundingClientRect().width).toBe(width)
    expect(fixed.querySelector('.modebar-btn')).toBeNull()
  })

  it.each([
    ['box', { type: 'box', y: [1, 2, 3, 9] }, '.boxlayer .box'],
    ['violin', { type: 'violin', y: [1, 2, 3, 9] }, '.violinlayer .violin'],
    [
      'heatmap',
      {
        type: 'heatmap',
        z: [
          [1, 2],
          [3, 4],
        ],
      },
      '.heatmaplayer image',
    ],
    [
      'contour',
      {
        type: 'contour',
        z: [
          [1, 2],
          [3, 4],
        ],
      },
      '.contourlayer .contour',
    ],
    ['histogram', { type: 'histogram', x: [1, 1, 2, 5] }, '.bars .point'],
    ['histogram2d', { type: 'histogram2d', x: [1, 1, 2], y: [1, 2, 2] }, '.heatmaplayer image'],
    ['pie', { type: 'pie', labels: ['a', 'b'], values: [1, 2] }, '.pielayer .slice'],
    ['ternary', { type: 'scatterternary', a: [1], b: [2], c: [3] }, '.ternarylayer'],
  ])('draws a %s', async (_, trace, mark) => {
    const box = await show({ data: [trace] } as JsonObject)
    await vi.waitFor(() => expect(box.querySelector(mark)).not.toBeNull(), 5_000)
  })

  it('draws the example of the registry, which every catalogue prompt may show a model', async () => {
    const box = await show(ridge)
    await vi.waitFor(() => expect(box.querySelector('.contourlayer .contour')).not.toBeNull(), 5_000)
  })

  it('says which chart it cannot draw, keeps its table, and draws it with a larger bundle of the host’s', async () => {
    const box = await show(surface)
    expect($(box, '.pf-card').textContent).toContain('Charts of type surface are not available')
    ;[...box.querySelectorAll<HTMLElement>('.pf-tool')].find((button) => button.textContent === 'Table')?.click()
    await vi.waitFor(() => expect(box.querySelectorAll('tbody tr')).toHaveLength(4), 10_000)
    mounted?.unmount()
    const react = vi.fn(() => Promise.resolve())
    const purge = vi.fn()
    const loaders = { plotly: () => Promise.resolve({ default: { react, purge, PlotSchema: { get: () => ({ traces: { surface: {} } }) } } }) }
    mounted = mount(
      <PfProvider client={noClient()} loaders={loaders}>
        <ComponentRenderer component={stateOf('plotly', surface)} />
      </PfProvider>,
    )
    await vi.waitFor(() => expect(react).toHaveBeenCalled(), 10_000)
    mounted.unmount()
    await vi.waitFor(() => expect(purge).toHaveBeenCalledOnce(), 3_000)
  })

  it('says what to install where Plotly is not there', async () => {
    const loaders = { plotly: () => Promise.reject(new Error('none')) }
    mounted = mount(
      <PfProvider client={noClient()} loaders={loaders}>
        <ComponentRenderer component={stateOf('plotly', props)} />
      </PfProvider>,
    )
    await vi.waitFor(() => expect(mounted?.box.querySelector('.pf-card')?.textContent).toContain('npm install plotly.js-cartesian-dist-min'), 10_000)
  })

  it('leaves nothing in memory that points at it', async () => {
    const box = await show(props)
    const plot = $(box, '.pf-plot-canvas') as HTMLElement & { _fullLayout?: unknown; data?: unknown }
    expect(plot._fullLayout).toBeDefined()
    mounted?.unmount()
    await vi.waitFor(() => expect([plot._fullLayout, plot.data, plot.childElementCount]).toEqual([undefined, undefined, 0]), 3_000)
  })

  it('[003-ph-10] plays as it arrives, without an error', async () => {
    const kits = createComponentKitStore()
    await kits.load(['plotly'])
    const rules = registryRules(kits, createPolicy({ renderers: [...builtInComponents] }))
    const text = JSON.stringify(props)
    const parser = createPartialJson()
    mounted = mount(<ComponentRenderer component={stateOf('plotly', {}, { status: 'skeleton' })} />)
    for (let at = 0; at < text.length; at += 9) {
      parser.feed(text.slice(at, at + 9))
      const prefix = rules.prefix('plotly', parser.value, (pointer) => parser.pathState(pointer))
      mounted.render(<ComponentRenderer component={stateOf('plotly', prefix ?? {}, { status: prefix ? 'streaming' : 'skeleton' })} />)
      await frame()
      expect(mounted.box.querySelector('.pf-card')).toBeNull()
    }
    mounted.render(<ComponentRenderer component={stateOf('plotly', props)} />)
    await vi.waitFor(() => expect(mounted?.box.querySelector('.main-svg')).not.toBeNull())
  })

  it('is no error in server rendering', () => {
    expect(renderToString(<ComponentRenderer component={stateOf('plotly', props)} />)).toContain('pf-component')
  })

  it('stands what nobody would write', async () => {
    const odd = [null, 7, '', [], {}, [null], [{}], [{ y: 'x' }], [{ x: [{}], y: [[]] }], [{ type: 'pie' }], [{ type: 'heatmap', z: 7 }]]
    for (const data of odd)
      for (const status of ['streaming', 'ready'] as const) {
        mounted?.unmount()
        mounted = mount(<ComponentRenderer component={stateOf('plotly', { data, layout: data, config: data, height: data } as JsonObject, { status })} />)
        for (let count = 0; count < 2; count++) await frame()
        expect(mounted.box.querySelector('.pf-component')).not.toBeNull()
      }
  })
})

describe('a hostile figure', () => {
  it.each([
    [
      'links in its texts',
      {
        data: [{ y: [1, 2], name: '<a href="https://leak.invalid">n</a>', text: ['<a href="javascript:window.__pwned=1">x</a>'], mode: 'text' }],
        layout: {
          title: { text: '<a href="javascript:window.__pwned=1">t</a>' },
          annotations: [{ text: '<a href="java\tscript:window.__pwned=1">b</a>', x: 0, y: 1 }],
        },
      },
    ],
    ['pictures', { data: [{ y: [1] }], layout: { images: [{ source: 'https://leak.invalid/1', x: 0, y: 1, sizex: 1, sizey: 1 }] } }],
    ['a prototype', JSON.parse('{"data":[{"y":[1],"__proto__.polluted":1}],"layout":{"__proto__.polluted":1,"constructor.prototype.polluted":1}}')],
    [
      'colours that load',
      { data: [{ y: [1, 2], marker: { color: 'url(https://leak.invalid/2)' }, fillcolor: 'url(https://leak.invalid/3)', fill: 'tozeroy' }] },
    ],
  ])('leaves nothing of %s', async (_, given) => {
    const seen: string[] = []
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map((entry) => entry.name)))
    observer.observe({ type: 'resource', buffered: false })
    const box = await show(given as JsonObject)
    for (const link of box.querySelectorAll<SVGAElement>('a')) link.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await frame()
    observer.disconnect()
    expect(seen.filter((name) => name.includes('leak.invalid'))).toEqual([])
    expect(box.querySelector('svg a, image[href^="http"]')).toBeNull()
    expect([window.__pwned, ({} as { polluted?: unknown }).polluted]).toEqual([undefined, undefined])
  })

  it('does not hold the page up', async () => {
    const y = Array.from({ length: 18_000 }, (_, index) => Math.sin(index))
    const before = performance.now()
    await show({ data: [{ y, mode: 'markers' }] } as JsonObject)
    expect(performance.now() - before).toBeLessThan(paced(4_000))
  })
})
