import { isRecord } from '@pf/core/internal'
import { readableText } from '../chart/color.ts'
import { usesDatasetRows } from './count-elements.ts'
import { listOf } from './option-values.ts'
import { figureOf, type LabelledPoint, withColumnOfRow } from './row-labels.ts'
import { type Fields, LARGE_SERIES, LONG_LINE, type ThemeContext } from './theme-context.ts'

interface SeriesContext {
  /** Number of points of the longest series. */
  points: number
  theme: ThemeContext
  formatValue: (value: unknown) => string
  /** Height of the legend below the chart, in pixels. */
  below: number
  /** Index of the series, which determines its colour. */
  index: number
  /** The axis of the figures. */
  axis: 'x' | 'y'
}

type SeriesTheme = (series: Fields, context: SeriesContext) => Fields

const themesByType: Readonly<Record<string, SeriesTheme>> = {
  line: (one, { points }) => ({
    showSymbol: points <= 24,
    ...(points > LONG_LINE ? { sampling: 'lttb', showSymbol: false } : {}),
    ...(isRecord(one.areaStyle) ? { areaStyle: { ...one.areaStyle, opacity: typeof one.stack === 'string' ? 0.5 : 0.14 } } : {}),
  }),
  bar: (_, { points }) => ({ barMaxWidth: 40, barCategoryGap: points > 40 ? '10%' : '36%', large: points > LARGE_SERIES, largeThreshold: LARGE_SERIES }),
  scatter: (_, { points }) => ({ large: points > LARGE_SERIES, largeThreshold: LARGE_SERIES, ...(points > 400 ? { symbolSize: 4 } : {}) }),
  pie: themePie,
  sunburst: (one, context) => ({ radius: ['16%', '96%'], data: paintNodes(one.data, context.theme) }),
  treemap: (one, { theme }) => ({
    nodeClick: false,
    roam: false,
    breadcrumb: { show: false },
    left: 0,
    right: 0,
    top: 0,
    bottom: 0,
    data: paintNodes(one.data, theme),
  }),
  funnel: (one, { theme, below }) => ({
    left: 0,
    right: theme.size === 'narrow' ? 0 : '18%',
    top: 8,
    bottom: 8 + below,
    ...(theme.size === 'narrow' ? { label: { show: false }, data: one.data } : {}),
  }),
  sankey: (one, { theme }) => ({
    left: 0,
    right: theme.size === 'narrow' ? 64 : 120,
    top: 8,
    bottom: 8,
    draggable: false,
    nodeWidth: 12,
    data: listOf(one.data ?? one.nodes).map((node, index) =>
      isRecord(node) ? { ...node, itemStyle: { color: colorAt(theme, index), ...style(node) } } : node,
    ),
  }),
  gauge: (one, { theme }) => ({
    radius: '92%',
    center: ['50%', '56%'],
    axisLabel: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    title: { offsetCenter: [0, '24%'] },
    detail: {
      offsetCenter: [0, '-4%'],
      color: theme.tokens.text1,
      ...(isRecord(one.detail) && typeof one.detail.formatter === 'string' ? { formatter: one.detail.formatter } : {}),
    },
  }),
  tree: () => ({ roam: false }),
}

const style = (node: Fields): Fields => (isRecord(node.itemStyle) ? node.itemStyle : {})
const colorAt = ({ tokens }: ThemeContext, index: number) => tokens.series[index % tokens.series.length] ?? tokens.accent

function themePie(one: Fields, { theme: { size, locale }, below }: SeriesContext): Fields {
  const narrow = size === 'narrow'
  const outer = narrow ? '86%' : '76%'
  const label = isRecord(one.label) ? one.label : {}
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const formatSlice = (slice: { name: string; percent: number }) => `${slice.name} ${share.format(slice.percent / 100)}`
  return {
    radius: Array.isArray(one.radius) ? [narrow ? '52%' : '46%', outer] : ['0%', outer],
    center: ['50%', '50%'],
    top: 4,
    bottom: 4 + below,
    label: { formatter: formatSlice, ...label, show: !narrow && label.show !== false },
    labelLine: { show: !narrow, length: 8, length2: 8 },
  }
}

const MAX_DEPTH = 16

/** Colours the nodes of a treemap or sunburst and chooses a readable label colour. */
function paintNodes(data: unknown, theme: ThemeContext): unknown[] {
  const paint = (node: unknown, color: string, depth: number): unknown => {
    if (!isRecord(node)) return node
    const fill = typeof style(node).color === 'string' ? String(style(node).color) : color
    const label = { ...(isRecord(node.label) ? node.label : {}), color: readableText(fill, theme.tokens.surface, theme.tokens.text1) }
    const children = Array.isArray(node.children) && depth < MAX_DEPTH ? { children: node.children.map((child) => paint(child, fill, depth + 1)) } : {}
    return { ...node, ...children, label, itemStyle: { ...style(node), color: fill } }
  }
  return listOf(data).map((node, index) => paint(node, colorAt(theme, index), 0))
}

/** Maximum number of points with labels. */
const MAX_LABELS = 200

/** Applies the theme to a series. Labels without a formatter use the number format of the chart. */
export function themeSeries(one: Fields, context: SeriesContext): Fields {
  const seriesTheme = typeof one.type === 'string' && Object.hasOwn(themesByType, one.type) ? themesByType[one.type] : undefined
  const label = isRecord(one.label) ? one.label : undefined
  if (label?.show === true && context.points > MAX_LABELS) return themeSeries({ ...one, label: { ...label, show: false } }, context)
  const figure = label?.show === true && label.formatter === undefined && ['bar', 'line', 'scatter'].includes(String(one.type))
  const insideLabelColor = one.type === 'bar' && label?.show === true && isInside(label.position) ? insideColor(one, context) : undefined
  const formatLimit = figure
    ? {
        ...one,
        label: {
          ...label,
          ...(insideLabelColor ? { color: insideLabelColor } : {}),
          formatter: (point: LabelledPoint) => context.formatValue(figureOf(point, one, context.axis)),
        },
      }
    : withRowTemplate(one, context)
  return { ...formatLimit, ...(seriesTheme ? seriesTheme(formatLimit, context) : {}) }
}

function withRowTemplate(one: Fields, { axis, index }: SeriesContext): Fields {
  const { label, type } = one
  if (!isRecord(label) || typeof label.formatter !== 'string' || !usesDatasetRows(one)) return one
  const position = type === 'bar' || type === 'line' ? index + 1 : 1
  return { ...one, label: { ...label, formatter: withColumnOfRow(label.formatter, one, { axis, position }) } }
}

/** Labels of bars are inside by default. */
const isInside = (position: unknown) => typeof position !== 'string' || position.startsWith('inside')

function insideColor(one: Fields, { theme, index }: SeriesContext): string {
  const { color } = style(one)
  return readableText(typeof color === 'string' ? color : colorAt(theme, index), theme.tokens.surface, theme.tokens.text1)
}
