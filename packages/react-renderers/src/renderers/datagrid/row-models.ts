import type { RowModel, Table, TableFeatures } from '@tanstack/react-table'
import { parseCalendarDate, parseTime } from '../../format/calendar.ts'
import { parseAmount, parseFigure } from '../../format/figures.ts'
import type { ValueFormat } from '../../format/value-formatter.ts'
import { type GridRow, isNumeric, valueAt } from './read-columns.ts'

/** The metadata of a column for the row models. */
export interface GridColumnMeta {
  field: string
  format: ValueFormat
}

/** The part of a table that the row models use. */
interface Source<F extends TableFeatures> {
  table: Pick<Table<F, GridRow>, 'getColumn' | 'getAllLeafColumns'>
  sorting: readonly { id: string; desc: boolean }[]
  columnFilters: readonly { id: string; value: unknown }[]
  globalFilter: unknown
}

type Model<F extends TableFeatures> = RowModel<F, GridRow>

/** Filters the rows of a model; returns the same model when there are no filters. */
export function filterModel<F extends TableFeatures>(
  model: Model<F>,
  { table, columnFilters, globalFilter }: Pick<Source<F>, 'table' | 'columnFilters' | 'globalFilter'>,
): Model<F> {
  const columnQueries = columnFilters.flatMap(({ id, value }) => {
    const query = textQuery(value)
    return query ? [{ query, field: fieldOf(table, id) }] : []
  })
  const all = textQuery(globalFilter)
  if (columnQueries.length === 0 && !all) return model
  const fields = table.getAllLeafColumns().map((column) => fieldOf(table, column.id))
  const rows = model.rows.filter(
    ({ original }) =>
      columnQueries.every(({ query, field }) => matchesText(valueAt(original, field), query)) &&
      (!all || fields.some((field) => matchesText(valueAt(original, field), all))),
  )
  return { ...model, rows, flatRows: rows }
}

/** Sorts the rows of a model; returns the same model when there is no sorting. */
export function sortModel<F extends TableFeatures>(model: Model<F>, { table, sorting }: Pick<Source<F>, 'table' | 'sorting'>): Model<F> {
  const first = sorting[0]
  const meta = first && metaOf(table, first.id)
  if (!first || !meta) return model
  const rows = sortRows({ rows: model.rows, value: (row) => valueAt(row.original, meta.field), format: meta.format, desc: first.desc })
  return { ...model, rows, flatRows: rows }
}

const metaOf = <F extends TableFeatures>(table: Source<F>['table'], id: string) => table.getColumn(id)?.columnDef.meta as GridColumnMeta | undefined
const fieldOf = <F extends TableFeatures>(table: Source<F>['table'], id: string) => metaOf(table, id)?.field ?? ''

/** A normalized filter query. */
export interface TextQuery {
  text: string
  /** The number without separators, if the query is a number. */
  number: string | undefined
}

/** Creates a query from a text; undefined when it is blank. */
export function textQuery(typed: unknown): TextQuery | undefined {
  const text = typeof typed === 'string' ? typed.trim().toLowerCase() : ''
  if (text === '') return undefined
  const bare = text.replace(/[\s\u00a0\u202f,'’]/g, '')
  return { text, number: /^-?\d[\d.]*$/.test(bare) ? bare : undefined }
}

/** True when a value contains the query; numbers are compared without separators. */
export function matchesText(value: unknown, query: TextQuery): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'number') return query.number !== undefined && String(value).includes(query.number)
  const text = (typeof value === 'object' ? JSON.stringify(value).slice(0, 2_000) : String(value)).toLowerCase()
  const figure = query.number === undefined ? undefined : parseFigure(text)
  return text.includes(query.text) || (figure !== undefined && String(figure).includes(query.number ?? ''))
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Longer tables are sorted by code units, because locale-aware sorting takes ten times as long. */
const LOCALE_ROWS = 20_000

/** True for blank values, which are sorted last in both directions. */
export const isBlank = (value: unknown) => value === null || value === undefined || value === '' || Number.isNaN(value)

interface SortRows<T> {
  rows: readonly T[]
  value: (row: T) => unknown
  format: ValueFormat
  desc: boolean
}

/** Sorts rows by a column: numbers by value, dates by time, texts by locale, different types apart, blanks last. The sort is stable. */
export function sortRows<T>({ rows, value, format, desc }: SortRows<T>): T[] {
  const large = rows.length > LOCALE_ROWS
  // Sort keys are computed once per row.
  const keyed = rows.map((row, index) => ({ row, index, key: keyOf(value(row), format, large) }))
  const order = desc ? -1 : 1
  keyed.sort((a, b) => compare(a.key, b.key, { large, order }) || a.index - b.index)
  return keyed.map(({ row }) => row)
}

type Key = number | string | undefined

function compare(a: Key, b: Key, { large, order }: { large: boolean; order: number }): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return order * (a - b)
  if (typeof a === 'string' && typeof b === 'string') return order * (large ? (a < b ? -1 : a > b ? 1 : 0) : collator.compare(a, b))
  return typeof a === 'number' ? -order : order
}

function keyOf(value: unknown, format: ValueFormat, large: boolean): Key {
  if (isBlank(value)) return undefined
  if (isTime(format)) {
    const time = parseCalendarDate(value, { midnight: format === 'date' })?.time ?? parseTime(value)
    if (time !== undefined) return time
  }
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : String(value)
  const amount = isNumeric(format) ? parseAmount(text) : undefined
  return amount ?? (large ? text.toLowerCase() : text)
}

const isTime = (format: ValueFormat) => format === 'date' || format === 'datetime'
