import type { NamedColumns } from './names.ts'
import type { ResultIndex } from './result-tables.ts'

/** How the row of an entry agrees with the names around a figure. */
export type Agreement = 'named' | 'free' | 'other'

/** Names by table, so that only the columns of an entry's own table are compared. */
export class NamedRows {
  private readonly byTable = new Map<number, [number, ReadonlySet<number>][]>()
  readonly size: number
  readonly named: NamedColumns
  private readonly index: ResultIndex

  private field: string | undefined
  private firstRows: readonly { table: number; row: number }[] | undefined

  constructor(index: ResultIndex, named: NamedColumns) {
    this.index = index
    this.named = named
    this.size = named.size
    for (const [column, ids] of withSameKey(index, named)) {
      const table = index.columns[column]?.table ?? -1
      const known = this.byTable.get(table)
      if (known) known.push([column, ids])
      else this.byTable.set(table, [[column, ids]])
    }
  }

  /** Sets the key of the column that is meant, for tables that have it, until the next call. */
  inField(field: string | undefined): this {
    this.field = field
    return this
  }

  /** `column`: that of the entry, if it matters. */
  agreement(table: number, row: number, column?: number): Agreement {
    const columns = this.byTable.get(table)
    if (!columns) return 'free'
    if (column !== undefined && this.isOtherField(table, column)) return 'other'
    for (const [id, ids] of columns) if (!ids.has(this.index.columns[id]?.names?.[row] ?? -1)) return 'other'
    return 'named'
  }

  private isOtherField(table: number, column: number): boolean {
    const wanted = this.field === undefined ? undefined : this.index.tables[table]?.columns.get(this.field)?.id
    return wanted !== undefined && wanted !== column
  }

  /** Yields the rows that have all names of their table, at most `max` for each table. */
  *rows(max: number): Generator<{ table: number; row: number }> {
    for (const [table, columns] of this.byTable) {
      let left = max
      for (const list of this.shortest(columns)) {
        for (const row of list) {
          if (left-- <= 0) break
          if (this.agreement(table, row) === 'named') yield { table, row }
        }
      }
    }
  }

  /** The first rows that have all names. */
  first(): readonly { table: number; row: number }[] {
    this.firstRows ??= [...this.rows(4)].slice(0, 8)
    return this.firstRows
  }

  /** The tables of the names. */
  tables(): Iterable<number> {
    return this.byTable.keys()
  }

  /** Returns the rows with one of the names of a column, as lists: of the column with the fewest rows. */
  private shortest(columns: readonly [number, ReadonlySet<number>][]): readonly (readonly number[])[] {
    let best: (readonly number[])[] = []
    let fewest = Number.POSITIVE_INFINITY
    for (const [column, ids] of columns) {
      const lists: (readonly number[])[] = []
      let count = 0
      for (const id of ids) {
        const name = this.index.names[id]
        for (let at = 0; name && at < Math.min(name.columns.length, maxColumns); at++) {
          const list = name.columns[at] === column ? name.rows[at] : undefined
          if (!list) continue
          lists.push(list)
          count += list.length
        }
      }
      if (count < fewest) [best, fewest] = [lists, count]
    }
    return best
  }
}

/** Columns of a name that are searched. */
const maxColumns = 64
const maxSameKey = 200

/** Adds the columns of other tables with the same key, whose rows with other names are not meant either. */
function withSameKey(index: ResultIndex, named: NamedColumns): NamedColumns {
  let all: Map<number, ReadonlySet<number>> | undefined
  for (const [column, ids] of named) {
    const key = index.columns[column]?.keyText ?? ''
    const others = key === '' ? undefined : index.columnsByKey.get(key)
    if (!others || others.length === 1 || others.length > maxSameKey) continue
    for (const other of others) {
      if (named.has(other) || !index.columns[other]?.names) continue
      all ??= new Map(named)
      if (all.size > named.size + maxSameKey) return all
      all.set(other, new Set([...(all.get(other) ?? []), ...ids]))
    }
  }
  return all ?? named
}
