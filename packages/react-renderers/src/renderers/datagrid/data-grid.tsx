import { useRef, useState } from 'react'
import { useRendering } from '../../hooks/context.ts'
import { scrollFrame } from '../../parts/scroll-frame.ts'
import { ArtifactFrame } from '../../renderer/artifact-frame.tsx'
import { styleVars } from '../../text/style-vars.ts'
import { FilterRow } from './filter-row.tsx'
import { GridBody, VIRTUAL_FROM } from './grid-body.tsx'
import { GridEmpty } from './grid-empty.tsx'
import { GridFoot } from './grid-foot.tsx'
import { HeaderCell } from './header-cell.tsx'
import type { GridRow } from './read-columns.ts'
import { saveFile } from './save-file.ts'
import { csvName, toCsv } from './to-csv.ts'
import { type DrawnColumn, type GridTable, useGridTable } from './use-grid-table.ts'

/** A table as it is asked for; all values are within the registry's bounds. */
export interface DataGridProps {
  columns: unknown
  rows: readonly GridRow[]
  total: number
  title: string | undefined
  /** Rows still arrive. */
  pending: boolean
  failed: boolean
  onRetry: () => void
  pageSize: number
  sortable: boolean
  filterable: boolean
  selectable: boolean
  exportable: boolean
  striped: boolean
  compact: boolean
}

/** A table to read, sort, search, page through, select in and save. */
export function DataGrid(props: DataGridProps) {
  const { rows, title, pending, pageSize, selectable } = props
  const { locale, currency } = useRendering()
  const { table, drawn } = useGridTable({ ...props, growing: pending, format: { locale, currency } })
  const scroll = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLTableRowElement>(null)
  const page = table.getRowModel().rows
  const rowHeight = props.compact ? 32 : 40
  const filtered = table.state.columnFilters.length > 0 || Boolean(table.state.globalFilter)
  const clear = () => {
    table.setColumnFilters([])
    table.setGlobalFilter('')
  }
  const { pageIndex, pageSize: perPage } = table.state.pagination
  return (
    <ArtifactFrame title={title} tools={<GridTools {...props} table={table} drawn={drawn} />}>
      <div
        className="pf-data-scroll"
        ref={scroll}
        data-tall={page.length > VIRTUAL_FROM || undefined}
        {...scrollFrame(title ? `Table: ${title}` : 'Table')}
        style={styleVars({ '--pf-row': `${rowHeight}px` })}
      >
        <table
          className="pf-data-table"
          data-striped={props.striped || undefined}
          data-fixed={Object.keys(table.state.columnSizing).length > 0 || undefined}
          aria-rowcount={table.getFilteredRowModel().rows.length + 1}
          style={{ minInlineSize: totalSize(table, selectable) }}
        >
          <colgroup>
            {selectable && <col style={{ inlineSize: TICK }} />}
            {drawn.map((column) => (
              <col key={column.id} style={{ inlineSize: table.getColumn(column.id)?.getSize() }} />
            ))}
          </colgroup>
          <thead>
            <tr ref={head} aria-rowindex={1}>
              {selectable && <TickAll table={table} />}
              {drawn.map((column) => (
                <HeaderCell key={column.id} column={column} table={table} onFreeze={() => freeze(table, drawn, head.current)} />
              ))}
            </tr>
            {drawn.some((column) => column.filterable) && <FilterRow columns={drawn} table={table} selectable={selectable} />}
          </thead>
          {page.length > 0 ? (
            <GridBody
              table={table}
              columns={drawn}
              rows={page}
              before={pageSize === 0 ? 0 : pageIndex * perPage}
              selectable={selectable}
              rowHeight={rowHeight}
              scroll={scroll}
            />
          ) : (
            <GridEmpty
              span={drawn.length + (selectable ? 1 : 0)}
              filtered={filtered}
              pending={pending}
              failed={props.failed}
              onClear={clear}
              onRetry={props.onRetry}
            />
          )}
        </table>
      </div>
      <GridFoot table={table} total={props.total} loaded={rows.length} paged={pageSize > 0} locale={locale} />
    </ArtifactFrame>
  )
}

const TICK = 40

const totalSize = (table: GridTable, selectable: boolean) => table.getTotalSize() + (selectable ? TICK : 0)

/** Widths stretch to fill the frame until the reader sets one: then all of them stay where they are. */
function freeze(table: GridTable, drawn: readonly DrawnColumn[], head: HTMLTableRowElement | null) {
  if (!head || Object.keys(table.state.columnSizing).length > 0) return
  const cells = [...head.cells].slice(-drawn.length)
  table.setColumnSizing(Object.fromEntries(drawn.map((column, index) => [column.id, cells[index]?.offsetWidth ?? column.minWidth])))
}

function TickAll({ table }: { table: GridTable }) {
  const all = table.getIsAllPageRowsSelected()
  const some = table.getIsSomePageRowsSelected()
  return (
    <th scope="col" className="pf-data-tick">
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some && !all
        }}
        onChange={(event) => table.toggleAllPageRowsSelected(event.target.checked)}
      />
    </th>
  )
}

function GridTools({ filterable, exportable, title, table, drawn, pending }: DataGridProps & { table: GridTable; drawn: readonly DrawnColumn[] }) {
  const [typed, setTyped] = useState('')
  if (!filterable && !exportable) return null
  const shown = table.state.globalFilter ? typed : ''
  const search = (text: string) => {
    setTyped(text)
    table.setGlobalFilter(text)
  }
  const save = () => {
    const picked = table.getFilteredSelectedRowModel().rows
    const rows = picked.length > 0 ? picked : table.getSortedRowModel().rows
    saveFile(
      csvName(title),
      'text/csv;charset=utf-8',
      toCsv(
        drawn,
        rows.map((row) => row.original),
      ),
    )
  }
  return (
    <>
      {filterable && (
        <input
          type="search"
          className="pf-input pf-data-search"
          aria-label="Filter rows"
          placeholder="Filter rows"
          value={shown}
          onChange={(event) => search(event.target.value)}
        />
      )}
      {exportable && (
        <button type="button" className="pf-tool" disabled={pending} onClick={save}>
          Download CSV
        </button>
      )}
    </>
  )
}
