import { useVirtualizer } from '@tanstack/react-virtual'
import { GridRowView } from './grid-row.tsx'
import type { DrawnColumn, GridTableRow } from './use-grid-table.ts'

interface GridBodyProps {
  columns: readonly DrawnColumn[]
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
export const VIRTUAL_FROM = 100

/** The rows of a page; of a long one only those in view and a few around them. */
export function GridBody(props: GridBodyProps) {
  if (props.count > VIRTUAL_FROM) return <VirtualBody {...props} />
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
const unspoken = { 'aria-hidden': true } as const

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr {...unspoken} className="pf-data-spacer">
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
)
