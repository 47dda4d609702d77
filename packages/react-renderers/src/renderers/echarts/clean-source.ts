import { isRecord } from '@pf/core/internal'
import { cleanText } from './clean-scalar.ts'
import { escapeObjectKeys } from './clean-text.ts'
import { groupedFigure } from './text-figures.ts'

/** Sanitizes the rows of a dataset, whose keys are columns and not settings. */
export function cleanSource(source: unknown): unknown {
  const scalar = (value: unknown) => (typeof value === 'string' ? (groupedFigure(value) ?? cleanText(value, 'source') ?? null) : isScalar(value) ? value : null)
  const row = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(scalar)
    if (!isRecord(value)) return scalar(value)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => isScalar(item) || Array.isArray(item))
        .map(([key, item]) => [escapeObjectKeys(key), Array.isArray(item) ? row(item) : scalar(item)]),
    )
  }
  return Array.isArray(source) ? source.map(row) : columnsOf(row(source))
}

const isScalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** Keeps the columns of an object source. Other objects, such as unresolved references, would make ECharts throw an error. */
function columnsOf(source: unknown): unknown {
  if (!isRecord(source)) return []
  const columns = Object.entries(source).filter(([, column]) => Array.isArray(column))
  return columns.length === 0 ? [] : Object.fromEntries(columns)
}
