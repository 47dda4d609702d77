import type { RowModel, Table, TableFeatures } from '@tanstack/react-table'
import type { ValueFormat } from '../../format/value-formatter.ts'
import { matchesText, textQuery } from './match-text.ts'
import { type GridRow, valueAt } from './read-columns.ts'
import { sortRows } from './sort-rows.ts'

/** What a column tells the row models of itself. */
export interface GridColumnMeta {
  field: string
  format: ValueFormat
}

/** The part of a table that row models read. */
interface Source<F extends TableFeatures> {
  table: Pick<Table<F, GridRow>, 'getColumn' | 'getAllLeafColumns'>
  sorting: readonly { id: string; desc: boolean }[]
  columnFilters: readonly { id: string; value: unknown }[]
  globalFilter: unknown
}

type Model<F extends TableFeatures> = RowModel<F, GridRow>

/** The rows of a model that pass the filters; the model itself when there are none. */
export function filterModel<F extends TableFeatures>(
  model: Model<F>,
  { table, columnFilters, globalFilter }: Pick<Source<F>, 'table' | 'columnFilters' | 'globalFilter'>,
): Model<F> {
  const own = columnFilters.flatMap(({ id, value }) => {
    const query = textQuery(value)
    return query ? [{ query, field: fieldOf(table, id) }] : []
  })
  const all = textQuery(globalFilter)
  if (own.length === 0 && !all) return model
  const fields = table.getAllLeafColumns().map((column) => fieldOf(table, column.id))
  const rows = model.rows.filter(
    ({ original }) =>
      own.every(({ query, field }) => matchesText(valueAt(original, field), query)) &&
      (!all || fields.some((field) => matchesText(valueAt(original, field), all))),
  )
  return { ...model, rows, flatRows: rows }
}

/** The rows of a model in the order asked for; the model itself when none is. */
export function sortModel<F extends TableFeatures>(model: Model<F>, { table, sorting }: Pick<Source<F>, 'table' | 'sorting'>): Model<F> {
  const first = sorting[0]
  const meta = first && metaOf(table, first.id)
  if (!first || !meta) return model
  const rows = sortRows({ rows: model.rows, value: (row) => valueAt(row.original, meta.field), format: meta.format, desc: first.desc })
  return { ...model, rows, flatRows: rows }
}

const metaOf = <F extends TableFeatures>(table: Source<F>['table'], id: string) => table.getColumn(id)?.columnDef.meta as GridColumnMeta | undefined
const fieldOf = <F extends TableFeatures>(table: Source<F>['table'], id: string) => metaOf(table, id)?.field ?? ''
