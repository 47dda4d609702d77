import { isRecord } from '@pf/core'
import type { ChartSize } from './chart-layout.ts'
import { type CleanOption, listOf } from './clean-option.ts'

/** What a chart is drawn for. */
export interface Dressing {
  size: ChartSize
  locale: string | undefined
  /** No movement: the reader asked for none, or the data is still coming. */
  still: boolean
  /** Patterns beside colours. */
  patterns: boolean
}

type Fields = Record<string, unknown>

const records = (value: unknown): Fields[] => listOf(value).filter(isRecord)
const LARGE = 2_000

/** Puts an option into the house style: places for legend and axes, one number format, honest baselines, no movement that was not asked for. */
export function dressOption(option: CleanOption, dressing: Dressing): Fields {
  const series = records(option.series)
  const types = new Set(series.map((one) => one.type))
  const points = series.reduce((most, one) => Math.max(most, listOf(one.data).length), 0)
  const write = figures(dressing.locale)
  const legend = legendOf(option, series, dressing)
  return {
    ...option,
    animation: !dressing.still && points <= LARGE,
    animationDuration: 200,
    animationDurationUpdate: 200,
    animationEasing: 'cubicOut',
    stateAnimation: { duration: dressing.still ? 0 : 120 },
    aria: { enabled: dressing.patterns, decal: { show: dressing.patterns }, label: { enabled: false } },
    legend,
    ...(option.xAxis || option.yAxis ? axes(option, { dressing, series, write, legend: legend.show !== false }) : {}),
    tooltip: tooltipOf(option, types, write),
    series: series.map((one) => dressSeries(one, { points, dressing, write, count: series.length })),
    ...(option.visualMap ? { visualMap: records(option.visualMap).map((map) => ({ ...map, formatter: map.formatter ?? write })) } : {}),
    ...(option.dataZoom
      ? { dataZoom: records(option.dataZoom).map((zoom) => ({ ...zoom, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false })) }
      : {}),
  }
}

/** The number format that axis, tooltip and labels share. */
function figures(locale: string | undefined): (value: unknown) => string {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  return (value) => {
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? plain.format(item) : String(item ?? '–'))).join(', ')
    if (typeof value !== 'number') return value === null || value === undefined ? '–' : String(value)
    return Math.abs(value) >= 1e9 ? compact.format(value) : plain.format(value)
  }
}

/** Axis labels are short: thousands are written out up to five digits, above that they are shortened. */
function axisFigures(locale: string | undefined): (value: unknown) => string {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  return (value) => (typeof value === 'number' ? (Math.abs(value) >= 1e5 ? compact : plain).format(value) : String(value))
}

/** One series needs no legend; several get theirs above the chart, on a narrow screen below it. */
function legendOf(option: CleanOption, series: readonly Fields[], { size }: Dressing): Fields {
  const own = records(option.legend)[0]
  const sliced = series.some((one) => ['pie', 'funnel', 'radar', 'sunburst'].includes(String(one.type)))
  const names = sliced ? series.flatMap((one) => records(one.data)).length : series.filter((one) => one.name !== undefined).length
  const wanted = own ? own.show !== false && (names > 1 || own.data !== undefined) : names > 1 && !(sliced && size !== 'narrow')
  if (!wanted || names > 60) return { show: false }
  const place = size === 'narrow' && sliced ? { bottom: 0, left: 'center' } : { top: 0, left: 0 }
  const { orient: _, right: __, x: ___, y: ____, ...rest } = own ?? {}
  return { ...rest, type: 'scroll', show: true, orient: 'horizontal', icon: 'roundRect', itemWidth: 10, itemHeight: 10, itemGap: 14, ...place }
}

interface AxesContext {
  dressing: Dressing
  series: readonly Fields[]
  write: (value: unknown) => string
  legend: boolean
}

function axes(option: CleanOption, context: AxesContext): Fields {
  const named = records(option.yAxis).some((axis) => typeof axis.name === 'string' && axis.name !== '')
  const zoom = records(option.dataZoom).some((one) => one.type !== 'inside')
  const steered = records(option.visualMap).some((map) => map.show !== false)
  const outer = {
    left: 2,
    right: steered ? 72 : 12,
    top: (context.legend ? 34 : 8) + (named ? 18 : 0),
    bottom: zoom ? 52 : 4,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  }
  const many = Array.isArray(option.grid)
  return {
    grid: many
      ? option.grid
      : {
          ...records(option.grid)[0],
          containLabel: undefined,
          ...outer,
          outerBounds: { left: 2, right: 2, top: outer.top - (named ? 20 : 4), bottom: outer.bottom },
        },
    xAxis: records(option.xAxis).map((axis) => dressAxis(axis, 'x', context)),
    yAxis: records(option.yAxis).map((axis) => dressAxis(axis, 'y', context)),
  }
}

function dressAxis(axis: Fields, side: 'x' | 'y', { dressing, series }: AxesContext): Fields {
  const type = axis.type ?? (Array.isArray(axis.data) ? 'category' : side === 'x' ? 'category' : 'value')
  const label = isRecord(axis.axisLabel) ? axis.axisLabel : {}
  const bars = series.some((one) => one.type === 'bar')
  const figure = type === 'value' || type === 'log'
  const name =
    side === 'y' ? { nameLocation: 'end', nameTextStyle: { align: 'left', padding: [0, 0, 4, 0] }, nameGap: 8 } : { nameLocation: 'middle', nameGap: 28 }
  const honest = bars && type === 'value' ? honestBars(axis) : {}
  return {
    ...axis,
    type,
    ...(axis.name === undefined ? {} : name),
    ...honest,
    ...(figure && dressing.size === 'narrow' && axis.splitNumber === undefined ? { splitNumber: 4 } : {}),
    axisLabel: {
      hideOverlap: true,
      ...label,
      ...(figure && label.formatter === undefined ? { formatter: axisFigures(dressing.locale) } : {}),
      ...(type === 'category' && dressing.size === 'narrow' && side === 'x' ? { rotate: 0, width: 72, overflow: 'truncate' } : {}),
      ...(type === 'category' && side === 'y' ? { width: dressing.size === 'narrow' ? 92 : 180, overflow: 'truncate' } : {}),
    },
  }
}

/** A bar's length is its value: its axis starts at zero, whatever was asked for. */
function honestBars(axis: Fields): Fields {
  const min = typeof axis.min === 'number' && axis.min > 0 ? { min: 0 } : {}
  const low = axis.min === 'dataMin' ? { min: undefined } : {}
  return { scale: false, ...min, ...low }
}

function tooltipOf(option: CleanOption, types: ReadonlySet<unknown>, write: (value: unknown) => string): Fields {
  const own = isRecord(option.tooltip) ? option.tooltip : {}
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

interface SeriesContext {
  points: number
  count: number
  dressing: Dressing
  write: (value: unknown) => string
}

type Dress = (series: Fields, context: SeriesContext) => Fields

const dresses: Readonly<Record<string, Dress>> = {
  line: (one, { points }) => ({
    showSymbol: points <= 24,
    ...(points > LARGE ? { sampling: 'lttb', showSymbol: false } : {}),
    ...(isRecord(one.areaStyle) ? { areaStyle: { ...one.areaStyle, opacity: typeof one.stack === 'string' ? 0.5 : 0.14 } } : {}),
  }),
  bar: (_, { points }) => ({ barMaxWidth: 40, barCategoryGap: points > 40 ? '10%' : '36%', large: points > LARGE }),
  scatter: (_, { points }) => ({ large: points > LARGE, largeThreshold: LARGE, ...(points > 400 ? { symbolSize: 4 } : {}) }),
  pie: (one, { dressing }) => pieDress(one, dressing),
  sunburst: () => ({ radius: ['16%', '96%'] }),
  treemap: (_, { dressing }) => ({
    nodeClick: false,
    roam: false,
    breadcrumb: { show: dressing.size !== 'narrow', bottom: 0 },
    left: 0,
    right: 0,
    top: 0,
    bottom: dressing.size === 'narrow' ? 0 : 28,
  }),
  funnel: (_, { dressing }) => ({
    left: 0,
    right: dressing.size === 'narrow' ? 0 : '18%',
    top: 8,
    bottom: 8,
    ...(dressing.size === 'narrow' ? { label: { position: 'inside' } } : {}),
  }),
  sankey: (_, { dressing }) => ({ left: 0, right: dressing.size === 'narrow' ? 64 : 120, top: 8, bottom: 8, draggable: false }),
  tree: () => ({ roam: false }),
}

function pieDress(one: Fields, { size }: Dressing): Fields {
  const ring = Array.isArray(one.radius)
  const outer = size === 'narrow' ? '68%' : '76%'
  const label = isRecord(one.label) ? one.label : {}
  return {
    radius: ring ? ['48%', outer] : ['0%', outer],
    center: size === 'narrow' ? ['50%', '44%'] : ['50%', '50%'],
    label: size === 'narrow' ? { ...label, show: false } : label,
    labelLine: { show: size !== 'narrow', length: 8, length2: 8 },
  }
}

/** Labels that only ask to be shown get the shared number format. */
function dressSeries(one: Fields, context: SeriesContext): Fields {
  const dress = typeof one.type === 'string' && Object.hasOwn(dresses, one.type) ? dresses[one.type] : undefined
  const label = isRecord(one.label) ? one.label : undefined
  const figure = label?.show === true && label.formatter === undefined && (one.type === 'bar' || one.type === 'line' || one.type === 'scatter')
  const written = figure ? { label: { ...label, formatter: (point: { value: unknown }) => context.write(lastOf(point.value)) } } : {}
  return { ...one, ...written, ...(dress ? dress({ ...one, ...written }, context) : {}) }
}

const lastOf = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value)
