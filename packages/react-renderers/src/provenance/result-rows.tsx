import type { ArtifactPage, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { withoutBidi } from '../text/plain-text.ts'
import { cellText } from './cell-text.ts'
import type { FoundResult } from './find-result.ts'
import { rowText, type SourceContext } from './source-lines.ts'

interface ResultRowsProps {
  list: Extract<FoundResult, { kind: 'list' }>
  context: SourceContext
}

const pageRows = 20
const rowsBefore = 5
const maxColumns = 60

type Loaded = ArtifactPage | 'loading' | 'failed'

/** The rows of a result around the one that a figure comes from, page by page. */
export function ResultRows({ list, context: { messages, locale } }: ResultRowsProps) {
  const { read, row, field } = list
  const [offset, setOffset] = useState(Math.max(0, (row ?? 0) - rowsBefore))
  const [attempt, setAttempt] = useState(0)
  const [page, setPage] = useState<Loaded>('loading')
  useEffect(() => {
    let isCurrent = attempt >= 0
    const set = (loaded: Loaded) => isCurrent && setPage(loaded)
    setPage('loading')
    read(offset, pageRows).then(
      (loaded) => set(loaded),
      () => set('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [read, offset, attempt])
  const current = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    if (typeof page === 'object') current.current?.scrollIntoView?.({ block: 'nearest' })
  }, [page])
  if (page === 'loading') return <p role="status">{messages.loading}</p>
  if (page === 'failed') {
    return (
      <p role="alert">
        {messages.notLoaded}{' '}
        <button type="button" className="pf-button" onClick={() => setAttempt(attempt + 1)}>
          {messages.tryAgain}
        </button>
      </p>
    )
  }
  const items = page.items.slice(0, pageRows)
  const numbered = items.map((item, index) => ({ item, number: offset + index }))
  const columns = columnsOf(items, field)
  const write = (count: number) => new Intl.NumberFormat(locale).format(count)
  const isMissing = row !== undefined && row >= page.total
  return (
    <>
      {isMissing && <p role="status">{messages.noRow}</p>}
      <div className="pf-figure-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.rowNumber}</th>
              {columns.map((column) => (
                <th
                  scope="col"
                  key={column}
                  dir="auto"
                  data-number={items.some((item) => typeof cellOf(item, column) === 'number') || undefined}
                  data-current={column === field || undefined}
                >
                  {withoutBidi(column).slice(0, 80)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbered.map(({ item, number }) => {
              const isCurrent = number === row
              return (
                <tr key={number} ref={isCurrent ? current : undefined} data-current={isCurrent || undefined} aria-current={isCurrent || undefined}>
                  <th scope="row">{rowText(number, locale)}</th>
                  {columns.map((column) => (
                    <td
                      key={column}
                      dir="auto"
                      data-number={typeof cellOf(item, column) === 'number' || undefined}
                      data-current={(isCurrent && column === field) || undefined}
                    >
                      {cellText(cellOf(item, column))}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <footer>
        <span role="status">{items.length > 0 && messages.rows(write(offset + 1), write(offset + items.length), write(page.total))}</span>
        <button type="button" className="pf-tool" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageRows))}>
          {messages.earlier}
        </button>
        <button type="button" className="pf-tool" disabled={offset + items.length >= page.total} onClick={() => setOffset(offset + pageRows)}>
          {messages.later}
        </button>
      </footer>
    </>
  )
}

/** The column of a list of values that are no objects. */
const valueColumn = ''

/** Returns the fields of the rows, with that of the figure if they are too many. */
function columnsOf(items: readonly JsonValue[], field: string | undefined): string[] {
  const found = new Set(
    items.flatMap((item) => (isRecord(item) ? Object.keys(item).slice(0, maxColumns) : Array.isArray(item) ? indexesOf(item) : [valueColumn])),
  )
  const columns = [...found].slice(0, maxColumns)
  return field !== undefined && !columns.includes(field) && items.some((item) => isRecord(item) && Object.hasOwn(item, field)) ? [...columns, field] : columns
}

const indexesOf = (item: readonly JsonValue[]) => item.slice(0, maxColumns).map((_, index) => String(index))

function cellOf(item: JsonValue, column: string): JsonValue | undefined {
  if (Array.isArray(item)) return item[Number(column)]
  if (isRecord(item)) return Object.hasOwn(item, column) ? (item[column] as JsonValue) : undefined
  return column === valueColumn ? item : undefined
}
