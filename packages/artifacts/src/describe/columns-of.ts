import { isRecord } from '@pf/core/internal'

const rowsRead = 20
const maxColumns = 100

/** Field names of a list of rows, from its first 20; undefined when these are no objects. */
export function columnsOf(items: readonly unknown[]): string[] | undefined {
  const rows = items.slice(0, rowsRead)
  if (rows.length === 0 || !rows.every(isRecord)) return undefined
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return names.size > maxColumns ? undefined : [...names]
}
