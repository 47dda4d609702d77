import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../format/chart-option.ts'
import { capitalize } from '../format/format-values.ts'
import type { ChangeQuery, Column, Query } from '../query/query.ts'
import type { Form } from '../question/chunk.ts'
import type { Drawing } from './drawing.ts'
import { scope } from './words.ts'

/** Returns a table of the columns. */
export function asTable(query: Query, rows: RowsReference, columns: readonly Column[], note?: string): Drawing {
  return {
    component: 'datagrid',
    title: titleOf(query),
    props: { columns: columns.map(gridColumn), rows: { ...rows }, pageSize: 10, exportable: true },
    ...(note ? { note } : {}),
  }
}

function gridColumn({ alias, title, kind }: Column): JsonObject {
  if (kind === 'number') return { field: alias, header: title, format: 'number' }
  if (kind === 'year') return { field: alias, header: title, align: 'right' }
  if (kind === 'date' || kind === 'month') return { field: alias, header: title, format: 'date' }
  return { field: alias, header: title, minWidth: 120 }
}

/** Returns the title of a component, which names the rows and their conditions. */
export function titleOf(query: Query): string {
  if (query.kind === 'rows' && query.order?.column.name && query.limit !== undefined)
    return `${query.order.direction === 'max' ? 'Highest' : 'Lowest'} ${query.order.column.name}: ${scope(query)}`.slice(0, 200)
  return capitalize(scope(query)).slice(0, 200)
}

/** Returns the note that a table replaces the requested form. */
export const fallbackNote = (form: Form | undefined) =>
  form === undefined || form === 'table' || form === 'chart' || form === 'number'
    ? undefined
    : `These figures make no ${formName(form)}, so they are in a table.`

export const formName = (form: Form) =>
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

export function changeColumns({ from, to, measure, by }: ChangeQuery): Column[] {
  return [
    ...(by ? [by] : []),
    plain('value_from', capitalize(from.label)),
    plain('value_to', capitalize(to.label)),
    plain('difference', `Change (${measure.unit})`),
    plain('percent', 'Change (%)'),
  ]
}

const plain = (alias: string, title: string, kind: Column['kind'] = 'number'): Column => ({ alias, sql: '', title, kind })
export const summaryColumns = (): Column[] => [
  plain('measure', 'Column', 'text'),
  plain('figure', 'Average or total'),
  plain('median', 'Median'),
  plain('lowest', 'Lowest'),
  plain('highest', 'Highest'),
  plain('with_value', 'Rows with a value'),
]
export const shareColumns = (): Column[] => [plain('part', 'Rows that meet it'), plain('matching', 'All rows'), plain('percent', 'Share (%)')]
