import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { ResizeHandle } from './resize-handle.tsx'
import type { GridTable, RenderedColumn } from './use-grid-table.ts'

interface HeaderCellProps {
  column: RenderedColumn
  table: GridTable
  /** Fixes all columns at their present width, before one of them is changed. */
  onFreeze: () => void
}

const order = { asc: 'ascending', desc: 'descending' } as const
const marks = { asc: '↑', desc: '↓' } as const

/** A column's heading: sorts on click, says how it is sorted, and can be made wider. */
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

/** Selects the rows of a page; in between when only some of them are. */
export function SelectAllCell({ table }: { table: GridTable }) {
  const messages = useMessages('datagrid', datagridMessages)
  // Both look at every row of the page, which may be all of 100,000.
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

/** A field under each heading that may be filtered by. */
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
