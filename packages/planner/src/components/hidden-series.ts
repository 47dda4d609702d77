import { isRecord } from '@pf/core/internal'
import type { Invisible } from './notation-issues.ts'

type Props = Record<string, unknown>

/** A series of a chart, with the option that it belongs to and its location in the props. */
export interface LocatedSeries {
  series: Props
  option: Props
  at: string[]
}

/** Returns why series that have data are all hidden: transparent, not selected in the legend, or outside of the fixed range of an axis. */
export function hiddenIssue(all: readonly LocatedSeries[]): Invisible | undefined {
  const [first] = all
  if (!first) return undefined
  if (all.every(({ series }) => isTransparent(series)))
    return { at: first.at, expected: 'an opacity above 0 for at least one series', received: 'opacity 0 for every series' }
  if (all.every(isDeselected)) return { at: ['option', 'legend', 'selected'], expected: 'true for at least one series' }
  const ranges = all.map(missedRange)
  return ranges.every((range) => range !== undefined) ? ranges[0] : undefined
}

const isClear = (style: unknown) => isRecord(style) && (style.opacity === 0 || style.color === 'transparent' || style.color === 'none')

function isTransparent({ type, itemStyle, lineStyle, areaStyle, showSymbol, symbol, label, endLabel }: Props): boolean {
  if ([label, endLabel].some((text) => isRecord(text) && text.show === true)) return false
  if (type !== 'line') return isClear(itemStyle)
  const hasPoints = showSymbol !== false && symbol !== 'none' && !isClear(itemStyle)
  return isClear(lineStyle) && !hasPoints && (areaStyle === undefined || areaStyle === null || isClear(areaStyle))
}

function isDeselected({ series, option }: LocatedSeries): boolean {
  const { legend } = option
  return isRecord(legend) && isRecord(legend.selected) && typeof series.name === 'string' && legend.selected[series.name] === false
}

/** Series whose values are points of an axis; a bar begins at 0. */
const ranged = new Set(['bar', 'effectScatter', 'line', 'scatter'])

/** Returns the axis whose `min` and `max` leave out every value of a series. With only one of them, ECharts extends the axis to the values. */
function missedRange({ series, option }: LocatedSeries): Invisible | undefined {
  const { type, data, stack, coordinateSystem = 'cartesian2d' } = series
  if (!ranged.has(String(type)) || !Array.isArray(data) || stack !== undefined || coordinateSystem !== 'cartesian2d') return undefined
  const axes = { xAxis: axisOf('xAxis', series, option), yAxis: axisOf('yAxis', series, option) }
  for (const [position, name] of (['xAxis', 'yAxis'] as const).entries()) {
    const axis = axes[name]
    if (!isRecord(axis) || isCategory(axis) || typeof axis.min !== 'number' || typeof axis.max !== 'number') continue
    const isPlainAxis = isCategory(axes[name === 'xAxis' ? 'yAxis' : 'xAxis'])
    const values = data.map((item) => valueAt(item, position, isPlainAxis))
    const [low, high] = [Math.min(axis.min, axis.max), Math.max(axis.min, axis.max)]
    const start = type === 'bar' ? 0 : undefined
    const isBelow = (value: number | undefined) => value !== undefined && Math.max(value, start ?? value) < low
    const isAbove = (value: number | undefined) => value !== undefined && Math.min(value, start ?? value) > high
    if (!values.every(isBelow) && !values.every(isAbove)) continue
    const list = Array.isArray(option[name]) ? [String(series[`${name}Index`] ?? 0)] : []
    return { at: ['option', name, ...list], expected: 'a range of min and max that holds values of a series', received: `${axis.min} to ${axis.max}` }
  }
  return undefined
}

function axisOf(name: 'xAxis' | 'yAxis', series: Props, option: Props): unknown {
  const axes = option[name]
  const index = series[`${name}Index`] ?? 0
  return Array.isArray(axes) ? axes[Number(index)] : axes
}

const isCategory = (axis: unknown) => isRecord(axis) && (axis.type === 'category' || (axis.type === undefined && axis.data !== undefined))

/** Returns the number of an item on the axis at a position; undefined if there is none, or if it cannot be known. */
function valueAt(item: unknown, position: number, isPlainAxis: boolean): number | undefined {
  const value = isRecord(item) ? item.value : item
  const own = Array.isArray(value) ? value[position] : isPlainAxis ? value : undefined
  return typeof own === 'number' ? own : undefined
}
