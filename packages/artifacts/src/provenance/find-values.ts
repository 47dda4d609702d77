import type { Effort } from './effort.ts'
import type { FieldFinder } from './fields.ts'
import type { Hedge, TextFigure } from './figure.ts'
import type { Agreement, NamedRows } from './named-rows.ts'
import type { Column, ResultIndex } from './result-tables.ts'
import { conversions, type Unit } from './units.ts'

/** A closed range of numbers. */
export interface Range {
  low: number
  high: number
}

type Ranged = Pick<TextFigure, 'readings' | 'units' | 'hedged'> & { falls?: boolean; meant?: ReadonlySet<number> }

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

/** The range of a reading that is the value itself, which "about" does not make wider. */
function exactRange({ readings }: Ranged, value: number): Range | undefined {
  const exact = readings.find((reading) => reading.value === value)
  return exact && { low: value - exact.step / 2, high: value + exact.step / 2 }
}

const mirrored = (range: Range): Range[] => [range, { low: -range.high, high: -range.low }]

/** Names of fields whose values have a sign that says whether something rose or fell. */
const changes = /growth|change|delta|diff|increase|yoy|mom(?![a-z])|trend|wachstum|veränder|zuwachs|variation|variaci|crecim|croissance/i
const years = /year|jahr|année|annee|(?:^|_)an(?:_|$)|año|anno|season|年/i
const isYears = ({ years: count, numbers, keyText }: Column): boolean => numbers > 0 && count === numbers && years.test(keyText)

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
  private readonly dimensions = new Map<number, ReadonlySet<string>>()

  private readonly effort: Effort
  private readonly fields: FieldFinder

  constructor(index: ResultIndex, effort: Effort, fields: FieldFinder) {
    this.effort = effort
    this.fields = fields
    this.index = index
    const distinct = new Map(index.columns.filter(({ numbers }) => numbers > 0).map(({ units }) => [JSON.stringify(units), units] as const))
    this.unitsInUse = [...distinct.values()].slice(0, 50)
  }

  /** Returns the best value for a figure: in a row with the names, else in no row with other names, else any. */
  find(figure: Ranged, rows: NamedRows): Found | undefined {
    if (!this.effort.spend(30 + 10 * rows.size)) return undefined
    const ranges = new Map<readonly Unit[], Range[]>()
    const rangesFor = (units: readonly Unit[]) => {
      const known = ranges.get(units) ?? rangesOf(figure, units)
      ranges.set(units, known)
      return known
    }
    if (rows.size > 0) {
      const entry = this.findInRows(figure, rows, rangesFor)
      if (entry !== undefined) return { entry, agreement: 'named', isCommon: false }
    }
    let best: Found | undefined
    let seen = 0
    for (const units of this.unitsInUse) {
      for (const range of figure.falls ? rangesFor(units).flatMap(mirrored) : rangesFor(units)) {
        for (const value of this.valuesIn(range)) {
          for (let entry = this.index.lastWith(value); entry >= 0 && seen < maxEntries; entry = this.index.before(entry)) {
            seen++
            if (!this.effort.spend(1)) return best
            const column = this.index.columns[this.index.entryColumns[entry] ?? 0]
            if (!column || !this.shows(figure, column, { value, ranges: rangesFor(column.units) })) continue
            const agreement = rows.agreement(column.table, this.index.entryRows[entry] ?? 0, column.id)
            if (agreement === 'named') return { entry, agreement, isCommon: false }
            if (!best || (best.agreement === 'other' && agreement === 'free'))
              best = {
                entry,
                agreement,
                isCommon: (this.index.tables[column.table]?.rows ?? 1) > 1 && this.isCommon(value, exactRange(figure, value) ?? range),
              }
          }
        }
      }
    }
    return best
  }

  private findInRows(figure: Ranged, rows: NamedRows, rangesFor: (units: readonly Unit[]) => Range[]): number | undefined {
    for (const { table: id, row } of rows.rows(maxNamedRows)) {
      const starts = this.index.tables[id]?.starts
      const [from, to] = [starts?.[row], starts?.[row + 1]]
      if (from === undefined || to === undefined) continue
      if (!this.effort.spend(1 + Math.min(to - from, 1_000))) return undefined
      for (let entry = from; entry < Math.min(to, from + 1_000); entry++) {
        const column = this.index.columns[this.index.entryColumns[entry] ?? 0]
        if (
          column &&
          this.shows(figure, column, { value: this.index.values[entry] ?? Number.NaN, ranges: rangesFor(column.units) }) &&
          rows.agreement(column.table, row, column.id) !== 'other'
        )
          return entry
      }
    }
    return undefined
  }

  /** True if a value of a field is shown as the figure. */
  private shows(figure: Ranged, column: Column, { value, ranges }: { value: number; ranges: readonly Range[] }): boolean {
    if (!this.fits(figure, column)) return false
    // A unit says more than the name of a field.
    if (figure.meant && !(figure.units[0] && column.units[0]) && this.fields.isOther(column, figure.meant)) return false
    const isExact = figure.readings.some((reading) => reading.value === value)
    // A year is not rounded, and what is shown as 0 is 0, unless the unit says which field is meant.
    if (!isExact && isYears(column)) return false
    if (!isExact && value !== 0 && figure.readings.every((reading) => reading.value === 0) && !(figure.units[0] && column.units[0])) return false
    if (!figure.falls) return isInside(ranges, value)
    const isChange = changes.test(column.keyText)
    if (value > 0) return !isChange && isInside(ranges, value)
    return isInside(ranges, value) || ((isChange || column.units[0]?.dimension === 'percent') && isInside(ranges, -value))
  }

  /** False for a field without a unit if another field of its rows has the unit of the figure, which then means that one. */
  private fits({ units: [unit] }: Ranged, column: Column): boolean {
    if (!unit || column.units.length > 0) return true
    const known = this.dimensions.get(column.table) ?? this.dimensionsOf(column.table)
    return !known.has(unit.dimension)
  }

  private dimensionsOf(id: number): ReadonlySet<string> {
    const columns = [...(this.index.tables[id]?.columns.values() ?? [])].slice(0, 1_000)
    const found = new Set(columns.flatMap(({ units, numbers }) => (numbers > 0 ? units.map(({ dimension }) => dimension) : [])))
    this.dimensions.set(id, found)
    return found
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
