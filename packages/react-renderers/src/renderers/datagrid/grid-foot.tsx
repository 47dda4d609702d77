import type { ReactNode } from 'react'
import type { GridTable } from './use-grid-table.ts'

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
  const { pageIndex, pageSize } = table.state.pagination
  const found = table.getFilteredRowModel().rows.length
  const pages = paged ? Math.ceil(found / pageSize) : 1
  const selected = Object.keys(table.state.rowSelection).length
  const number = new Intl.NumberFormat(locale)
  const first = pageIndex * pageSize + 1
  const last = Math.min(found, (pageIndex + 1) * pageSize)
  const rows = total === 1 ? 'row' : 'rows'
  const counted = found < loaded ? `${number.format(found)} of ${number.format(total)} ${rows}` : `${number.format(total)} ${rows}`
  return (
    <div className="pf-data-foot">
      <span aria-live="polite">
        {pages > 1 ? `${number.format(first)}–${number.format(last)} of ${counted}` : counted}
        {loaded < total && `, ${number.format(loaded)} loaded`}
        {selected > 0 && `, ${number.format(selected)} selected`}
      </span>
      <span className="pf-data-pages">
        {pages > 1 && (
          <>
            <button type="button" className="pf-tool" disabled={pageIndex === 0} onClick={() => table.previousPage()}>
              Previous
            </button>
            <span>
              Page {number.format(pageIndex + 1)} of {number.format(pages)}
            </span>
            <button type="button" className="pf-tool" disabled={pageIndex >= pages - 1} onClick={() => table.nextPage()}>
              Next
            </button>
          </>
        )}
        {children}
      </span>
    </div>
  )
}
