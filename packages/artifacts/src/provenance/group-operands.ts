import type { ResultLocation } from '@pf/core'
import { cellLocation, columnLocation } from './locations.ts'
import type { ResultIndex } from './result-tables.ts'

const maxCells = 20

/** Where the values of some rows of a column are: as cells, or if they are many, as the column with the number of rows. All rows are the column alone. */
export function groupOperands(index: ResultIndex, column: number, rows: readonly number[]): { operands: ResultLocation[]; rows?: number } {
  const all = index.tables[index.columns[column]?.table ?? 0]?.rows
  if (rows.length === all) return { operands: [columnLocation(index, column)] }
  if (rows.length <= maxCells) return { operands: rows.map((row) => cellLocation(index, column, row)) }
  return { operands: [columnLocation(index, column)], rows: rows.length }
}
