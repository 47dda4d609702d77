import { artifact } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { actionReply, answerReply, openSmallChat, type SmallChat, story } from './small-chat/open-small-chat.ts'

/** Each of the results is larger than what stands in props, so that it is stored and the page reads it. */
const measure = defineTool({
  name: 'measure',
  description: 'Measures.',
  input: z.object({}),
  output: z.object({
    rows: artifact(z.array(z.object({ station: z.string(), day: z.number(), rain: z.number() }))),
    values: artifact(z.array(z.number())),
    settings: artifact(z.object({ unit: z.string(), notes: z.array(z.string()) })),
  }),
  run: () => ({
    rows: Array.from({ length: 3_000 }, (_, day) => ({ station: `Station ${day}`, day, rain: day % 17 })),
    values: Array.from({ length: 9_000 }, (_, index) => index + 0.25),
    settings: { unit: 'millimetre', notes: Array.from({ length: 900 }, (_, index) => `Note ${index}: measured at noon, with the usual gauge.`) },
  }),
})
const columns = [{ field: 'station' }, { field: 'day' }, { field: 'rain' }]
const show = (id: string, component: string, props: object) => [
  actionReply('measure', {}),
  actionReply('render_component', { id, component, props }),
  answerReply(`Done: ${id}.`),
]
const stories = [
  story('table', show('table', 'datagrid', { columns, rows: { $artifact: 'measure.rows', select: ['station', 'rain'], limit: 1_500 } })),
  story(
    'chart',
    show('chart', 'echarts', {
      option: {
        dataset: { source: { $artifact: 'measure.rows', select: ['day', 'rain'], limit: 2_400 } },
        xAxis: { type: 'value' },
        yAxis: {},
        series: [{ type: 'line', encode: { x: 'day', y: 'rain' } }],
      },
    }),
  ),
  story('plot', show('plot', 'plotly', { data: [{ type: 'bar', y: { $artifact: 'measure.values', limit: 8_000 } }] })),
  story('object', show('object', 'json', { data: { $artifact: 'measure.settings' }, expandLevel: 1 })),
  story('figure', show('figure', 'metric', { label: 'Rain', value: 4, sparkline: { $artifact: 'measure.values', limit: 8_500 } })),
  story('update', [
    actionReply('measure', {}),
    actionReply('render_component', { id: 'update', component: 'datagrid', props: { columns, rows: { $artifact: 'measure.rows', limit: 1_500 } } }),
    actionReply('update_component', { id: 'update', patch: [{ op: 'add', path: '/pageSize', value: 25 }] }),
    answerReply('Done: update.'),
  ]),
]

let chat: SmallChat
beforeAll(async () => {
  chat = await openSmallChat({ stories, tools: [measure] })
})
afterAll(() => chat?.close())

/** Asks a question and returns the component that it shows. */
async function ask(question: string, component: string) {
  await chat.page.getByRole('button', { name: question, exact: true }).click()
  await chat.page.getByText(`Done: ${question}.`).waitFor()
  return chat.page.locator(`article:last-of-type [data-component="${component}"]`)
}

describe('data that a tool returned and that is too large for props', () => {
  it('shows the rows and fields of a table that the model asked for, and no others', async () => {
    const table = await ask('table', 'datagrid')
    await table.getByText('of 1,500 rows').waitFor()
    const cells = await table.locator('tbody tr').nth(3).locator('td').allTextContents()
    expect(cells.map((text) => text.trim())).toEqual(['Station 3', '', '3'])
  })

  it('draws the rows of a chart that the model asked for', async () => {
    const chart = await ask('chart', 'echarts')
    await chart.getByRole('button', { name: 'Table' }).click()
    await chart.locator('.pf-data-footer').getByText('2,400 rows', { exact: true }).waitFor()
    expect(await chart.locator('thead th').allTextContents()).toEqual(['day', 'rain'])
  })

  it('draws the values of a plot that the model asked for', async () => {
    const plot = await ask('plot', 'plotly')
    await plot.getByRole('button', { name: 'Table' }).click()
    await plot.locator('.pf-data-footer').getByText('8,000 rows', { exact: true }).waitFor()
  })

  it('shows an object, which has no pages', async () => {
    const tree = await ask('object', 'json')
    await tree.getByText('millimetre').waitFor()
  })

  it('draws a sparkline', async () => {
    const figure = await ask('figure', 'metric')
    await figure.getByRole('img', { name: '8500 values' }).waitFor()
  })

  it('stays in a component that is updated', async () => {
    const table = await ask('update', 'datagrid')
    await table.getByText('1–25 of 1,500 rows').waitFor()
  })
})
