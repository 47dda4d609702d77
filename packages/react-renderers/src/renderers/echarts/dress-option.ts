import { isRecord } from '@pf/core/internal'
import type { CleanOption } from './clean-option.ts'
import { dressAxes } from './dress-axes.ts'
import { dressLegend } from './dress-legend.ts'
import { dressSeries } from './dress-series.ts'
import { type Dressing, type Fields, LARGE, records } from './dressing.ts'
import { figures } from './figures.ts'
import { listOf } from './list-of.ts'

/** Puts an option into the house style: places for legend and axes, one number format, honest baselines, no movement that was not asked for. */
export function dressOption(option: CleanOption, dressing: Dressing): Fields {
  const series = records(option.series)
  const points = series.reduce((most, one) => Math.max(most, listOf(one.data).length), 0)
  const write = figures(dressing.locale)
  const { legend, above, below } = dressLegend(option, series, dressing)
  return {
    ...option,
    animation: !dressing.still && points <= LARGE,
    animationDuration: 200,
    animationDurationUpdate: 200,
    animationEasing: 'cubicOut',
    stateAnimation: { duration: dressing.still ? 0 : 120 },
    aria: { enabled: dressing.patterns, decal: { show: dressing.patterns }, label: { enabled: false } },
    legend,
    ...dressAxes(option, { dressing, series, above }),
    ...(option.radar ? { radar: records(option.radar).map((radar) => ({ ...radar, radius: '76%', center: ['50%', above > 0 ? '56%' : '52%'] })) } : {}),
    tooltip: tooltip(option, series, write),
    series: series.map((one, index) => dressSeries(one, { points, dressing, write, below, index })),
    ...(option.visualMap ? { visualMap: records(option.visualMap).map((map) => ({ ...map, formatter: map.formatter ?? write })) } : {}),
    ...(option.dataZoom ? { dataZoom: records(option.dataZoom).map(calmZoom) } : {}),
  }
}

/** The wheel scrolls the page; with Ctrl it zooms. */
const calmZoom = (zoom: Fields): Fields => ({ ...zoom, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false })

function tooltip(option: CleanOption, series: readonly Fields[], write: (value: unknown) => string): Fields {
  const own = isRecord(option.tooltip) ? option.tooltip : {}
  const types = new Set(series.map((one) => one.type))
  const along = (types.has('bar') || types.has('line')) && Boolean(option.xAxis)
  return {
    trigger: along ? 'axis' : 'item',
    ...own,
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    valueFormatter: write,
    axisPointer: { type: types.has('bar') ? 'shadow' : 'line', ...(isRecord(own.axisPointer) ? own.axisPointer : {}) },
  }
}
