import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { GridRowView } from './grid-row.tsx'
import type { DrawnColumn, GridTable, GridTableRow } from './use-grid-table.ts'

interface GridBodyProps {
  table: GridTable
  columns: readonly DrawnColumn[]
  rows: readonly GridTableRow[]
  /** Rows before these, on earlier pages. */
  before: number
  selectable: boolean
  rowHeight: number
  scroll: RefObject<HTMLDivElement | null>
}

/** Rows that are too many to stand in the page all at once. */
export const VIRTUAL_FROM = 100

/** The rows of a page; of a long one only those in view and a few around them. */
export function GridBody(props: GridBodyProps) {
  return props.rows.length > VIRTUAL_FROM ? <VirtualBody {...props} /> : <tbody>{props.rows.map((row, index) => rowView(props, row, index))}</tbody>
}

function rowView({ columns, before, selectable }: GridBodyProps, row: GridTableRow, index: number) {
  // The header is row 1.
  return (
    <GridRowView key={row.id} row={row} columns={columns} index={before + index + 2} selectable={selectable} selected={selectable && row.getIsSelected()} />
  )
}

function VirtualBody(props: GridBodyProps) {
  const { rows, rowHeight, scroll, columns, selectable } = props
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
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
      {items.map((item) => {
        const row = rows[item.index]
        return row && rowView(props, row, item.index)
      })}
      {below > 0 && <Spacer height={below} span={span} />}
    </tbody>
  )
}

/** Room for rows out of view; nothing of it is read out. */
const unspoken = { 'aria-hidden': true } as const

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr {...unspoken} className="pf-data-spacer">
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
)
