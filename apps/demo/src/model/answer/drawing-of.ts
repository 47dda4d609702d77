import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../format/chart-option.ts'
import { capitalize } from '../format/format-values.ts'
import { rowsAlias } from '../query/compose-sql.ts'
import { pivots } from '../query/pivots.ts'
import type { ChangeQuery, Column, DistributionQuery, GroupsQuery, Query, RowsQuery } from '../query/query.ts'
import type { Row } from '../topics/topic.ts'
import { bars, type ChartData, lines, pie, points } from './chart-drawings.ts'
import type { Drawing } from './drawing.ts'
import type { Reading } from './reading.ts'
import { asTable, changeColumns, fallbackNote, formName, shareColumns, summaryColumns, titleOf } from './table-drawing.ts'
import { conditionsOf, scope } from './words.ts'

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
      return points(query, rows)
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

function rowsDrawing(query: RowsQuery, rows: RowsReference): Drawing {
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

function distributionDrawing(query: DistributionQuery, rows: RowsReference): Drawing {
  const { name, unit } = query.measure
  const x: Column = { alias: 'class_from', sql: '', title: `${capitalize(name)} from (${unit})`, kind: 'year' }
  const count: Column = { alias: 'number_of_rows', sql: '', title: `Number of ${query.dataset.noun.many}`, kind: 'number', decimals: 0 }
  if (query.form === 'table') return asTable(query, rows, [x, { ...x, alias: 'class_to', title: `below (${unit})` }, count])
  return bars(query, { rows, x, values: [count], title: `Distribution of ${name}` })
}

function changeDrawing(query: ChangeQuery, rows: RowsReference): Drawing {
  const value: Column = { alias: 'difference', sql: '', title: `Change of ${query.measure.name} (${query.measure.unit})`, kind: 'number' }
  if (query.form === 'bar' || query.form === 'chart') return bars(query, { rows, x: query.by as Column, values: [value], title: value.title })
  return asTable(query, rows, changeColumns(query), fallbackNote(query.form))
}
