import { type ColumnDef, type ReactTable, type Row, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { columnDigits, type FormatOptions, type ValueFormatter, valueFormatter } from '../../format/value-formatter.ts'
import { columnWidth } from './column-widths.ts'
import { isBlank, valueOrder } from './compare-values.ts'
import { type GridFeatures, gridFeatures } from './grid-features.ts'
import { matchesText, type TextQuery, textQuery } from './match-text.ts'
import { type GridColumn, type GridRow, readColumns, valueAt } from './read-columns.ts'

export type GridTable = ReactTable<GridFeatures, GridRow>
export type GridTableRow = Row<GridFeatures, GridRow>

/** A column with how its cells are written. */
export interface DrawnColumn extends GridColumn {
  write: ValueFormatter
}

interface UseGridTable {
  columns: unknown
  rows: readonly GridRow[]
  sortable: boolean
  /** 0: all rows in one list. */
  pageSize: number
  /** Rows still arrive: stay on the page that is read. */
  growing: boolean
  format: FormatOptions
}

const ALL = Number.MAX_SAFE_INTEGER
const SAMPLE = 100

type Matcher = (row: GridTableRow, id: string, typed: unknown) => boolean

/** Filters get their query ready-made: `resolveFilterValue` runs once, not per row. */
const filterText: Matcher & { resolveFilterValue?: (typed: unknown) => TextQuery | undefined } = (row, id, query) =>
  typeof query !== 'object' || query === null || matchesText(row.getValue(id), query as TextQuery)
filterText.resolveFilterValue = textQuery

/** The table model of a data grid and its columns as they are drawn. */
export function useGridTable({ columns, rows, sortable, pageSize, growing, format }: UseGridTable): { table: GridTable; drawn: readonly DrawnColumn[] } {
  const { locale, currency } = format
  const drawn = useMemo(() => drawnColumns(readColumns(columns, rows, sortable), rows, { locale, currency }), [columns, rows, sortable, locale, currency])
  const definitions = useMemo(() => drawn.map((column) => definition(column, rows)), [drawn, rows])
  const table = useTable({
    features: gridFeatures,
    columns: definitions,
    data: rows,
    initialState: { pagination: { pageIndex: 0, pageSize: pageSize === 0 ? ALL : pageSize } },
    enableMultiSort: false,
    autoResetPageIndex: !growing,
    globalFilterFn: filterText,
    getColumnCanGlobalFilter: () => true,
  })
  return { table, drawn }
}

function drawnColumns(columns: readonly Omit<GridColumn, 'digits'>[], rows: readonly GridRow[], format: FormatOptions): DrawnColumn[] {
  return columns.map((column) => {
    const digits = columnDigits(
      rows.slice(0, 1_000).map((row) => valueAt(row, column.field)),
      column.format,
    )
    return { ...column, digits, write: valueFormatter(column.format, { ...format, digits }) }
  })
}

function definition(column: DrawnColumn, rows: readonly GridRow[]): ColumnDef<GridFeatures, GridRow> {
  const order = valueOrder(column.format, rows.length)
  const texts = column.width === undefined ? rows.slice(0, SAMPLE).map((row) => column.write(valueAt(row, column.field))) : []
  return {
    id: column.id,
    // What sorts nowhere is undefined to the table, so that it stays last in both directions.
    accessorFn: (row) => blankToUndefined(valueAt(row, column.field)),
    header: column.header,
    size: column.width ?? columnWidth(column.header, texts, column.minWidth),
    minSize: column.minWidth,
    maxSize: 2_000,
    enableSorting: column.sortable,
    sortDescFirst: column.align === 'right',
    sortUndefined: 'last',
    sortFn: (a, b, id) => order(a.getValue(id), b.getValue(id)),
    filterFn: filterText,
  }
}

const blankToUndefined = (value: unknown) => (isBlank(value) ? undefined : value)
