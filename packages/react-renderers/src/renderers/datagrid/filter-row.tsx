import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import type { DrawnColumn, GridTable } from './use-grid-table.ts'

interface FilterRowProps {
  columns: readonly DrawnColumn[]
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
