import type { ProvenanceOperation, ResultLocation } from '@pf/core'
import type { Effort } from './effort.ts'
import type { FieldFinder } from './fields.ts'
import type { TextFigure } from './figure.ts'
import { isInside, rangesOf } from './find-values.ts'
import { groupOperands } from './group-operands.ts'
import { cellLocation, columnLocation } from './locations.ts'
import type { NamedRows } from './named-rows.ts'
import type { Column, ResultIndex, Table } from './result-tables.ts'
import type { FigureContext } from './sentences.ts'

/** A computation that gives the value of a figure. */
export interface Computation {
  operation: ProvenanceOperation
  operands: ResultLocation[]
  value: number
  /** If the operand is a column of which only some rows were computed with, their number. */
  rows?: number
  /** True if nothing in the sentence says that this is what the figure means. */
  isWeak?: boolean
}

/** Computes sums, means and so on of values; undefined without values. */
export function computeStatistics(values: readonly number[]): Statistics | undefined {
  if (values.length === 0) return undefined
  let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    sum += value
    if (value < min) min = value
    if (value > max) max = value
  }
  return { sum, mean: sum / values.length, min, max, median: medianOf(values) }
}

export interface Statistics {
  sum: number
  mean: number
  min: number
  max: number
  median: number
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Words that say that a figure is a statistic of a column. Without one of them, columns are not searched. */
const words: Record<keyof Statistics, RegExp> = {
  mean: /average|\bmean\b|\bavg\b|durchschnitt|\bmittel|moyen|promedio|\bmedia\b|平均|평균/,
  median: /median|médian|mediana|中央値|中位/,
  sum: /\btotal|\bsum\b|\bsums\b|altogether|combined|together|overall|\bin all\b|insgesamt|gesamt|zusammen|summe|somme|\bsuma\b|合計|总|總|합계/,
  min: /\b\p{L}{2,}(?:est|ste[nr]?)\b|\bleast\b|\bmin\b|\bminimum|\brange|\bmoins\b|\bmenos\b|\bmenor|\bmín|最|최/u,
  max: /\b\p{L}{2,}(?:est|ste[nr]?)\b|\bmost\b|\bmax\b|\bmaximum|\bpeak|\brecord|\btop\b|\brange|\bplus\b|\bmás\b|\bmayor|\bmáx|最|최/u,
}
/** True if a sentence speaks of a mean, a median or a sum. */
export const saysStatistic = (sentence: string): boolean => words.mean.test(sentence) || words.median.test(sentence) || words.sum.test(sentence)
const operations = Object.keys(words) as (keyof Statistics)[]
/** Words that say that a percentage is a part of a whole. */
export const shareWords = /share|proportion|anteil|(?:%|percent|prozent|pour cent|por ciento) (?:of|der|des|aller|du|de) |\bpart\b|割合|占/

const maxCells = 200_000

/** Recognizes statistics of whole columns, and of the rows that the text names. */
export class StatisticsFinder {
  private readonly known = new Map<string, Statistics | undefined>()
  private left = maxCells
  private several: readonly Table[] | undefined
  private readonly effort: Effort
  private readonly fields: FieldFinder
  private readonly cells = new Map<number, { row: number; value: number }[]>()
  private readonly index: ResultIndex

  constructor(index: ResultIndex, effort: Effort, fields: FieldFinder) {
    this.effort = effort
    this.fields = fields
    this.index = index
  }

  find(figure: TextFigure, { words: sentence, isWhole, isOfNames, fieldText }: FigureContext, rows: NamedRows): Computation | undefined {
    const wanted = operations.filter((operation) => words[operation].test(sentence) || (operation === 'sum' && isWhole))
    const isShare = figure.units[0]?.dimension === 'percent' && shareWords.test(sentence)
    if (wanted.length > 0 || isShare) this.collectCells()
    const meant = this.fields.meantBy(fieldText)
    for (const id of rows.tables()) {
      const table = this.index.tables[id]
      const found = table && table.rows > 1 ? this.inGroup(figure, { table, rows, wanted, isShare, meant }) : undefined
      if (found) return found
    }
    // The extreme of all rows says nothing of the row that the text names.
    const whole = rows.size === 0 ? wanted : wanted.filter((operation) => operation !== 'min' && operation !== 'max')
    if (whole.length === 0) return undefined
    const named = new Set(isOfNames ? [...rows.named.keys()].map((column) => this.index.columns[column]?.table) : [])
    for (const table of this.tables()) {
      // Nor do the statistics of all rows, where the clause is about some of them.
      if (named.has(table.id)) continue
      for (const column of table.columns.values()) {
        if (!this.effort.spend(5)) return undefined
        if (this.fields.isOther(column, meant)) continue
        const found = this.statistic(figure, { column, key: String(column.id), values: () => this.valuesOf(column.id), wanted: whole })
        if (found) return found
      }
    }
    return undefined
  }

  /** The tables with more than one row. */
  private tables(): readonly Table[] {
    this.several ??= this.index.tables.filter(({ rows }) => rows > 1).slice(0, 500)
    return this.several
  }

  private inGroup(
    figure: TextFigure,
    {
      table,
      rows,
      wanted,
      isShare,
      meant,
    }: { table: Table; rows: NamedRows; wanted: readonly (keyof Statistics)[]; isShare: boolean; meant: ReadonlySet<number> },
  ) {
    for (const column of table.columns.values()) {
      if (!this.effort.spend(10 + rows.size)) return undefined
      if (column.numbers === 0 || this.fields.isOther(column, meant)) continue
      const cells = () => this.cellsOf(column.id).filter(({ row }) => rows.agreement(table.id, row) === 'named')
      const group = () => cells().map(({ value }) => value)
      const key = `${column.id}:${[...rows.named].map(([id, ids]) => `${id}=${[...ids].join(',')}`).join(';')}`
      const found = this.statistic(figure, { column, key, values: group, wanted })
      if (found)
        return {
          ...found,
          ...groupOperands(
            this.index,
            column.id,
            cells().map(({ row }) => row),
          ),
        }
      const share = isShare ? this.share(figure, column, group) : undefined
      if (share) return share
    }
    return undefined
  }

  private share(figure: TextFigure, column: Column, group: () => number[]): Computation | undefined {
    if (this.left <= 0) return undefined
    const [part] = group()
    this.left -= this.cellsOf(column.id).length
    const total = this.statisticsOf(String(column.id), () => this.valuesOf(column.id))?.sum
    if (part === undefined || !total || !isInside(rangesOf(figure, []), part / total)) return undefined
    const row = this.cellsOf(column.id).find(({ value }) => value === part)?.row ?? 0
    return { operation: 'share', operands: [cellLocation(this.index, column.id, row), columnLocation(this.index, column.id)], value: part / total }
  }

  private statistic(
    figure: TextFigure,
    { column, key, values, wanted }: { column: Column; key: string; values: () => number[]; wanted: readonly (keyof Statistics)[] },
  ): Computation | undefined {
    if (wanted.length === 0 || column.numbers === 0) return undefined
    const statistics = this.statisticsOf(key, values)
    if (!statistics) return undefined
    const ranges = rangesOf(figure, column.units)
    const operation = wanted.find((each) => isInside(ranges, statistics[each]))
    return operation && { operation, operands: [columnLocation(this.index, column.id)], value: statistics[operation] }
  }

  private statisticsOf(key: string, values: () => number[]): Statistics | undefined {
    if (this.known.has(key)) return this.known.get(key)
    if (this.left <= 0) return undefined
    const found = values()
    this.left -= found.length + 10
    const statistics = found.length > 1 ? computeStatistics(found) : undefined
    this.known.set(key, statistics)
    return statistics
  }

  private valuesOf(column: number): number[] {
    return this.cellsOf(column).map(({ value }) => value)
  }

  private cellsOf(column: number): readonly { row: number; value: number }[] {
    return this.cells.get(column) ?? []
  }

  /** Groups the entries by column, once. */
  private collectCells(): void {
    if (this.cells.size > 0) return
    const { values, entryColumns, entryRows } = this.index
    for (let entry = 0; entry < values.length; entry++) {
      const column = entryColumns[entry] ?? 0
      const cell = { row: entryRows[entry] ?? 0, value: values[entry] ?? 0 }
      const known = this.cells.get(column)
      if (known) known.push(cell)
      else this.cells.set(column, [cell])
    }
  }
}
