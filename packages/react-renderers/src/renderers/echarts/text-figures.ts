import { isRecord } from '@pf/core/internal'
import { parseAmount } from '../../format/figures.ts'

type Fields = Record<string, unknown>

/** Types of series whose data are numbers, or end with numbers. */
const withFigureData: ReadonlySet<unknown> = new Set([
  'bar',
  'line',
  'pie',
  'scatter',
  'effectScatter',
  'funnel',
  'gauge',
  'candlestick',
  'boxplot',
  'heatmap',
  'radar',
])

/** Returns a number that ECharts cannot parse, such as `1,234` or `$5`. Numbers without separators are not converted, because `2019` may be a category. */
export function groupedFigure(value: unknown): number | undefined {
  return typeof value === 'string' && value.length < 40 && Number.isNaN(Number(value)) && !value.includes('%') ? parseAmount(value) : undefined
}

/** Converts numbers written as text in the data of a series. The first of several values may be a category. */
export function withFigures(series: Fields): Fields {
  if (!withFigureData.has(series.type) || !Array.isArray(series.data)) return series
  return { ...series, data: series.data.map(itemWithFigure) }
}

function itemWithFigure(item: unknown): unknown {
  if (isRecord(item) && Object.hasOwn(item, 'value')) return { ...item, value: itemWithFigure(item.value) }
  if (Array.isArray(item)) return item.map((value, index) => (index === 0 && item.length > 1 ? value : figure(value)))
  return figure(item)
}

/** A percent sign is treated as a unit: an axis of percentages ends at a hundred. */
const figure = (value: unknown) => (typeof value === 'string' && Number.isNaN(Number(value)) ? (parseAmount(value) ?? value) : value)
