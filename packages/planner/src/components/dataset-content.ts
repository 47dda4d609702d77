import { isRecord } from '@pf/core/internal'
import { axisSeries, holdsFigure, isFilled, isReference, listed, maxRowsRead, type Props, shown } from './chart-values.ts'
import type { Invisible } from './notation-issues.ts'

/** Checks the rows of the dataset from which a series without data is drawn. */
export function datasetIssue(series: Props, option: Props, at: string[]): Invisible | undefined {
  const { datasetIndex, encode } = series
  const dataset = listed(option.dataset)[typeof datasetIndex === 'number' ? datasetIndex : 0]
  if (dataset === undefined || dataset === null) return { at: [...at, 'data'], expected: 'data, or a dataset of the option' }
  if (!isRecord(dataset) || dataset.source === undefined || isReference(dataset) || isReference(dataset.source)) return undefined
  const source = ['option', 'dataset', ...(Array.isArray(option.dataset) ? [String(datasetIndex ?? 0)] : []), 'source']
  const { names, cells } = tableOf(dataset.source)
  if (cells.length === 0) return { at: source, expected: 'at least one row besides the header' }
  if (!cells.some((cell) => holdsFigure(cell))) return { at: source, expected: 'at least one column of numbers', received: shown(cells[0]) }
  const wanted = isRecord(encode) ? Object.values(encode).flatMap((value) => (Array.isArray(value) ? value : [value])) : []
  const unknown = wanted.find((name) => typeof name === 'string' && names.length > 0 && !names.includes(name))
  if (isFilled(dataset.dimensions)) return undefined
  if (unknown !== undefined) return { at: [...at, 'encode'], expected: `columns of the dataset: ${names.slice(0, 20).join(', ')}`, received: String(unknown) }
  const without = isRecord(encode) ? figureColumns(series, option).find((key) => hasNoFigure(encode[key], dataset.source, names)) : undefined
  return without === undefined
    ? undefined
    : { at: [...at, 'encode', without], expected: 'a column of numbers', received: String(listed(isRecord(encode) ? encode[without] : undefined)[0]) }
}

/** The members of `encode` that name columns of figures: those of value axes, and the value of a series without axes. */
function figureColumns(series: Props, option: Props): string[] {
  if (!axisSeries.has(String(series.type))) return ['value']
  if ((series.coordinateSystem ?? 'cartesian2d') !== 'cartesian2d') return []
  const axisOf = (name: 'xAxis' | 'yAxis') => listed(option[name])[Number(series[`${name}Index`] ?? 0)]
  const [across, up] = [axisOf('xAxis'), axisOf('yAxis')]
  // An axis without a type may become one of names, but not both of them.
  if (isNamed(across)) return isNamed(up) || isTimed(up) ? [] : ['y']
  return isNamed(up) && !isTimed(across) ? ['x'] : []
}

const isNamed = (axis: unknown) => isRecord(axis) && (axis.type === 'category' || (axis.type === undefined && axis.data !== undefined))
const isTimed = (axis: unknown) => isRecord(axis) && axis.type === 'time'

/** True if a named column of a table has no figure in any row. */
function hasNoFigure(column: unknown, source: unknown, names: readonly string[]): boolean {
  const [name] = listed(column)
  if (typeof name !== 'string' || !names.includes(name)) return false
  if (isRecord(source)) return !listed(source[name]).some((cell) => holdsFigure(cell))
  // A figure may be in a row that is not read.
  if (!Array.isArray(source) || source.length > maxRowsRead || source.some(isReference)) return false
  const cells = source.map((row: unknown) => (isRecord(row) ? row[name] : Array.isArray(row) ? row[names.indexOf(name)] : undefined))
  return !cells.some((cell) => holdsFigure(cell))
}

/** The names of the columns and the cells of the first rows, of rows as objects, rows as lists and columns as lists. */
function tableOf(source: unknown): { names: string[]; cells: unknown[] } {
  if (isRecord(source)) return { names: Object.keys(source), cells: Object.values(source).flatMap((column) => listed(column).slice(0, maxRowsRead)) }
  if (!Array.isArray(source)) return { names: [], cells: [] }
  const rows = source.slice(0, maxRowsRead)
  if (rows.some(isReference)) return { names: [], cells: rows }
  const [first] = rows
  if (isRecord(first)) {
    const records = rows.filter(isRecord)
    return { names: [...new Set(records.flatMap((row) => Object.keys(row)))], cells: records.flatMap((row) => Object.values(row)) }
  }
  const hasHeader = Array.isArray(first) && first.every((cell) => typeof cell === 'string')
  return { names: hasHeader ? first : [], cells: rows.slice(hasHeader ? 1 : 0).flatMap(listed) }
}
