import type { JsonObject, JsonValue } from '@pf/core'
import { afterEach, expect, it, vi } from 'vitest'
import { type Mounted, mountComponent } from '../../test-support/mount.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  vi.restoreAllMocks()
})

/** Returns the texts that a chart paints, without zero-width spaces. */
async function painted(option: JsonObject, wanted: readonly string[]): Promise<string[]> {
  const texts = new Set<string>()
  const { fillText } = CanvasRenderingContext2D.prototype
  vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (this: CanvasRenderingContext2D, ...args) {
    texts.add(args[0].replaceAll('\u200b', ''))
    fillText.apply(this, args)
  })
  mounted = mountComponent('echarts', { option })
  // A line is drawn from left to right, and its labels with it.
  await vi.waitFor(() => expect([...texts]).toEqual(expect.arrayContaining([...wanted])), { timeout: 30_000 })
  return [...texts]
}

const rows: JsonValue = [
  { month: 'Jan', sales: 1234, cost: 33 },
  { month: 'Feb', sales: 77, cost: 44 },
]
const lists: JsonValue = [
  ['month', 'sales', 'cost'],
  ['Jan', 1234, 33],
  ['Feb', 77, 44],
]
const label = { show: true, position: 'top' }
const across = { xAxis: { type: 'category' }, yAxis: {} }
const sales = { x: 'month', y: 'sales' }

it.each<[string, JsonObject, string[]]>([
  ['rows as objects', { dataset: { source: rows }, ...across, series: [{ type: 'bar', label, encode: sales }] }, ['1,234', '77']],
  ['rows as objects without columns', { dataset: { source: rows }, ...across, series: [{ type: 'bar', label }] }, ['1,234', '77']],
  ['a line', { dataset: { source: rows }, ...across, series: [{ type: 'line', label, encode: { x: 'month', y: 'cost' } }] }, ['33', '44']],
  ['rows as lists', { dataset: { source: lists }, ...across, series: [{ type: 'bar', label, encode: sales }] }, ['1,234', '77']],
  ['two series', { dataset: { source: lists }, ...across, series: ['bar', 'bar'].map((type) => ({ type, label })) }, ['1,234', '77', '33', '44']],
  [
    'horizontal bars',
    { dataset: { source: rows }, xAxis: {}, yAxis: { type: 'category' }, series: [{ type: 'bar', label, encode: { x: 'sales', y: 'month' } }] },
    ['1,234', '77'],
  ],
  [
    'a template',
    { dataset: { source: rows }, ...across, series: [{ type: 'bar', label: { ...label, formatter: '{b}: {c}' }, encode: sales }] },
    ['Jan: 1234', 'Feb: 77'],
  ],
  [
    'a template of a pie',
    { dataset: { source: rows }, series: [{ type: 'pie', label: { formatter: '{b}: {c}' }, encode: { itemName: 'month', value: 'cost' } }] },
    ['Jan: 33', 'Feb: 44'],
  ],
  ['its own data', { ...across, series: [{ type: 'scatter', label, data: [['Jan', 1234]] }] }, ['1,234']],
])('labels of a chart show the figures of %s', async (_, option, wanted) => {
  const texts = await painted(option, wanted)
  expect(texts.join(' ')).not.toContain('[object Object]')
})
