import type { ResultLocation } from '@pf/core'
import { formatPointer } from '@pf/core'
import type { Hedge, TextFigure } from './figure.ts'
import type { NamedColumns } from './names.ts'
import type { ResultIndex } from './result-index.ts'
import { conversions, type Unit } from './units.ts'

/** A closed range of numbers. */
export interface Range {
  low: number
  high: number
}

type Ranged = Pick<TextFigure, 'readings' | 'units' | 'hedged'>

/** Maximum deviation of a number behind "about", in relation to it. */
const maxDeviation = 0.05

/** Returns by how much the value that is shown can differ from the number. */
function deviation(value: number, step: number, hedged: Hedge): number {
  if (hedged === 'none' || value === 0) return step / 2
  let rounded = step
  while (rounded < Math.abs(value) && Math.abs(Math.round(value / (rounded * 10)) * rounded * 10 - value) < step * 1e-6) rounded *= 10
  return Math.max(step / 2, Math.min(hedged === 'bound' ? rounded : rounded / 2, Math.abs(value) * maxDeviation))
}

/** Returns the values of a field with these units that are shown as the figure. */
export function rangesOf({ readings, units, hedged }: Ranged, field: readonly Unit[]): Range[] {
  const ranges: Range[] = []
  for (const { factor, offset } of conversions(units, field)) {
    for (const { value, step } of readings) {
      const center = value * factor + offset
      const half = deviation(value, step, hedged) * Math.abs(factor)
      const slack = half * 1e-6 + Math.abs(center) * 1e-12
      ranges.push({ low: center - half - slack, high: center + half + slack })
    }
  }
  return ranges
}

export const isInside = (ranges: readonly Range[], value: number): boolean => ranges.some(({ low, high }) => value >= low && value <= high)

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
  inField(field: string): this {
    this.field = field
    return this
  }

  /** `column`: that of the entry, if it matters. */
  agreement(table: number, row: number, column?: number): Agreement {
    const columns = this.byTable.get(table)
    if (!columns) return 'free'
    if (column !== undefined && this.isOtherField(table, column)) return 'other'
    return columns.every(([column, ids]) => ids.has(this.index.columns[column]?.names?.[row] ?? -1)) ? 'named' : 'other'
  }

  private isOtherField(table: number, column: number): boolean {
    const wanted = this.field === undefined ? undefined : this.index.tables[table]?.columns.get(this.field)?.id
    return wanted !== undefined && wanted !== column
  }

  /** Yields the rows that have all names of their table, at most `max` for each table. */
  *rows(max: number): Generator<{ table: number; row: number }> {
    for (const [table, columns] of this.byTable) {
      const lists = columns.map(([column, ids]) => [...ids].flatMap((id) => this.rowsWith(id, column)))
      const shortest = lists.reduce((one, other) => (other.length < one.length ? other : one), lists[0] ?? [])
      for (const row of shortest.slice(0, max)) if (this.agreement(table, row) === 'named') yield { table, row }
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

  private rowsWith(id: number, column: number): readonly number[] {
    const name = this.index.names[id]
    if (!name) return []
    return name.columns.flatMap((known, at) => (known === column ? (name.rows[at] ?? []) : []))
  }
}

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
      all.set(other, new Set([...(all.get(other) ?? []), ...ids]))
    }
  }
  return all ?? named
}

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

const maxDistinct = 64
const maxEntries = 256
const maxNamedRows = 400
const fewValues = 8
const maxFill = 0.05

/** A value of the results that is shown as the figure. */
export interface Found {
  entry: number
  agreement: Agreement
  /** True if the value says little, because the results contain a large part of all values of this size and precision. */
  isCommon: boolean
}

/** Finds values of the results for figures. */
export class ValueFinder {
  private readonly unitsInUse: readonly (readonly Unit[])[]
  private readonly index: ResultIndex

  constructor(index: ResultIndex) {
    this.index = index
    const distinct = new Map(index.columns.filter(({ numbers }) => numbers > 0).map(({ units }) => [JSON.stringify(units), units] as const))
    this.unitsInUse = [...distinct.values()].slice(0, 50)
  }

  /** Returns the best value for a figure: in a row with the names, else in no row with other names, else any. */
  find(figure: Ranged, rows: NamedRows): Found | undefined {
    const ranges = new Map<readonly Unit[], Range[]>()
    const rangesFor = (units: readonly Unit[]) => {
      let known = ranges.get(units)
      if (!known) ranges.set(units, (known = rangesOf(figure, units)))
      return known
    }
    if (rows.size > 0) {
      const entry = this.findInRows(rows, rangesFor)
      if (entry !== undefined) return { entry, agreement: 'named', isCommon: false }
    }
    let best: Found | undefined
    let seen = 0
    for (const units of this.unitsInUse) {
      for (const range of rangesFor(units)) {
        for (const value of this.valuesIn(range)) {
          for (let entry = this.index.lastWith(value); entry >= 0 && seen < maxEntries; entry = this.index.before(entry)) {
            seen++
            const column = this.index.columns[this.index.entryColumns[entry] ?? 0]
            if (!column || !isInside(rangesFor(column.units), value)) continue
            const agreement = rows.agreement(column.table, this.index.entryRows[entry] ?? 0, column.id)
            if (agreement === 'named') return { entry, agreement, isCommon: false }
            if (!best || (best.agreement === 'other' && agreement === 'free')) best = { entry, agreement, isCommon: this.isCommon(value, range) }
          }
        }
      }
    }
    return best
  }

  private findInRows(rows: NamedRows, rangesFor: (units: readonly Unit[]) => Range[]): number | undefined {
    for (const { table: id, row } of rows.rows(maxNamedRows)) {
      const starts = this.index.tables[id]?.starts
      const [from, to] = [starts?.[row], starts?.[row + 1]]
      if (from === undefined || to === undefined) continue
      for (let entry = from; entry < Math.min(to, from + 1_000); entry++) {
        const column = this.index.columns[this.index.entryColumns[entry] ?? 0]
        if (column && isInside(rangesFor(column.units), this.index.values[entry] ?? Number.NaN) && rows.agreement(column.table, row, column.id) !== 'other') return entry
      }
    }
    return undefined
  }

  private *valuesIn({ low, high }: Range): Generator<number> {
    const sorted = this.index.sorted()
    let at = lowerBound(sorted, low)
    for (let count = 0; count < maxDistinct && at < sorted.length; count++, at++) {
      const value = sorted[at] ?? 0
      if (value > high) return
      yield value
    }
  }

  /** True if so many of the values near this one occur that an invented value would probably occur too. */
  private isCommon(value: number, { low, high }: Range): boolean {
    const sorted = this.index.sorted()
    const width = high - low
    const around = Math.max(10 * width, Math.abs(value) * 0.1)
    const count = lowerBound(sorted, value + around) - lowerBound(sorted, value - around)
    return count >= fewValues && (count * width) / (2 * around) > maxFill
  }
}

function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
