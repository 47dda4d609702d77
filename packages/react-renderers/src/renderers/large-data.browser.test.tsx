import type { JsonObject } from '@pf/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'

const client = noClient()
let mounted: Mounted | undefined
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  vi.restoreAllMocks()
})

const many = <T,>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const slices = many(5_000, (at) => ({ name: `Shop ${at}`, value: at }))
const river = many(3_000, (at) => [`2024-01-0${1 + (at % 9)}`, at, `Shop ${at}`])

function show(component: string, props: JsonObject, status: 'streaming' | 'ready' = 'ready'): HTMLElement {
  const element = (
    <PfProvider client={client} locale="en">
      <ComponentRenderer component={stateOf(component, props, { status })} />
    </PfProvider>
  )
  if (mounted) mounted.render(element)
  else mounted = mount(element)
  return mounted.box
}
const cardOf = async (box: HTMLElement) => {
  await vi.waitFor(() => expect(box.querySelector('.pf-card')).not.toBeNull(), 10_000)
  return box.querySelector('.pf-card')?.textContent
}
const click = (box: HTMLElement, name: string) => [...box.querySelectorAll<HTMLElement>('.pf-tool')].find((button) => button.textContent === name)?.click()

describe('a chart of more than can be drawn', () => {
  it.each<[string, string, JsonObject, string, string]>([
    [
      'slices',
      'echarts',
      { option: { title: { text: 'Shops' }, series: [{ type: 'pie', data: slices }] } },
      '5,000 elements, and the maximum is 1,600',
      'Shop 1',
    ],
    ['rows as slices', 'echarts', { option: { dataset: { source: slices }, series: [{ type: 'pie' }] } }, '5,000 elements, and the maximum is 1,600', 'Shop 1'],
    [
      'a river',
      'echarts',
      { option: { singleAxis: {}, series: [{ type: 'themeRiver', data: river }] } },
      '27,200 elements, and the maximum is 15,000',
      'Shop 1',
    ],
    [
      'slices of Plotly',
      'plotly',
      { data: [{ type: 'pie', labels: slices.map(({ name }) => name), values: slices.map(({ value }) => value) }] },
      '5,000 elements, and the maximum is 300',
      'Shop 1',
    ],
  ])('says so with the figures and keeps its data as a table: %s', async (_, component, props, figures, cell) => {
    const box = show(component, props)
    expect(await cardOf(box)).toBe(`This chart is too large to draw: it has ${figures}. Use the table instead.`)
    expect(box.querySelector('canvas, .pf-plot')).toBeNull()
    expect((await axeFaults(box)).join('\n')).toBe('')
    click(box, 'Table')
    await vi.waitFor(() => expect(box.querySelector('tbody')?.textContent).toContain(cell), 10_000)
    expect(box.querySelector('.pf-card')).toBeNull()
    expect(box.querySelectorAll('tbody tr').length).toBeLessThan(200)
    click(box, 'Chart')
    await cardOf(box)
  })

  it.each<[string, JsonObject]>([
    ['echarts', { option: { series: [{ type: 'pie', data: slices }] } }],
    ['plotly', { data: [{ type: 'pie', values: slices.map(({ value }) => value) }] }],
  ])('says nothing while it arrives: %s', async (component, props) => {
    const box = show(component, props, 'streaming')
    await vi.waitFor(() => expect(box.querySelector('.pf-skeleton')).not.toBeNull())
    expect(box.querySelector('.pf-card')).toBeNull()
    show(component, props)
    expect(await cardOf(box)).toContain('too large to draw')
    expect(box.querySelector('.pf-skeleton')).toBeNull()
  })

  it('is reported for a diagram, with its source below', async () => {
    const code = `graph LR\n${many(400, (at) => ` a${at}-->b`).join('\n')}`
    const box = show('mermaid', { code })
    expect(await cardOf(box)).toBe('This diagram has too much to draw: 400 links, and the maximum is 300.')
    expect(box.querySelector('.pf-source-fold code')?.textContent).toBe(code)
  })
})

describe('a chart of nothing', () => {
  const axes = { xAxis: { data: ['a'] }, yAxis: {} }
  it.each<[string, JsonObject]>([
    ['echarts', { option: { series: [] } }],
    ['echarts', { option: { ...axes, series: [{ type: 'bar', data: [] }] } }],
    ['echarts', { option: { ...axes, dataset: { source: [] }, series: [{ type: 'bar' }] } }],
    ['plotly', { data: [] }],
    ['plotly', { data: [{ type: 'bar', x: ['a'], y: [] }] }],
  ])('says so when all of it is there, and not before: %s %j', async (component, props) => {
    const box = show(component, props, 'streaming')
    await vi.waitFor(() => expect(box.querySelector('.pf-skeleton')).not.toBeNull())
    expect(box.querySelector('.pf-card, canvas, .pf-plot')).toBeNull()
    show(component, props)
    expect(await cardOf(box)).toBe('This chart has no data to show.')
    expect(box.querySelector('.pf-skeleton, canvas, .pf-plot')).toBeNull()
  })
})
