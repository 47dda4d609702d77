import { useState } from 'react'
import { useIsomorphicLayoutEffect } from '../shared/use-before-paint.ts'
import type { GridTable, RenderedColumn } from './use-grid-table.ts'

/** Width in pixels of the selection column. */
export const SELECT_COLUMN_WIDTH = 40

/** The column widths of a table. They fill the container until the user resizes a column. */
export interface ColumnLayout {
  widths: readonly number[]
  total: number
  /** Sets the current width of all columns before one of them is resized. */
  freeze: () => void
}

/** Computes the column widths for the size of the container. */
export function useColumnLayout(
  table: GridTable,
  rendered: readonly RenderedColumn[],
  { frame, selectable }: { frame: Element | null; selectable: boolean },
): ColumnLayout {
  const room = useWidth(frame)
  const own = rendered.map((column) => table.getColumn(column.id)?.getSize() ?? column.minWidth)
  const fixed = Object.keys(table.state.columnSizing).length > 0
  const tick = selectable ? SELECT_COLUMN_WIDTH : 0
  const sum = own.reduce((all, width) => all + width, 0)
  const factor = fixed || sum === 0 ? 1 : Math.max(1, (room - tick) / sum)
  const widths = own.map((width) => Math.floor(width * factor))
  const freeze = () => {
    if (!fixed) table.setColumnSizing(Object.fromEntries(rendered.map((column, index) => [column.id, widths[index] ?? column.minWidth])))
  }
  return { widths, total: widths.reduce((all, width) => all + width, tick), freeze }
}

function useWidth(element: Element | null): number {
  const [width, setWidth] = useState(0)
  useIsomorphicLayoutEffect(() => {
    if (!element) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}
