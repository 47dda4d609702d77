import { isRecord } from '@pf/core/internal'
import type { CleanOption } from './clean-option.ts'
import { countDatasetRows, usesDatasetRows } from './count-elements.ts'
import { createValueFormat, isYearAxis } from './number-formats.ts'
import { listOf } from './option-values.ts'
import { figureAxis, writesRows } from './row-labels.ts'
import { themeAxes } from './theme-axes.ts'
import { type Fields, LARGE_SERIES, records, type ThemeContext } from './theme-context.ts'
import { themeLegend } from './theme-legend.ts'
import { themeSeries } from './theme-series.ts'

/** Applies the theme of the page to an option: layout of legend and axes, number formats, zero baselines, and reduced motion. */
export function applyTheme(option: CleanOption, theme: ThemeContext): Fields {
  const series = records(option.series)
  const rows = countDatasetRows(option.dataset)
  const points = series.reduce((most, one) => Math.max(most, usesDatasetRows(one) ? rows : listOf(one.data).length), 0)
  const formatValue = createValueFormat(theme.locale, { years: records(option.xAxis).some((axis) => axis.type === 'value' && isYearAxis(axis, 'x', series)) })
  const { legend, above, below } = themeLegend(option, series, theme)
  return {
    ...option,
    animation: !theme.reducedMotion && points <= LARGE_SERIES,
    animationDuration: 200,
    animationDurationUpdate: 200,
    animationEasing: 'cubicOut',
    stateAnimation: { duration: theme.reducedMotion ? 0 : 120 },
    aria: { enabled: theme.patterns, decal: { show: theme.patterns }, label: { enabled: false } },
    legend,
    ...themeAxes(option, { theme, series, above }),
    ...(option.radar ? { radar: records(option.radar).map((radar) => ({ ...radar, radius: '76%', center: ['50%', above > 0 ? '56%' : '52%'] })) } : {}),
    tooltip: tooltip(option, series, formatValue),
    series: series.map((one, index) => themeSeries(one, { points, theme, formatValue, below, index, axis: figureAxis(option, one) })),
    ...(option.visualMap ? { visualMap: records(option.visualMap).map((map) => ({ ...map, formatter: map.formatter ?? formatValue })) } : {}),
    ...(option.dataZoom ? { dataZoom: records(option.dataZoom).map(themeZoom) } : {}),
  }
}

/** The mouse wheel scrolls the page; with Ctrl it zooms the chart. */
const themeZoom = (zoom: Fields): Fields => ({ ...zoom, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false })

function tooltip(option: CleanOption, series: readonly Fields[], formatValue: (value: unknown) => string): Fields {
  const { formatter, ...others } = isRecord(option.tooltip) ? option.tooltip : {}
  const own = formatter === undefined || writesRows(formatter, series) ? others : { ...others, formatter }
  const types = new Set(series.map((one) => one.type))
  const along = (types.has('bar') || types.has('line')) && Boolean(option.xAxis)
  return {
    trigger: along ? 'axis' : 'item',
    ...own,
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    valueFormatter: formatValue,
    axisPointer: { type: types.has('bar') ? 'shadow' : 'line', ...(isRecord(own.axisPointer) ? own.axisPointer : {}) },
  }
}
