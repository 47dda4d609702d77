import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { ResizeHandle } from './resize-handle.tsx'
import type { GridTable, RenderedColumn } from './use-grid-table.ts'

interface HeaderCellProps {
  column: RenderedColumn
  table: GridTable
  /** Sets the current width of all columns before one of them is resized. */
  onFreeze: () => void
}

const order = { asc: 'ascending', desc: 'descending' } as const
const marks = { asc: '↑', desc: '↓' } as const

/** A column header with sorting and a resize handle. */
export function HeaderCell({ column, table, onFreeze }: HeaderCellProps) {
  const model = table.getColumn(column.id)
  const sorted = model?.getIsSorted() || undefined
  return (
    <th scope="col" data-align={column.align} aria-sort={sorted ? order[sorted] : undefined}>
      {column.sortable ? (
        <button type="button" className="pf-data-sort" onClick={() => model?.toggleSorting()} title={column.header}>
          <span className="pf-data-name">{column.header}</span>
          <span className="pf-data-arrow" aria-hidden="true">
            {sorted ? marks[sorted] : ''}
          </span>
        </button>
      ) : (
        <span className="pf-data-name" title={column.header}>
          {column.header}
        </span>
      )}
      <ResizeHandle column={column} table={table} onFreeze={onFreeze} />
    </th>
  )
}

/** A checkbox that selects all rows of a page; it is indeterminate when some of them are selected. */
export function SelectAllCell({ table }: { table: GridTable }) {
  const messages = useMessages('datagrid', datagridMessages)
  // Both calls iterate over all rows of the page, so they are avoided without a selection.
  const none = Object.keys(table.state.rowSelection).length === 0
  const all = !none && table.getIsAllPageRowsSelected()
  const some = !none && !all && table.getIsSomePageRowsSelected()
  return (
    <th scope="col" className="pf-data-tick">
      <input
        type="checkbox"
        aria-label={messages.selectAll}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        onChange={(event) => table.toggleAllPageRowsSelected(event.target.checked)}
      />
    </th>
  )
}

interface FilterRowProps {
  columns: readonly RenderedColumn[]
  table: GridTable
  selectable: boolean
}

/** A row with a filter field for each filterable column. */
export function FilterRow({ columns, table, selectable }: FilterRowProps) {
  const messages = useMessages('datagrid', datagridMessages)
  return (
    <tr className="pf-data-filters">
      {selectable && <td />}
      {columns.map((column) => {
        const model = table.getColumn(column.id)
        const value = model?.getFilterValue()
        return (
          <td key={column.id}>
            {column.filterable && (
              <input
                type="search"
                className="pf-input"
                aria-label={messages.filterBy(column.header)}
                placeholder={messages.filter}
                value={typeof value === 'string' ? value : ''}
                onChange={(event) => model?.setFilterValue(event.target.value)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
