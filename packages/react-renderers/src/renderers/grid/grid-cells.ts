import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** A cell of a grid; its numbers are within their bounds. */
export interface GridCell {
  key: string
  /** Position in the props. */
  index: number
  component: string
  props: JsonObject
  title: string | undefined
  colSpan: number
  rowSpan: number
}

/** Converts a value to an integer within bounds. */
export function clampInteger(value: unknown, low: number, high: number, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, Math.trunc(value))) : fallback
}

const GAP = /^(\d{1,3}(?:\.\d{1,2})?)(px|rem|em)$/

/** Reads a CSS gap of at most 4 rem; undefined for anything else. */
export function gapOf(value: unknown): string | undefined {
  const match = typeof value === 'string' ? GAP.exec(value) : null
  if (!match?.[1] || !match[2]) return undefined
  const max = match[2] === 'px' ? 64 : 4
  return `${Math.min(max, Number(match[1]))}${match[2]}`
}

/** Reads the cells of a grid. `columns` limits their span. */
export function readCells(items: unknown, columns: number): GridCell[] {
  if (!Array.isArray(items)) return []
  return items.slice(0, 100).flatMap((item: unknown, index): GridCell[] => {
    if (!isRecord(item) || typeof item.component !== 'string') return []
    return [
      {
        index,
        key: typeof item.id === 'string' ? `id ${item.id}` : `at ${index}`,
        component: item.component,
        props: isRecord(item.props) ? (item.props as JsonObject) : {},
        title: typeof item.title === 'string' && item.title !== '' ? item.title : undefined,
        colSpan: clampInteger(item.colSpan, 1, columns, 1),
        rowSpan: clampInteger(item.rowSpan, 1, 8, 1),
      },
    ]
  })
}
