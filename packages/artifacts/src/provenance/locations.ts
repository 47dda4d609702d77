import { formatPointer, type ResultLocation } from '@pf/core'
import type { ResultIndex } from './result-tables.ts'

/** Returns where an entry is in the results. */
export function locationOf(index: ResultIndex, entry: number): ResultLocation {
  const column = index.columns[index.entryColumns[entry] ?? 0]
  return cellLocation(index, column?.id ?? 0, index.entryRows[entry] ?? 0)
}

/** Returns where the cell of a column is in the results. */
export function cellLocation(index: ResultIndex, columnId: number, row: number): ResultLocation {
  const column = index.columns[columnId]
  const table = index.tables[column?.table ?? 0]
  if (!column || !table) return { ref: '', path: '' }
  const { ref, path, form } = table
  if (form === 'rows') return { ref, path: formatPointer([...path, row, ...column.key]), row }
  if (form === 'fields') return { ref, path: formatPointer([...path, ...column.key, row]), row }
  const at = path.findLastIndex((token) => typeof token === 'number')
  return { ref, path: formatPointer([...path, ...column.key]), ...(at < 0 ? {} : { row: Number(path[at]) }) }
}

/** Returns the location of all cells of a column. */
export function columnLocation(index: ResultIndex, columnId: number): ResultLocation {
  const column = index.columns[columnId]
  const table = index.tables[column?.table ?? 0]
  if (!column || !table) return { ref: '', path: '' }
  const { ref, path, form } = table
  if (form === 'rows') return { ref, path: formatPointer([...path, '*', ...column.key]) }
  return { ref, path: formatPointer([...path, ...column.key, ...(form === 'fields' ? ['*'] : [])]) }
}
