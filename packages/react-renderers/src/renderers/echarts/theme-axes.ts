import { isRecord } from '@pf/core/internal'
import type { CleanOption } from './clean-option.ts'
import { createAxisFormat, isYearAxis, maxAbsoluteValue } from './number-formats.ts'
import { type Fields, records, type ThemeContext } from './theme-context.ts'

interface AxesContext {
  theme: ThemeContext
  series: readonly Fields[]
  /** Height of the legend above the chart, in pixels. */
  above: number
}

type Side = 'x' | 'y'

/** Returns the grid and axes of a themed option; empty for charts without axes. */
export function themeAxes(option: CleanOption, context: AxesContext): Fields {
  if (!option.xAxis && !option.yAxis) return {}
  const named = records(option.yAxis).some((axis) => typeof axis.name === 'string' && axis.name !== '')
  const zoom = records(option.dataZoom).some((one) => one.type !== 'inside')
  const hasVisualMap = records(option.visualMap).some((map) => map.show !== false)
  const top = context.above + (named ? 22 : 10)
  const bottom = zoom ? 52 : 4
  const bounds = { left: 2, right: hasVisualMap ? 70 : 4, top: context.above, bottom }
  const grid = { left: 2, right: hasVisualMap ? 72 : 12, top, bottom, outerBoundsMode: 'same', outerBoundsContain: 'all', outerBounds: bounds }
  return {
    grid: Array.isArray(option.grid) && option.grid.length > 1 ? option.grid : grid,
    xAxis: themeAxisList(option.xAxis, 'x', context),
    yAxis: themeAxisList(option.yAxis, 'y', context),
  }
}

const themeAxisList = (axes: unknown, side: Side, context: AxesContext) =>
  (records(axes).length > 0 ? records(axes) : [{}]).map((axis) => themeAxis(axis, side, context))

function themeAxis(axis: Fields, side: Side, { theme, series }: AxesContext): Fields {
  const type = axis.type ?? (Array.isArray(axis.data) || side === 'x' ? 'category' : 'value')
  const figure = type === 'value' || type === 'log'
  const narrow = theme.size === 'narrow'
  const own = isRecord(axis.axisLabel) ? axis.axisLabel : {}
  const bars = series.some((one) => one.type === 'bar')
  return {
    ...axis,
    type,
    ...(axis.name === undefined ? {} : axisName(side)),
    ...(bars && type === 'value' ? startAtZero(axis) : {}),
    ...(figure && narrow && axis.splitNumber === undefined ? { splitNumber: 4 } : {}),
    axisLabel: {
      hideOverlap: true,
      ...own,
      ...(figure && own.formatter === undefined ? { formatter: axisFormat(axis, side, { theme, series }) } : {}),
      ...(type === 'category' ? { rotate: 0, overflow: 'truncate', width: side === 'y' ? (narrow ? 92 : 180) : narrow ? 72 : 120 } : {}),
    },
  }
}

function axisFormat(axis: Fields, side: Side, { theme, series }: Pick<AxesContext, 'theme' | 'series'>): (value: unknown) => string {
  return isYearAxis(axis, side, series) ? String : createAxisFormat(theme.locale, maxAbsoluteValue(series))
}

/** The title of the vertical axis is placed above it, so that it is horizontal. */
const axisName = (side: Side): Fields =>
  side === 'y' ? { nameLocation: 'end', nameGap: 10, nameTextStyle: { align: 'left', padding: [0, 0, 2, 0] } } : { nameLocation: 'middle', nameGap: 28 }

/** The axis of bar charts always starts at zero, because the length of a bar represents its value. */
function startAtZero(axis: Fields): Fields {
  const cut = (typeof axis.min === 'number' && axis.min > 0) || axis.min === 'dataMin'
  return { scale: false, ...(cut ? { min: 0 } : {}) }
}
