import { formatPointer, type JsonValue } from '@pf/core'
import type { FigureLookup, FigureMark } from '../../context/figure-context.ts'

/** The figure of a cell; `cell` is its location in referenced data. */
export interface CellFigure {
  mark: FigureMark
  cell?: { row: number; field: string }
}

/** Returns the figure of a cell by the position of its row in the data and its field; undefined if its source is not known. */
export type CellFigures = (row: number, field: string, value: JsonValue | undefined) => CellFigure | undefined

/** Finds the figures in the rows of a table: those that the model wrote one by one, or all numbers of referenced rows. */
export function cellFigures({ at, data }: FigureLookup, id: string): CellFigures {
  const rows = data(id, '/rows')
  return (row, field, value) => {
    if (rows) return typeof value === 'number' ? { mark: rows, cell: { row, field } } : undefined
    const mark = at(id, formatPointer(['rows', row, field]), value)
    return mark && { mark }
  }
}
