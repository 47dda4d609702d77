import { isRecord } from '@pf/core/internal'
import { AXES } from './axis-cost.ts'
import { usesDatasetRows } from './count-elements.ts'
import { listOf } from './option-values.ts'
import { figureAxis } from './row-labels.ts'
import { type Fields, records } from './theme-context.ts'

/** Maximum number of points of a series that one tooltip lists. */
const MAX_LISTED = 100
/** Types of series whose points are at the numbers that they name, also on an axis without a type. */
const pointTypes: ReadonlySet<unknown> = new Set(['scatter', 'effectScatter', 'line'])

/**
 * Lets the tooltip of a chart show single points if a series has more points at one position of an axis than a tooltip can list. The tooltip
 * and the pointer of an axis would list and highlight all of them, which takes a tenth of a millisecond each.
 */
export function withoutCrowdedTooltip(option: Fields): Fields {
  if (!records(option.series).some((one) => isCrowded(positionsOf(one, option.dataset, figureAxis(option, one) === 'y' ? 0 : 1)))) return option
  const { axisPointer: _, ...others } = option
  const axes = AXES.filter((key) => option[key] !== undefined).map((key) => [key, records(option[key]).map(({ axisPointer: _, ...axis }) => axis)])
  return { ...others, ...Object.fromEntries(axes), tooltip: { ...records(option.tooltip)[0], trigger: 'item' } }
}

function isCrowded(positions: readonly unknown[]): boolean {
  if (positions.length <= MAX_LISTED) return false
  const counts = new Map<unknown, number>()
  for (const position of positions) {
    const count = (counts.get(position) ?? 0) + 1
    if (count > MAX_LISTED) return true
    counts.set(position, count)
  }
  return false
}

/** Gives x axes without type and categories the type `value` if all their points are at numbers. The theme uses categories for all others. */
export function withAxisTypes(option: Fields): Fields {
  const axes = records(option.xAxis)
  if (axes.every(hasType)) return option
  const xAxis = axes.map((axis, index) => {
    const series = records(option.series).filter(({ xAxisIndex }) => (xAxisIndex ?? 0) === index)
    return !hasType(axis) && series.length > 0 && series.every((one) => isAtNumbers(one, option.dataset)) ? { ...axis, type: 'value' } : axis
  })
  return { ...option, xAxis: Array.isArray(option.xAxis) ? xAxis : xAxis[0] }
}

const hasType = ({ type, data }: Fields) => type !== undefined || data !== undefined

function isAtNumbers(series: Fields, dataset: unknown): boolean {
  if (!pointTypes.has(series.type)) return false
  const positions = positionsOf(series, dataset, 0)
  const [header, ...others] = positions
  const numbers = typeof header === 'string' && usesDatasetRows(series) ? others : positions
  return numbers.length > 0 && numbers.every((position) => typeof position === 'number' || position === null)
}

/** Returns the positions of points on an axis, 0 for x and 1 for y. A point that is only a figure has no position. */
function positionsOf(series: Fields, dataset: unknown, axis: 0 | 1): readonly unknown[] {
  if (usesDatasetRows(series)) return records(dataset).flatMap((one) => columnOf(one, series, axis))
  return listOf(series.data).flatMap((item) => {
    const value = isRecord(item) ? item.value : item
    return Array.isArray(value) ? [value[axis]] : []
  })
}

/** Returns the column of a dataset that has the positions of a series. It has a name or a number, and a source has one of four forms. */
function columnOf({ source, dimensions }: Fields, { encode, seriesLayoutBy }: Fields, axis: 0 | 1): readonly unknown[] {
  const own = isRecord(encode) ? listOf(encode[axis === 0 ? 'x' : 'y'])[0] : undefined
  const find = (names: readonly unknown[]) => (typeof own === 'number' ? own : own === undefined ? axis : names.findIndex((name) => nameOf(name) === own))
  if (isRecord(source)) return listOf(Object.values(source)[find(Object.keys(source))])
  const rows = listOf(source)
  const [first] = rows
  if (!Array.isArray(first)) return rows.filter(isRecord).map((row) => Object.values(row)[find(Object.keys(row))])
  if (seriesLayoutBy === 'row') return listOf(rows[find(rows.map((row) => listOf(row)[0]))])
  const column = find(dimensions === undefined ? first : listOf(dimensions))
  return rows.map((row) => listOf(row)[column])
}

const nameOf = (dimension: unknown) => (isRecord(dimension) ? dimension.name : dimension)
