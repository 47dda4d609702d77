import { ResizeHandle } from './resize-handle.tsx'
import type { DrawnColumn, GridTable } from './use-grid-table.ts'

interface HeaderCellProps {
  column: DrawnColumn
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
