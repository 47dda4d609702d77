import type { ReactNode } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import type { GridTable } from './use-grid-table.ts'

interface GridFootProps {
  table: GridTable
  /** Number of rows in the data. `loaded` of them are available. */
  total: number
  loaded: number
  paged: boolean
  locale: string | undefined
  children: ReactNode
}

/** The footer with the number of rows and the pagination. */
export function GridFoot({ table, total, loaded, paged, locale, children }: GridFootProps) {
  const messages = useMessages('datagrid', datagridMessages)
  const { pageIndex, pageSize } = table.state.pagination
  const found = table.getFilteredRowModel().rows.length
  const pages = paged ? Math.ceil(found / pageSize) : 1
  const selected = Object.keys(table.state.rowSelection).length
  const number = new Intl.NumberFormat(locale)
  const first = pageIndex * pageSize + 1
  const last = Math.min(found, (pageIndex + 1) * pageSize)
  const counted = messages.rowCount({ total, all: number.format(total), found: found < loaded ? number.format(found) : undefined })
  return (
    <div className="pf-data-footer">
      <span aria-live="polite">
        {pages > 1 ? messages.range(number.format(first), number.format(last), counted) : counted}
        {loaded < total && messages.loaded(number.format(loaded))}
        {selected > 0 && messages.selected(number.format(selected))}
      </span>
      <span className="pf-data-pages">
        {pages > 1 && (
          <>
            <button type="button" className="pf-tool" disabled={pageIndex === 0} onClick={() => table.previousPage()}>
              {messages.previous}
            </button>
            <span>{messages.page(number.format(pageIndex + 1), number.format(pages))}</span>
            <button type="button" className="pf-tool" disabled={pageIndex >= pages - 1} onClick={() => table.nextPage()}>
              {messages.next}
            </button>
          </>
        )}
        {children}
      </span>
    </div>
  )
}
