import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../format/chart-option.ts'
import { capitalize } from '../format/format-values.ts'
import type { Column, GroupsQuery, Query, RelationQuery } from '../query/query.ts'
import type { Drawing } from './drawing.ts'
import { scope } from './words.ts'

/** The columns of a chart and a reference to its rows. `x` is the column of names or times. */
export interface ChartData {
  rows: RowsReference
  x: Column
  values: readonly Column[]
  title: string
}

/** Returns a bar chart with a series for each column of values. */
export function bars(query: Query, data: ChartData, note?: string): Drawing {
  const option = {
    ...frame(data, `Bars: ${scope(query)}`),
    yAxis: { type: 'value', name: unitTitle(data.values), ...(query.kind === 'change' ? {} : { min: hasNegative(data.values) ? null : 0 }) },
    series: series(data, { type: 'bar' }),
  }
  return { component: 'echarts', title: data.title.slice(0, 200), props: { option: withoutNull(option), height: '360px' }, ...(note ? { note } : {}) }
}

/** Returns a line chart with a series for each column of values. */
export function lines(query: Query, data: ChartData, note?: string): Drawing {
  const option = {
    ...frame(data, `Lines: ${scope(query)}`),
    yAxis: { type: 'value', name: unitTitle(data.values), scale: true },
    series: series(data, { type: 'line', showSymbol: false }),
  }
  return { component: 'echarts', title: data.title.slice(0, 200), props: { option, height: '360px' }, ...(note ? { note } : {}) }
}

/** Returns a pie chart. A pie shows parts of a total, which only counts and sums are. */
export function pie(query: GroupsQuery, data: ChartData): Drawing {
  const [value] = data.values
  const [cell] = query.cells
  if (!value || data.values.length !== 1 || !(cell?.aggregate === 'count' || cell?.aggregate === 'sum' || cell?.measure?.together))
    return bars(query, data, 'A pie shows parts of a whole and these figures are none, so they are drawn as bars.')
  const option = {
    aria: { label: { description: `Shares: ${scope(query)}` } },
    dataset: { source: { ...data.rows } },
    tooltip: { trigger: 'item' },
    legend: {},
    series: [{ type: 'pie', radius: '60%', encode: { itemName: data.x.alias, value: value.alias } }],
  }
  return { component: 'echarts', title: data.title.slice(0, 200), props: { option, height: '360px' } }
}

/** Returns a scatter plot of two measures, with a series for each group. */
export function points(query: RelationQuery, rows: RowsReference): Drawing {
  const { x, y, by, dataset } = query
  const values = by ? (dataset.dimensions.find(({ id }) => id === by.dimension)?.values ?? []) : []
  const series = values.length === 0 ? [{ name: y.name, field: 'y' }] : values.map(({ label }, index) => ({ name: label, field: `y_${index + 1}` }))
  const option = {
    aria: { label: { description: `Points: ${scope(query)}` } },
    dataset: { source: { ...rows } },
    tooltip: { trigger: 'item' },
    xAxis: { type: 'value', name: `${capitalize(x.name)} (${x.unit})`, scale: true },
    yAxis: { type: 'value', name: `${capitalize(y.name)} (${y.unit})`, scale: true },
    series: series.map(({ name, field }) => ({ type: 'scatter', name, symbolSize: 6, encode: { x: 'x', y: field } })),
  }
  return { component: 'echarts', title: `${capitalize(y.name)} against ${x.name}`, props: { option, height: '400px' } }
}

function frame({ rows, x }: ChartData, description: string): JsonObject {
  return {
    aria: { label: { description } },
    dataset: { source: { ...rows } },
    tooltip: { trigger: 'axis' },
    xAxis: { type: x.kind === 'date' || x.kind === 'month' ? 'time' : 'category', name: x.title },
  }
}

const series = ({ x, values }: ChartData, kind: JsonObject): JsonObject[] =>
  values.map(({ alias, title }) => ({ ...kind, name: title, encode: { x: x.alias, y: alias } }))

const unitTitle = (values: readonly Column[]) => {
  const [first] = values
  const units = new Set(values.map(({ unit }) => unit))
  return values.length === 1 || !first ? (first?.title ?? '') : units.size === 1 ? (first.unit ?? '') : ''
}

/** True if the axis must include values below zero, which temperatures have. */
const hasNegative = (values: readonly Column[]) => values.some(({ unit }) => unit === '°C')

const withoutNull = (option: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(option, (_key, value: unknown) => (value === null ? undefined : value))) as JsonObject
