import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import type { GridTable } from './use-grid-table.ts'

/** Selects the rows of a page; in between when only some of them are. */
export function TickAll({ table }: { table: GridTable }) {
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
