import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../format/chart-option.ts'
import { capitalize } from '../format/format-values.ts'
import { rowsAlias } from '../query/compose-sql.ts'
import { pivots } from '../query/pivots.ts'
import type { Column, GroupsQuery, Query } from '../query/query.ts'
import type { Form } from '../question/chunk.ts'
import type { Row } from '../topics/topic.ts'
import type { Reading } from './reading.ts'
import { conditionsOf, scope } from './words.ts'

/** A component of the answer, with its data by reference. */
export interface Drawing {
  component: 'echarts' | 'datagrid' | 'metric'
  title: string
  props: JsonObject
  /** The reason why the requested form was not drawn. */
  note?: string
}

const maxBars = 60

/** Returns the component that shows the rows of a query, or undefined if the text contains everything. */
export function drawingOf(query: Query, rows: RowsReference, { rowCount, preview }: Pick<Reading, 'rowCount' | 'preview'>): Drawing | undefined {
  const single = query.form === 'table' ? undefined : singleFigure(query, preview[0])
  if (single) return single
  switch (query.kind) {
    case 'rows':
      return rowsDrawing(query, rows)
    case 'groups':
      return groupsDrawing(query, rows, rowCount)
    case 'relation':
      return relationDrawing(query, rows)
    case 'distribution':
      return distributionDrawing(query, rows)
    case 'change':
      return query.by ? changeDrawing(query, rows) : asTable(query, rows, changeColumns(query), fallbackNote(query.form))
    case 'summary':
      return asTable(query, rows, summaryColumns(), fallbackNote(query.form))
    case 'share':
      return asTable(query, rows, shareColumns(), fallbackNote(query.form))
  }
}

/** Returns a metric component for a single figure. */
function singleFigure(query: Query, row: Row | undefined): Drawing | undefined {
  const [measure] = query.kind === 'summary' && query.measures.length === 1 && Number(row?.with_value) === 1 ? query.measures : []
  if (measure && typeof row?.lowest === 'number') {
    const name = `${capitalize(measure.name)}: ${scope(query)}`
    return { component: 'metric', title: name.slice(0, 200), props: { label: name, value: row.lowest, suffix: measure.unit } }
  }
  const cell = query.kind === 'groups' && query.keys.length === 0 && query.cells.length === 1 ? query.cells[0] : undefined
  const value = cell && row?.[cell.alias]
  if (!cell || typeof value !== 'number') return undefined
  const note = fallbackNote(query.form)
  const label =
    cell.aggregate === 'count'
      ? [capitalize(cell.name), conditionsOf(query)].filter((part) => part !== undefined).join(': ')
      : `${capitalize(cell.name)}: ${scope(query)}`
  return {
    component: 'metric',
    title: label.slice(0, 200),
    props: { label, value, ...(cell.unit && cell.aggregate !== 'count' ? { suffix: cell.unit } : {}) },
    ...(note
      ? { note: note.replace('are in a table', 'stand alone').replace('These figures make', 'One figure makes').replace('so they stand', 'so it stands') }
      : {}),
  }
}

const fallbackNote = (form: Form | undefined) =>
  form === undefined || form === 'table' || form === 'chart' || form === 'number'
    ? undefined
    : `These figures make no ${formName(form)}, so they are in a table.`
const formName = (form: Form) =>
  ({
    bar: 'bar chart',
    line: 'line chart',
    scatter: 'scatter plot',
    pie: 'pie chart',
    histogram: 'histogram',
    table: 'table',
    chart: 'chart',
    number: 'single number',
  })[form]

function gridColumn({ alias, title, kind }: Column): JsonObject {
  if (kind === 'number') return { field: alias, header: title, format: 'number' }
  if (kind === 'year') return { field: alias, header: title, align: 'right' }
  if (kind === 'date' || kind === 'month') return { field: alias, header: title, format: 'date' }
  return { field: alias, header: title, minWidth: 120 }
}

function asTable(query: Query, rows: RowsReference, columns: readonly Column[], note?: string): Drawing {
  return {
    component: 'datagrid',
    title: titleOf(query),
    props: { columns: columns.map(gridColumn), rows: { ...rows }, pageSize: 10, exportable: true },
    ...(note ? { note } : {}),
  }
}

function titleOf(query: Query): string {
  if (query.kind === 'rows' && query.order?.column.name && query.limit !== undefined)
    return `${query.order.direction === 'max' ? 'Highest' : 'Lowest'} ${query.order.column.name}: ${scope(query)}`.slice(0, 200)
  return capitalize(scope(query)).slice(0, 200)
}

function rowsDrawing(query: Extract<Query, { kind: 'rows' }>, rows: RowsReference): Drawing {
  const { form, columns, order } = query
  const names = columns.filter(({ kind }) => kind !== 'number')
  const [name] = names
  const measures = columns.filter(({ kind }) => kind === 'number')
  const value = order && measures.includes(order.column) ? order.column : measures[0]
  const limited = query.limit !== undefined && query.limit > 1
  if ((form === 'bar' || form === 'chart') && name && value && (limited || measures.length === 1))
    return bars(query, { rows, x: name, values: [value], title: value.title })
  const time = names.find(({ kind }) => kind === 'date' || kind === 'month')
  if ((form === 'line' || form === 'chart') && time && !query.dataset.entity) return lines(query, { rows, x: time, values: measures, title: titleOf(query) })
  return asTable(query, rows, columns, fallbackNote(form))
}

interface ChartData {
  rows: RowsReference
  x: Column
  values: readonly Column[]
  title: string
}

function frame({ rows, x }: ChartData, description: string): JsonObject {
  return {
    aria: { label: { description } },
    dataset: { source: { ...rows } },
    tooltip: { trigger: 'axis' },
    xAxis: { type: x.kind === 'date' || x.kind === 'month' ? 'time' : 'category', name: x.title },
  }
}

const unitTitle = (values: readonly Column[]) => {
  const [first] = values
  const units = new Set(values.map(({ unit }) => unit))
  return values.length === 1 || !first ? (first?.title ?? '') : units.size === 1 ? (first.unit ?? '') : ''
}

function bars(query: Query, data: ChartData, note?: string): Drawing {
  const option = {
    ...frame(data, `Bars: ${scope(query)}`),
    yAxis: { type: 'value', name: unitTitle(data.values), ...(query.kind === 'change' ? {} : { min: hasNegative(data.values) ? null : 0 }) },
    series: series(data, { type: 'bar' }),
  }
  return { component: 'echarts', title: data.title.slice(0, 200), props: { option: withoutNull(option), height: '360px' }, ...(note ? { note } : {}) }
}

/** True if the axis must include values below zero, which temperatures have. */
const hasNegative = (values: readonly Column[]) => values.some(({ unit }) => unit === '°C')

const withoutNull = (option: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(option, (_key, value: unknown) => (value === null ? undefined : value))) as JsonObject

function lines(query: Query, data: ChartData, note?: string): Drawing {
  const option = {
    ...frame(data, `Lines: ${scope(query)}`),
    yAxis: { type: 'value', name: unitTitle(data.values), scale: true },
    series: series(data, { type: 'line', showSymbol: false }),
  }
  return { component: 'echarts', title: data.title.slice(0, 200), props: { option, height: '360px' }, ...(note ? { note } : {}) }
}

const series = ({ x, values }: ChartData, kind: JsonObject): JsonObject[] =>
  values.map(({ alias, title }) => ({ ...kind, name: title, encode: { x: x.alias, y: alias } }))

function groupsDrawing(query: GroupsQuery, rows: RowsReference, rowCount: number): Drawing | undefined {
  const { keys, cells, form, dataset } = query
  const columns = [
    ...keys,
    ...cells,
    ...(cells.some(({ aggregate }) => aggregate === 'count')
      ? []
      : [
          { alias: rowsAlias, sql: '', title: `Number of ${dataset.table === 'gapminder' ? 'rows' : dataset.noun.many}`, kind: 'number', decimals: 0 } as const,
        ]),
  ]
  const numbers = cells.filter(({ kind }) => kind === 'number')
  const [key, second] = keys
  const name = capitalize(cells.map((cell) => cell.name).join(', '))
  if (!key) return asTable(query, rows, columns, fallbackNote(form))
  if (form === 'table' || query.counting || (second && !pivots(query)) || numbers.length !== cells.length)
    return asTable(query, rows, columns, form === 'table' ? undefined : fallbackNote(form))
  if (new Set(numbers.map(({ unit }) => unit)).size > 1) return asTable(query, rows, columns, fallbackNote(form))
  const title = `${name} by ${keys.map(({ title }) => title.toLowerCase()).join(' and ')}`
  if (second) return pivoted(query, rows, title)
  const data: ChartData = { rows, x: key, values: numbers, title }
  const timed = key.grain !== undefined && key.grain !== 'calendar month' && key.grain !== 'season' && !query.order
  if (form === 'pie') return pie(query, data)
  if (form === 'scatter' || form === 'histogram') return bars(query, data, `These figures make no ${formName(form)}, so they are drawn as bars.`)
  if (form === 'line') return key.grain ? lines(query, data) : bars(query, data, 'A line needs a time axis, so the figures are drawn as bars.')
  if (form === 'bar') return bars(query, data)
  if (rowCount === 1 || (rowCount > maxBars + 1 && !timed)) return asTable(query, rows, columns)
  return timed && rowCount > 4 ? lines(query, data) : bars(query, data)
}

/** Returns a pie chart. A pie shows parts of a total, which only counts and sums are. */
function pie(query: GroupsQuery, data: ChartData): Drawing {
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

function pivoted(query: GroupsQuery, rows: RowsReference, title: string): Drawing {
  const [key] = query.keys
  const [cell] = query.cells
  const columns = (pivots(query) ?? []).map(({ column }) => column)
  const data: ChartData = { rows, x: key as Column, values: columns, title }
  const timed = key?.grain !== undefined && key.grain !== 'calendar month' && key.grain !== 'season' && query.form !== 'bar'
  const drawn = timed ? lines(query, data) : bars(query, data)
  const axis = (drawn.props as { option: { yAxis: JsonObject } }).option.yAxis
  axis.name = cell?.title ?? ''
  return drawn
}

function relationDrawing(query: Extract<Query, { kind: 'relation' }>, rows: RowsReference): Drawing {
  const { x, y, by, dataset } = query
  const values = by ? (dataset.dimensions.find(({ id }) => id === by.dimension)?.values ?? []) : []
  const points = values.length === 0 ? [{ name: y.name, field: 'y' }] : values.map(({ label }, index) => ({ name: label, field: `y_${index + 1}` }))
  const option = {
    aria: { label: { description: `Points: ${scope(query)}` } },
    dataset: { source: { ...rows } },
    tooltip: { trigger: 'item' },
    xAxis: { type: 'value', name: `${capitalize(x.name)} (${x.unit})`, scale: true },
    yAxis: { type: 'value', name: `${capitalize(y.name)} (${y.unit})`, scale: true },
    series: points.map(({ name, field }) => ({ type: 'scatter', name, symbolSize: 6, encode: { x: 'x', y: field } })),
  }
  return { component: 'echarts', title: `${capitalize(y.name)} against ${x.name}`, props: { option, height: '400px' } }
}

function distributionDrawing(query: Extract<Query, { kind: 'distribution' }>, rows: RowsReference): Drawing {
  const { name, unit } = query.measure
  const x: Column = { alias: 'class_from', sql: '', title: `${capitalize(name)} from (${unit})`, kind: 'year' }
  const count: Column = { alias: 'number_of_rows', sql: '', title: `Number of ${query.dataset.noun.many}`, kind: 'number', decimals: 0 }
  if (query.form === 'table') return asTable(query, rows, [x, { ...x, alias: 'class_to', title: `below (${unit})` }, count])
  return bars(query, { rows, x, values: [count], title: `Distribution of ${name}` })
}

function changeColumns({ from, to, measure, by }: Extract<Query, { kind: 'change' }>): Column[] {
  const column = (alias: string, title: string): Column => ({ alias, sql: '', title, kind: 'number' })
  return [
    ...(by ? [by] : []),
    column('value_from', capitalize(from.label)),
    column('value_to', capitalize(to.label)),
    column('difference', `Change (${measure.unit})`),
    column('percent', 'Change (%)'),
  ]
}

function changeDrawing(query: Extract<Query, { kind: 'change' }>, rows: RowsReference): Drawing {
  const value: Column = { alias: 'difference', sql: '', title: `Change of ${query.measure.name} (${query.measure.unit})`, kind: 'number' }
  if (query.form === 'bar' || query.form === 'chart') return bars(query, { rows, x: query.by as Column, values: [value], title: value.title })
  return asTable(query, rows, changeColumns(query), fallbackNote(query.form))
}

const plain = (alias: string, title: string, kind: Column['kind'] = 'number'): Column => ({ alias, sql: '', title, kind })
const summaryColumns = (): Column[] => [
  plain('measure', 'Column', 'text'),
  plain('figure', 'Average or total'),
  plain('median', 'Median'),
  plain('lowest', 'Lowest'),
  plain('highest', 'Highest'),
  plain('with_value', 'Rows with a value'),
]
const shareColumns = (): Column[] => [plain('part', 'Rows that meet it'), plain('matching', 'All rows'), plain('percent', 'Share (%)')]
