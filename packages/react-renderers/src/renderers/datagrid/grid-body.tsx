import { useVirtualizer } from '@tanstack/react-virtual'
import { memo } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { partMessages } from '../../messages/parts.ts'
import { FigureSpot } from '../../parts/figure-spot.tsx'
import { withoutBidi } from '../../text/plain-text.ts'
import type { CellFigures } from './cell-figures.ts'
import { valueAt } from './read-columns.ts'
import type { GridTableRow, RenderedColumn } from './use-grid-table.ts'

interface GridBodyProps {
  columns: readonly RenderedColumn[]
  figures: CellFigures | undefined
  /** Rows are read one at a time, because the development build of React compares props deeply, which is too slow for 100,000 rows. */
  count: number
  rowAt: (index: number) => GridTableRow | undefined
  /** Number of rows on previous pages. */
  before: number
  selectable: boolean
  rowHeight: number
  /** The scroll container. */
  frame: HTMLElement | null
}

/** Pages with more rows are virtualized. */
export const VIRTUALIZE_ABOVE = 100

/** The rows of a page. Long pages only render the rows near the viewport. */
export function GridBody(props: GridBodyProps) {
  if (props.count > VIRTUALIZE_ABOVE) return <VirtualBody {...props} />
  return <tbody>{Array.from({ length: props.count }, (_, index) => rowView(props, index))}</tbody>
}

function rowView({ columns, figures, before, selectable, rowAt }: GridBodyProps, index: number) {
  const row = rowAt(index)
  if (!row) return null
  // The header row has index 1.
  return (
    <GridRowView
      key={row.id}
      row={row}
      columns={columns}
      figures={figures}
      index={before + index + 2}
      first={index === 0}
      selectable={selectable}
      selected={selectable && row.getIsSelected()}
    />
  )
}

function VirtualBody(props: GridBodyProps) {
  const { count, rowHeight, frame, columns, selectable } = props
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const span = columns.length + (selectable ? 1 : 0)
  return (
    <tbody>
      {above > 0 && <Spacer height={above} span={span} />}
      {items.map((item) => rowView(props, item.index))}
      {below > 0 && <Spacer height={below} span={span} />}
    </tbody>
  )
}

/** Attributes of a placeholder for rows outside of the viewport. */
const hidden = { 'aria-hidden': true } as const

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr {...hidden} className="pf-data-spacer">
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
)

interface GridRowViewProps {
  row: GridTableRow
  columns: readonly RenderedColumn[]
  figures: CellFigures | undefined
  /** True for the first row of the page, which has the tab stop of the figures. */
  first: boolean
  /** Row index for `aria-rowindex`. */
  index: number
  selectable: boolean
  selected: boolean
}

/** A memoized row. */
export const GridRowView = /* @__PURE__ */ memo(function GridRowView({ row, columns, figures, first, index, selectable, selected }: GridRowViewProps) {
  const messages = useMessages('datagrid', datagridMessages)
  const marks = figures && columns.map(({ field }) => figures(row.index, field, valueAt(row.original, field)))
  const firstMark = first ? marks?.findIndex(Boolean) : undefined
  return (
    <tr aria-rowindex={index} data-odd={index % 2 === 1 || undefined} data-selected={selected || undefined}>
      {selectable && (
        <td className="pf-data-tick">
          <input type="checkbox" aria-label={messages.selectRow(index - 1)} checked={selected} onChange={(event) => row.toggleSelected(event.target.checked)} />
        </td>
      )}
      {columns.map((column, at) => {
        const text = withoutBidi(column.write(valueAt(row.original, column.field)))
        const mark = text === '' ? undefined : marks?.[at]
        return (
          <td key={column.id} data-align={column.align} title={text.length > 24 ? text.slice(0, 500) : undefined}>
            <bdi>{mark ? <FigureSpot {...mark} text={text} tabStop={at === firstMark} /> : text}</bdi>
          </td>
        )
      })}
    </tr>
  )
})

interface GridEmptyProps {
  span: number
  reason: 'failed' | 'noMatch' | 'pending' | 'empty'
  onClear: () => void
  onRetry: () => void
}

/** The content of a table without rows: the reason, and a button where it helps. */
export function GridEmpty({ span, reason, onClear, onRetry }: GridEmptyProps) {
  const messages = useMessages('datagrid', datagridMessages)
  const { retry } = useMessages('parts', partMessages)
  return (
    <tbody>
      <tr>
        <td colSpan={span} className="pf-data-empty">
          {messages[reason]}{' '}
          {reason === 'failed' && (
            <button type="button" className="pf-button" onClick={onRetry}>
              {retry}
            </button>
          )}
          {reason === 'noMatch' && (
            <button type="button" className="pf-button" onClick={onClear}>
              {messages.clear}
            </button>
          )}
        </td>
      </tr>
    </tbody>
  )
}
