import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { datagridMessages } from '../../messages/datagrid.ts'
import type { GridTable, RenderedColumn } from './use-grid-table.ts'

interface ResizeHandleProps {
  column: RenderedColumn
  table: GridTable
  onFreeze: () => void
}

const STEP = 16
const MAX_WIDTH = 2_000

/** The resize handle of a column. It supports dragging and the arrow keys; Enter or a double click resets the width. */
export function ResizeHandle({ column, table, onFreeze }: ResizeHandleProps) {
  const messages = useMessages('datagrid', datagridMessages)
  const drag = useRef<{ x: number; width: number } | undefined>(undefined)
  const width = () => table.getColumn(column.id)?.getSize() ?? column.minWidth
  const set = (next: number) => {
    const kept = Math.round(Math.min(MAX_WIDTH, Math.max(column.minWidth, next)))
    table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: kept }))
  }
  const reset = () => table.setColumnSizing({})

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const cell = event.currentTarget.closest('th')
    onFreeze()
    drag.current = { x: event.clientX, width: cell?.offsetWidth ?? width() }
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (drag.current) set(drag.current.width + (event.clientX - drag.current.x) * direction(event.currentTarget))
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = (event.shiftKey ? 4 * STEP : STEP) * direction(event.currentTarget)
    const moves = new Map([
      ['ArrowLeft', (from: number) => set(from - by)],
      ['ArrowRight', (from: number) => set(from + by)],
      ['Home', () => set(column.minWidth)],
      ['Enter', reset],
    ])
    const move = moves.get(event.key)
    if (!move) return
    event.preventDefault()
    const shown = event.currentTarget.closest('th')?.offsetWidth
    if (event.key !== 'Enter') onFreeze()
    move(shown ?? width())
  }
  const stop = () => {
    drag.current = undefined
  }
  return (
    <hr
      className="pf-data-resize"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.width(column.header)}
      aria-valuenow={Math.round(width())}
      aria-valuemin={column.minWidth}
      aria-valuemax={MAX_WIDTH}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  )
}

const direction = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
