import { formatPointer, type ResultLocation } from '@pf/core'
import type { Effort } from './effort.ts'
import type { TextFigure } from './figure.ts'
import { groupOperands } from './group-operands.ts'
import { columnLocation } from './locations.ts'
import type { NamedRows } from './named-rows.ts'
import type { Column, ResultIndex, Table } from './result-tables.ts'
import type { Computation } from './statistics.ts'
import { wordsOf } from './words-of.ts'

/** Something that can be counted: the rows of a table, or the different names in a column. */
interface Counted {
  location: ResultLocation
  /** Words for it, in lower case, without their endings. */
  words: readonly string[]
  /** True for a list that describes a result, such as that of its columns. Its length is meant only if the sentence says so. */
  isDescription: boolean
}

const descriptions = /^(?:columns?|cols|fields?|schema|headers?|keys|d?types|metadata|meta|warnings|notes|errors|links|params|parameters|options)$/i
const maxTables = 5_000
/** Things with the same count that are compared with the sentence. */
const maxSame = 16

/** Recognizes counts: of the rows of a table, of those that the text names, and of the different names in a column. */
export class CountFinder {
  private readonly counts = new Map<number, Counted[]>()
  private readonly index: ResultIndex
  private readonly effort: Effort

  constructor(index: ResultIndex, effort: Effort) {
    this.effort = effort
    this.index = index
    for (const table of index.tables.slice(0, maxTables)) {
      if (table.form === 'single') continue
      const [first] = table.columns.values()
      this.add(table.rows, table, first)
    }
    const distinct = new Map<number, number>()
    for (const { columns } of index.names) for (const column of new Set(columns.slice(0, 64))) distinct.set(column, (distinct.get(column) ?? 0) + 1)
    for (const [id, count] of distinct) {
      const column = index.columns[id]
      const table = index.tables[column?.table ?? 0]
      if (table && table.rows > 1) this.add(count, table, column)
    }
  }

  private add(count: number, table: Table, column: Column | undefined) {
    const known = this.counts.get(count) ?? []
    this.counts.set(count, known)
    if (known.length >= maxSame) return
    const keys = [column?.keyText ?? '', ...table.path.slice(-2).filter((token) => typeof token === 'string'), table.ref]
    known.push({
      location: column ? columnLocation(this.index, column.id) : { ref: table.ref, path: formatPointer(table.path) },
      words: keys.flatMap(wordsOf),
      isDescription: table.path.some((token) => typeof token === 'string' && descriptions.test(token)),
    })
  }

  /** `sentence` is in lower case. */
  find(figure: TextFigure, rows: NamedRows, sentence: string): Computation | undefined {
    const [reading] = figure.readings
    if (!reading || figure.units.length > 0 || reading.step !== 1 || reading.value < 2) return undefined
    // A number that belongs to a name does not count all rows.
    const whole = rows.size === 0 ? this.counted(reading.value, sentence) : undefined
    if (whole) return { operation: 'count', operands: [whole.location], value: reading.value, isWeak: whole.isWeak }
    for (const id of rows.tables()) {
      const table = this.index.tables[id]
      if (!table || table.rows < 2 || !this.effort.spend(table.rows)) continue
      const named: number[] = []
      for (let row = 0; row < table.rows; row++) if (rows.agreement(id, row) === 'named') named.push(row)
      const [first] = table.columns.values()
      if (named.length === reading.value && first) return { operation: 'count', ...groupOperands(this.index, first.id, named), value: named.length }
    }
    return undefined
  }

  private counted(count: number, sentence: string): { location: ResultLocation; isWeak: boolean } | undefined {
    const same = this.counts.get(count) ?? []
    const said = new Set(same.length === 0 ? [] : wordsOf(sentence))
    const named = same.find(({ words }) => words.some((word) => said.has(word)))
    const found = named ?? same.find(({ isDescription }) => !isDescription)
    return found && { location: found.location, isWeak: named === undefined }
  }
}
