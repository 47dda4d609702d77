import { isRecord } from '@pf/core/internal'
import { axisSeries, holdsFigure, isReference, listed, maxRowsRead, type Props, shown } from './chart-values.ts'
import type { Invisible } from './notation-issues.ts'

/** Checks that the axes of a series exist, and that the positions of its items are on them. */
export function axisIssue(type: string, series: Props, option: Props, at: string[]): Invisible | undefined {
  if (!axisSeries.has(type) || (series.coordinateSystem ?? 'cartesian2d') !== 'cartesian2d') return undefined
  for (const [position, name] of (['xAxis', 'yAxis'] as const).entries()) {
    const axes = listed(option[name])
    const index = series[`${name}Index`] ?? 0
    if (typeof index !== 'number' || axes.some(isReference)) continue
    if (index > 0 && index >= axes.length) return { at: [...at, `${name}Index`], expected: `the position of an axis in ${name}`, received: String(index) }
    const found = positionsIssue(axes[index], series, { position, name, at })
    if (found) return found
  }
  return undefined
}

function positionsIssue(axis: unknown, { data }: Props, { position, name, at }: { position: number; name: string; at: string[] }): Invisible | undefined {
  const items = Array.isArray(data) ? data.slice(0, maxRowsRead).map((item: unknown) => (isRecord(item) && !isReference(item) ? item.value : item)) : []
  if (!isRecord(axis) || items.length === 0 || !items.every(Array.isArray)) return undefined
  const places = items.map((item: unknown[]) => item[position])
  const categories = listed(axis.data)
  const isOnAxis = placeCheck(axis.type, categories)
  if (!isOnAxis || places.some((place) => isReference(place) || isOnAxis(place))) return undefined
  const isNamed = axis.type === undefined || axis.type === 'category'
  const expected = isNamed ? `positions that ${name}.data names` : `positions for ${name} of type ${String(axis.type)}; names need type "category"`
  return { at: [...at, 'data'], expected, received: shown(places[0]) }
}

/** Returns the check of a position on an axis; undefined if every position fits. Numbers are positions in a list of categories. */
function placeCheck(type: unknown, categories: readonly unknown[]): ((place: unknown) => boolean) | undefined {
  if (type === 'time') return isTime
  if (type === 'value' || type === 'log') return (place) => holdsFigure(place)
  if (categories.length === 0 || categories.some(isReference)) return undefined
  const names = new Set(categories.map((category) => String(isRecord(category) ? category.value : category)))
  return (place) => typeof place === 'number' || names.has(String(place))
}

const isTime = (place: unknown) =>
  holdsFigure(place) || (typeof place === 'string' && /^\s*\d{4}(?!\d)/.test(place)) || !Number.isNaN(Date.parse(String(place)))
