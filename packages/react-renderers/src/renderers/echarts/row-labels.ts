import { isRecord } from '@pf/core/internal'
import { usesDatasetRows } from './count-elements.ts'
import { listOf } from './option-values.ts'
import type { Fields } from './theme-context.ts'

/** What ECharts tells a label formatter about a point. `encode` has positions in `dimensionNames`. */
export interface LabelledPoint {
  value: unknown
  dimensionNames?: readonly string[] | null
  encode?: Readonly<Record<string, readonly number[]>> | null
}

/** Returns the figure of a point. `value` is the entire row for a series that reads a dataset, and all coordinates for `[x, y]`. */
export function figureOf({ value, dimensionNames, encode }: LabelledPoint, series: Fields, axis: 'x' | 'y'): unknown {
  const last = Array.isArray(value) ? value.at(-1) : value
  if (!usesDatasetRows(series)) return last
  const cells = [axis, 'value', axis === 'x' ? 'y' : 'x'].flatMap((name) => {
    const position = encode?.[name]?.[0]
    if (position === undefined) return []
    return [Array.isArray(value) ? value[position] : isRecord(value) ? value[dimensionNames?.[position] ?? ''] : value]
  })
  const figure = cells.find((cell) => typeof cell === 'number') ?? cells[0]
  return isRecord(figure) || figure === undefined ? (isRecord(last) ? undefined : last) : figure
}

/**
 * Converts `{c}` in the label of a series that reads a dataset to its column, because ECharts writes the entire row for it. `position` is the
 * column of a series that names none.
 */
export function withColumnOfRow(template: string, { type, encode }: Fields, { axis, position }: { axis: 'x' | 'y'; position: number }): string {
  const own = isRecord(encode) ? listOf(encode[axisNames.has(String(type)) ? axis : 'value'])[0] : undefined
  const column = typeof own === 'number' || typeof own === 'string' ? own : isRecord(encode) ? undefined : position
  return column === undefined ? template : template.replaceAll('{c}', () => (typeof column === 'number' ? `{@[${column}]}` : `{@${column}}`))
}

const axisNames: ReadonlySet<string> = new Set(['bar', 'line', 'scatter', 'effectScatter'])

/** Returns the axis of the figures of a series: x for horizontal bars, whose names are on the y axis. */
export function figureAxis(option: Readonly<Record<string, unknown>>, series: Fields): 'x' | 'y' {
  const isCategory = (name: 'xAxis' | 'yAxis') => {
    const axis = listOf(option[name])[Number(series[`${name}Index`] ?? 0)]
    return isRecord(axis) && (axis.type === 'category' || (axis.type === undefined && axis.data !== undefined))
  }
  return isCategory('yAxis') && !isCategory('xAxis') ? 'x' : 'y'
}

/** True for a tooltip template that would write entire rows. The default tooltip writes their figures. */
export const writesRows = (template: unknown, series: readonly Fields[]): boolean =>
  typeof template === 'string' && /\{c\d*\}/.test(template) && series.some(usesDatasetRows)
