import { useVirtualizer } from '@tanstack/react-virtual'
import { memo } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import { partMessages } from '../../messages/parts.ts'
import { withoutBidi } from '../../text/plain-text.ts'
import { valueAt } from './read-columns.ts'
import type { GridTableRow, RenderedColumn } from './use-grid-table.ts'

interface GridBodyProps {
  columns: readonly RenderedColumn[]
  /** Rows are asked for one by one: React's development build compares props in depth, which a list of 100,000 would not survive. */
  count: number
  rowAt: (index: number) => GridTableRow | undefined
  /** Rows before these, on earlier pages. */
  before: number
  selectable: boolean
  rowHeight: number
  /** The box that scrolls. */
  frame: HTMLElement | null
}

/** Rows that are too many to stand in the page all at once. */
export const VIRTUALIZE_ABOVE = 100

/** The rows of a page; of a long one only those in view and a few around them. */
export function GridBody(props: GridBodyProps) {
  if (props.count > VIRTUALIZE_ABOVE) return <VirtualBody {...props} />
  return <tbody>{Array.from({ length: props.count }, (_, index) => rowView(props, index))}</tbody>
}

function rowView({ columns, before, selectable, rowAt }: GridBodyProps, index: number) {
  const row = rowAt(index)
  if (!row) return null
  // The header is row 1.
  return (
    <GridRowView key={row.id} row={row} columns={columns} index={before + index + 2} selectable={selectable} selected={selectable && row.getIsSelected()} />
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

/** Room for rows out of view; nothing of it is read out. */
const hidden = { 'aria-hidden': true } as const

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr {...hidden} className="pf-data-spacer">
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
)

interface GridRowViewProps {
  row: GridTableRow
  columns: readonly RenderedColumn[]
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

interface GridEmptyProps {
  span: number
  reason: 'failed' | 'filtered' | 'pending' | 'empty'
  onClear: () => void
  onRetry: () => void
}

/** What stands in a table without rows: why, and what can be done. */
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
          {reason === 'filtered' && (
            <button type="button" className="pf-button" onClick={onClear}>
              {messages.clear}
            </button>
          )}
        </td>
      </tr>
    </tbody>
  )
}
