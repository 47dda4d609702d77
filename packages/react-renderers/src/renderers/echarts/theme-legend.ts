import { textWidth } from '../shared/text-width.ts'
import type { CleanOption } from './clean-option.ts'
import { type Fields, records, type ThemeContext } from './theme-context.ts'

/** A legend and its size. */
export interface ThemedLegend {
  legend: Fields
  /** Height above the chart, in pixels. */
  above: number
  /** Height below the chart, in pixels. */
  below: number
}

const HIDDEN_LEGEND: ThemedLegend = { legend: { show: false }, above: 0, below: 0 }
const ROW = 22
const GAP = 14
const MARK = 15
const MAX_NAMES = 60
const MAX_ROWS = 4

/** Layout keys of a legend, which the theme sets. */
const layoutKeys = new Set(['orient', 'left', 'right', 'top', 'bottom', 'x', 'y', 'width', 'height', 'align', 'type'])

/** Returns the legend of a chart. It is hidden for one series and for labelled slices. Otherwise it is above the chart, or below narrow charts with slices. */
export function themeLegend(option: CleanOption, series: readonly Fields[], { size, width }: ThemeContext): ThemedLegend {
  const own = records(option.legend)[0]
  const sliced = series.some((one) => ['pie', 'funnel', 'sunburst'].includes(String(one.type)))
  const things = series.some((one) => one.type === 'radar') || sliced
  const names = (things ? series.flatMap((one) => records(one.data)) : series).map((one) => one.name).filter((name) => typeof name === 'string')
  if (own?.show === false || names.length < 2 || names.length > MAX_NAMES || (sliced && size !== 'narrow')) return HIDDEN_LEGEND
  const rows = countRows(names, width)
  const rest = Object.fromEntries(Object.entries(own ?? {}).filter(([key]) => !layoutKeys.has(key)))
  const style = { show: true, orient: 'horizontal', icon: 'roundRect', itemWidth: 10, itemHeight: 10, itemGap: GAP, padding: 0 }
  const fits = rows <= MAX_ROWS ? { type: 'plain' } : { type: 'scroll' }
  const room = (rows <= MAX_ROWS ? rows : 1) * ROW
  if (sliced) return { legend: { ...rest, ...style, ...fits, bottom: 0, left: 0 }, above: 0, below: room }
  return { legend: { ...rest, ...style, ...fits, top: 2, left: 2 }, above: room, below: 0 }
}

function countRows(names: readonly string[], width: number): number {
  let rows = 1
  let used = 0
  for (const name of names) {
    const own = MARK + textWidth(name) + GAP
    if (used > 0 && used + own > width) {
      rows++
      used = 0
    }
    used += own
  }
  return rows
}
