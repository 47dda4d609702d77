import { useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { ComponentFrame } from '../../parts/component-frame.tsx'
import { styleVars } from '../../text/style-vars.ts'
import { scrollGroup } from '../shared/scroll-group.ts'
import { useScrollEdges } from '../shared/use-scroll-edges.ts'
import type { CellFigures } from './cell-figures.ts'
import { csvName, downloadFile, toCsv } from './csv.ts'
import { GridBody, GridEmpty, VIRTUALIZE_ABOVE } from './grid-body.tsx'
import { GridFoot } from './grid-foot.tsx'
import { FilterRow, HeaderCell, SelectAllCell } from './grid-head.tsx'
import { GridSearch } from './grid-search.tsx'
import type { GridRow } from './read-columns.ts'
import { SELECT_COLUMN_WIDTH, useColumnLayout } from './use-column-layout.ts'
import { type GridTable, type RenderedColumn, useGridTable } from './use-grid-table.ts'

/** The props of a data grid; all values are within the limits of the registry. */
export interface DataGridProps {
  columns: unknown
  rows: readonly GridRow[]
  /** The sources of the cells. Stable while they do not change. */
  figures?: CellFigures | undefined
  total: number
  title: string | undefined
  /** Hides the title, which then only names the table and its CSV file. */
  headless?: boolean
  /** True while rows are loading. */
  pending: boolean
  failed: boolean
  onRetry: () => void
  /** 0 shows all rows in one scrolling list. */
  pageSize: number
  sortable: boolean
  filterable: boolean
  selectable: boolean
  exportable: boolean
  striped: boolean
  compact: boolean
}

/** A table with sorting, filtering, pagination, selection and CSV export. */
export function DataGrid(props: DataGridProps) {
  const { rows, title, pending, pageSize, selectable } = props
  const messages = useMessages('datagrid', datagridMessages)
  const { locale, currency } = useRendering()
  const { table, rendered } = useGridTable({ ...props, format: { locale, currency } })
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [cleared, setCleared] = useState(0)
  useScrollEdges(frame)
  const layout = useColumnLayout(table, rendered, { frame, selectable })
  // Without pagination, the page model is not used, because it would iterate over all rows.
  const page = (pageSize === 0 ? table.getSortedRowModel() : table.getRowModel()).rows
  const rowHeight = props.compact ? 32 : 40
  const clear = () => {
    table.setColumnFilters([])
    table.setGlobalFilter('')
    setCleared(cleared + 1)
  }
  const { pageIndex, pageSize: perPage } = table.state.pagination
  return (
    <ComponentFrame title={props.headless ? undefined : title} tools={props.filterable && <GridSearch table={table} cleared={cleared} />}>
      <div
        className="pf-data-scroll pf-scroll-edges"
        ref={setFrame}
        data-tall={page.length > VIRTUALIZE_ABOVE || undefined}
        {...scrollGroup(title ? messages.table(title) : messages.rows)}
        style={styleVars({ '--pf-row': `${rowHeight}px` })}
      >
        <table
          className="pf-data-table"
          data-striped={props.striped || undefined}
          aria-rowcount={table.getFilteredRowModel().rows.length + 1}
          style={{ inlineSize: layout.total }}
        >
          <colgroup>
            {selectable && <col style={{ inlineSize: SELECT_COLUMN_WIDTH }} />}
            {rendered.map((column, index) => (
              <col key={column.id} style={{ inlineSize: layout.widths[index] }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {selectable && <SelectAllCell table={table} />}
              {rendered.map((column) => (
                <HeaderCell key={column.id} column={column} table={table} onFreeze={layout.freeze} />
              ))}
            </tr>
            {rendered.some((column) => column.filterable) && <FilterRow columns={rendered} table={table} selectable={selectable} />}
          </thead>
          {page.length > 0 ? (
            <GridBody
              columns={rendered}
              figures={props.figures}
              count={page.length}
              rowAt={(index) => page[index]}
              before={pageSize === 0 ? 0 : pageIndex * perPage}
              selectable={selectable}
              rowHeight={rowHeight}
              frame={frame}
            />
          ) : (
            <GridEmpty span={rendered.length + (selectable ? 1 : 0)} reason={emptyReason(props, table)} onClear={clear} onRetry={props.onRetry} />
          )}
        </table>
      </div>
      <GridFoot table={table} total={props.total} loaded={rows.length} paged={pageSize > 0} locale={locale}>
        {props.failed && rows.length > 0 && (
          <button type="button" className="pf-tool" onClick={props.onRetry}>
            {messages.loadRest}
          </button>
        )}
        {props.exportable && (
          <button type="button" className="pf-tool" disabled={pending} onClick={() => downloadCsv(table, rendered, title)}>
            {messages.download}
          </button>
        )}
      </GridFoot>
    </ComponentFrame>
  )
}

function emptyReason({ pending, failed, rows }: DataGridProps, table: GridTable) {
  if (failed && rows.length === 0) return 'failed'
  if (rows.length > 0 && (table.state.columnFilters.length > 0 || Boolean(table.state.globalFilter))) return 'noMatch'
  return pending ? 'pending' : 'empty'
}

/** Downloads the selected rows or, without a selection, all filtered rows in their current order. */
function downloadCsv(table: GridTable, rendered: readonly RenderedColumn[], title: string | undefined) {
  const picked = new Set(table.getFilteredSelectedRowModel().rows.map((row) => row.id))
  const sorted = table.getSortedRowModel().rows
  const rows = picked.size > 0 ? sorted.filter((row) => picked.has(row.id)) : sorted
  const text = toCsv(
    rendered,
    rows.map((row) => row.original),
  )
  downloadFile(csvName(title), 'text/csv;charset=utf-8', text)
}
