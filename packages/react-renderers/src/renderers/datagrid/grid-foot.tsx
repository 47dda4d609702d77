import type { ReactNode } from 'react'
import { useWords } from '../../messages/use-words.ts'
import type { GridTable } from './use-grid-table.ts'
import { datagridWords } from './words.ts'

interface GridFootProps {
  table: GridTable
  /** Rows in the data, of which `loaded` are here. */
  total: number
  loaded: number
  paged: boolean
  locale: string | undefined
  children: ReactNode
}

/** How many rows there are and which of them are shown, and the way to the others. */
export function GridFoot({ table, total, loaded, paged, locale, children }: GridFootProps) {
  const words = useWords('datagrid', datagridWords)
  const { pageIndex, pageSize } = table.state.pagination
  const found = table.getFilteredRowModel().rows.length
  const pages = paged ? Math.ceil(found / pageSize) : 1
  const selected = Object.keys(table.state.rowSelection).length
  const number = new Intl.NumberFormat(locale)
  const first = pageIndex * pageSize + 1
  const last = Math.min(found, (pageIndex + 1) * pageSize)
  const counted = words.counted({ total, all: number.format(total), found: found < loaded ? number.format(found) : undefined })
  return (
    <div className="pf-data-foot">
      <span aria-live="polite">
        {pages > 1 ? words.range(number.format(first), number.format(last), counted) : counted}
        {loaded < total && words.loaded(number.format(loaded))}
        {selected > 0 && words.selected(number.format(selected))}
      </span>
      <span className="pf-data-pages">
        {pages > 1 && (
          <>
            <button type="button" className="pf-tool" disabled={pageIndex === 0} onClick={() => table.previousPage()}>
              {words.previous}
            </button>
            <span>{words.page(number.format(pageIndex + 1), number.format(pages))}</span>
            <button type="button" className="pf-tool" disabled={pageIndex >= pages - 1} onClick={() => table.nextPage()}>
              {words.next}
            </button>
          </>
        )}
        {children}
      </span>
    </div>
  )
}
