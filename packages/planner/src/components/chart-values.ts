import { isRecord } from '@pf/core/internal'

/** The members of an option or of a series. */
export type Props = Record<string, unknown>

/** Series that are drawn on two axes unless they name another coordinate system. */
export const axisSeries = new Set(['bar', 'boxplot', 'candlestick', 'effectScatter', 'heatmap', 'line', 'scatter'])

const maxDepth = 6
/** Maximum number of items or rows that are read to find a figure. */
export const maxRowsRead = 200

/** Looks for one figure or reference in the value of an item, or below it. A text counts when all of it is a number. */
export function holdsFigure(value: unknown, depth = 0): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  if (typeof value === 'string') return value.trim() !== '' && Number.isFinite(Number(value))
  if (isReference(value) || depth > maxDepth) return true
  if (Array.isArray(value)) return value.some((item) => holdsFigure(item, depth + 1))
  return isRecord(value) && (holdsFigure(value.value, depth + 1) || (Array.isArray(value.children) && holdsFigure(value.children, depth + 1)))
}

/** Whether a value is a reference to data: one that a model wrote, or one to a stored artifact in place of a large value. */
export const isReference = (value: unknown): boolean =>
  isRecord(value) && (Object.hasOwn(value, '$artifact') || (typeof value.artifact_id === 'string' && typeof value.sha256 === 'string'))

export const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
export const isFilled = (value: unknown): boolean => isReference(value) || (Array.isArray(value) && value.length > 0)
export const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)
