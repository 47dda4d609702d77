import { isRecord } from '@pf/core/internal'
import type { Effort } from './effort.ts'
import type { NamedRows } from './named-rows.ts'
import type { ResultIndex, Table } from './result-tables.ts'

/** The values around a number of a component. */
export interface Siblings {
  values: readonly unknown[]
  /** True if the values are a row, false if they are a series. */
  isRow: boolean
  index: number
}

const maxTried = 64

/** Finds the row of the results to which a number of a component belongs. */
export class RowFinder {
  private readonly index: ResultIndex

  private readonly effort: Effort
  private next: { table: Table; row: number } | undefined

  constructor(index: ResultIndex, effort: Effort) {
    this.effort = effort
    this.index = index
  }

  /** Notes in which row a value was found. The next row of a component is often the next row of the results. */
  note(entry: number): void {
    const table = this.index.tables[this.index.columns[this.index.entryColumns[entry] ?? 0]?.table ?? 0]
    this.next = table?.form === 'rows' ? { table, row: (this.index.entryRows[entry] ?? 0) + 1 } : undefined
  }

  /** Returns the next row if a row of a component has the same fields with the same values, and moves to the one after it. */
  nextRow(record: Record<string, unknown>, keys: readonly string[]): { table: Table; row: number } | undefined {
    const { next } = this
    const source = next?.table.source[next.row]
    if (!next || !isRecord(source) || keys.length < 2) return undefined
    for (const key of keys) {
      const value = record[key]
      if ((typeof value === 'object' && value !== null) || value !== source[key] || !Object.hasOwn(source, key)) return undefined
    }
    this.next = { table: next.table, row: next.row + 1 }
    return next
  }

  /** Returns the entry with this value in the rows with the names. */
  sameValue(value: number, rows: NamedRows): number | undefined {
    const { index } = this
    for (const { table, row } of rows.first()) {
      const starts = index.tables[table]?.starts
      const end = Math.min(starts?.[row + 1] ?? 0, (starts?.[row] ?? 0) + 1_000)
      for (let entry = starts?.[row] ?? 0; entry < end; entry++)
        if (index.values[entry] === value && rows.agreement(table, row, index.entryColumns[entry]) !== 'other') return entry
    }
    return undefined
  }

  /** Returns an entry whose row also contains most of the other values of the shown row, or which has the same neighbours in its column. */
  supported(value: number, siblings: Siblings): number | undefined {
    const { index } = this
    for (let entry = index.lastWith(value), seen = 0; entry >= 0 && seen < maxTried; entry = index.before(entry), seen++) {
      if (this.supports(entry, siblings)) return entry
    }
    return undefined
  }

  private supports(entry: number, { values, isRow, index: at }: Siblings): boolean {
    const { index } = this
    const [column, row] = [index.entryColumns[entry] ?? 0, index.entryRows[entry] ?? 0]
    const table = index.columns[column]?.table ?? 0
    if (!isRow) return [-1, 1].some((step) => this.isInRow(values[at + step], { table, row: row + step, column }))
    const others = values.filter((other, place) => typeof other === 'number' && other !== index.values[entry] && place < 32)
    return others.length > 0 && others.filter((other) => this.isInRow(other, { table, row })).length * 2 >= others.length
  }

  /** True if a row of a table has a value, in a column if one is given. */
  private isInRow(value: unknown, { table, row, column }: { table: number; row: number; column?: number }): boolean {
    const { index, effort } = this
    const starts = index.tables[table]?.starts
    const end = Math.min(starts?.[row + 1] ?? 0, (starts?.[row] ?? 0) + 1_000)
    for (let entry = starts?.[row] ?? 0; entry < end && effort.spend(1); entry++)
      if (index.values[entry] === value && (column === undefined || index.entryColumns[entry] === column)) return true
    return false
  }
}
