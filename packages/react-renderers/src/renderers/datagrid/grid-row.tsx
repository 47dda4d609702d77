import { memo } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { withoutBidi } from '../../text/plain-text.ts'
import { valueAt } from './read-columns.ts'
import type { DrawnColumn, GridTableRow } from './use-grid-table.ts'

interface GridRowViewProps {
  row: GridTableRow
  columns: readonly DrawnColumn[]
  /** Place among all rows as a screen reader counts them. */
  index: number
  selectable: boolean
  selected: boolean
}

/** One row; drawn again only when something of it changes. */
export const GridRowView = /* @__PURE__ */ memo(function GridRowView({ row, columns, index, selectable, selected }: GridRowViewProps) {
  const messages = useMessages('datagrid', datagridMessages)
  return (
    <tr aria-rowindex={index} data-odd={index % 2 === 1 || undefined} data-selected={selected || undefined}>
      {selectable && (
        <td className="pf-data-tick">
          <input type="checkbox" aria-label={messages.selectRow(index - 1)} checked={selected} onChange={(event) => row.toggleSelected(event.target.checked)} />
        </td>
      )}
      {columns.map((column) => {
        const text = withoutBidi(column.write(valueAt(row.original, column.field)))
        return (
          <td key={column.id} data-align={column.align} title={text.length > 24 ? text.slice(0, 500) : undefined}>
            <bdi>{text}</bdi>
          </td>
        )
      })}
    </tr>
  )
})
