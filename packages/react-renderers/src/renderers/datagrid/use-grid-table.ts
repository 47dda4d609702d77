import { type ColumnDef, type ReactTable, type Row, useTable } from '@tanstack/react-table'
import { useEffect, useMemo, useRef } from 'react'
import { columnDigits, type FormatOptions, type ValueFormatter, valueFormatter } from '../../format/value-formatter.ts'
import { useTextWidth } from '../shared/text-width.ts'
import { type GridFeatures, gridFeatures } from './grid-features.ts'
import { type GridColumn, type GridRow, readColumns, valueAt } from './read-columns.ts'
import type { GridColumnMeta } from './row-models.ts'

export type GridTable = ReactTable<GridFeatures, GridRow>
export type GridTableRow = Row<GridFeatures, GridRow>

/** A column with the formatter for its cells. */
export interface RenderedColumn extends GridColumn {
  write: ValueFormatter
}

interface UseGridTable {
  columns: unknown
  rows: readonly GridRow[]
  sortable: boolean
  /** 0 shows all rows in one list. */
  pageSize: number
  format: FormatOptions
}

const ALL = Number.MAX_SAFE_INTEGER
/** Number of rows on which the width of a column is based. */
const SAMPLE = 100

/** Creates the table model of a data grid and its columns. */
export function useGridTable({ columns, rows, sortable, pageSize, format }: UseGridTable): { table: GridTable; rendered: readonly RenderedColumn[] } {
  const { locale, currency } = format
  const rendered = useMemo(() => drawnColumns(readColumns(columns, rows, sortable), rows, { locale, currency }), [columns, rows, sortable, locale, currency])
  const widthOf = useTextWidth()
  const definitions = useMemo(() => rendered.map((column) => definition(column, rows, widthOf)), [rendered, rows, widthOf])
  const table = useTable({
    features: gridFeatures,
    columns: definitions,
    data: rows,
    initialState: { pagination: { pageIndex: 0, pageSize: pageSize === 0 ? ALL : pageSize } },
    enableMultiSort: false,
    autoResetPageIndex: false,
    getColumnCanGlobalFilter: () => true,
  })
  useFirstPage(table)
  return { table, rendered }
}

function drawnColumns(columns: readonly Omit<GridColumn, 'digits'>[], rows: readonly GridRow[], format: FormatOptions): RenderedColumn[] {
  return columns.map((column) => {
    const digits = columnDigits(
      rows.slice(0, 1_000).map((row) => valueAt(row, column.field)),
      column.format,
    )
    return { ...column, digits, write: valueFormatter(column.format, { ...format, digits, years: column.years }) }
  })
}

function definition(column: RenderedColumn, rows: readonly GridRow[], widthOf: (text: string) => number): ColumnDef<GridFeatures, GridRow> {
  const texts = column.width === undefined ? rows.slice(0, SAMPLE).map((row) => column.write(valueAt(row, column.field))) : []
  return {
    id: column.id,
    accessorFn: (row) => valueAt(row, column.field),
    header: column.header,
    meta: { field: column.field, format: column.format } satisfies GridColumnMeta,
    size: column.width ?? columnWidth(column, texts, widthOf),
    minSize: column.minWidth,
    maxSize: 2_000,
    enableSorting: column.sortable,
    sortDescFirst: column.align === 'right',
  }
}

/** Returns to the first page when the sorting or a filter changes, but not when rows are added. */
function useFirstPage(table: GridTable) {
  const { sorting, columnFilters, globalFilter } = table.state
  const seen = useRef({ sorting, columnFilters, globalFilter })
  useEffect(() => {
    const last = seen.current
    seen.current = { sorting, columnFilters, globalFilter }
    if (last.sorting !== sorting || last.columnFilters !== columnFilters || last.globalFilter !== globalFilter) table.setPageIndex(0)
  }, [table, sorting, columnFilters, globalFilter])
}

const MAX_WIDTH = 340
/** Horizontal padding of a cell, and the width of the sort mark in a header. */
const PADDING = 26
const SORT_MARK = 16

/** Width of a column in pixels, based on its header and the texts of its first rows. */
function columnWidth({ header, minWidth }: { header: string; minWidth: number }, texts: readonly string[], widthOf: (text: string) => number): number {
  const content = texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0)
  return Math.ceil(Math.max(minWidth, Math.min(MAX_WIDTH, Math.max(widthOf(header) + SORT_MARK, content) + PADDING)))
}
