import { isRecord } from '@pf/core/internal'
import type { ComponentText } from '../contracts/component-text.ts'
import { joined, numberRange } from './joined.ts'
import { asList, cellText, count, listAt, textAt, valueAt } from './parts.ts'

const maxPoints = 200
const maxSeries = 20

/** The title and every series with its values. `short` gives the type, number of points and range of each. Also used as the text alternative of the chart. */
export const echartsText: ComponentText = {
  full: ({ option }) => {
    const labels = categories(option)
    return joined(
      [title(option), ...allSeries(option).map((series) => `${name(series)}: ${points(series, labels)}`), ...datasets(option)].filter(Boolean),
      '\n',
    )
  },
  short: ({ option }) => {
    const series = allSeries(option)
    const parts = series.map((one) => `${name(one)} (${extent(one)})`)
    return [title(option) || 'Chart', parts.join(', ') || 'no series'].join(': ')
  },
}

const title = (option: unknown) =>
  asList(valueAt(option, 'title'))
    .map((part) => [textAt(part, 'text'), textAt(part, 'subtext')].filter(Boolean).join(', '))
    .join('; ')
const allSeries = (option: unknown) => asList(valueAt(option, 'series')).filter(isRecord).slice(0, maxSeries)
const name = (series: unknown) => [textAt(series, 'type'), textAt(series, 'name')].filter(Boolean).join(' ') || 'series'

function categories(option: unknown): readonly unknown[] {
  const axes = [...asList(valueAt(option, 'xAxis')), ...asList(valueAt(option, 'yAxis'))]
  return axes.map((axis) => listAt(axis, 'data')).find((data) => data.length > 0) ?? []
}

function points(series: unknown, labels: readonly unknown[]): string {
  const data = listAt(series, 'data')
  const shown = data.slice(0, maxPoints).map((point, index) => [pointName(point) || cellText(labels[index]), pointText(point)].filter(Boolean).join(' '))
  return shown.join(', ') + (data.length > maxPoints ? `, … ${count(data.length - maxPoints, 'more point')}` : '')
}

const pointName = (point: unknown) => textAt(point, 'name')

function pointText(point: unknown): string {
  const value = isRecord(point) ? valueAt(point, 'value') : point
  return Array.isArray(value)
    ? value
        .slice(0, 8)
        .map((part) => cellText(part))
        .join('/')
    : cellText(value)
}

/** Returns the number of points and, for plain numbers, their range. */
function extent(series: unknown): string {
  const data = listAt(series, 'data')
  return [data.length > 0 ? count(data.length, 'point') : 'data from a dataset', numberRange(data)].filter(Boolean).join(', ')
}

function datasets(option: unknown): string[] {
  return asList(valueAt(option, 'dataset')).map((dataset) => {
    const rows = listAt(dataset, 'source')
    const lines = rows
      .slice(0, maxPoints)
      .map((row) =>
        (isRecord(row) ? Object.entries(row).map(([key, value]) => `${key} ${cellText(value)}`) : asList(row).map((cell) => cellText(cell))).join(', '),
      )
    return [...lines, ...(rows.length > maxPoints ? [`… ${count(rows.length - maxPoints, 'more row')}`] : [])].join('\n')
  })
}
