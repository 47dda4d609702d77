import type { ChartTokens } from '../chart/chart-tokens.ts'

/** The ECharts theme for the design tokens of the page. */
export function chartTheme(tokens: ChartTokens): Record<string, unknown> {
  const text = { color: tokens.text2, fontFamily: tokens.font, fontSize: 12 }
  const axis = axisTheme(tokens)
  // Without an explicit border, ECharts adds one that only fits light colour schemes.
  const label = { color: tokens.text1, textBorderWidth: 0, textBorderColor: 'transparent' }
  return {
    color: tokens.series,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: tokens.font, color: tokens.text1 },
    categoryAxis: { ...axis, axisLine: { show: true, lineStyle: { color: tokens.text3, width: 1 } }, splitLine: { show: false } },
    valueAxis: axis,
    logAxis: axis,
    timeAxis: { ...axis, axisLine: { show: true, lineStyle: { color: tokens.text3 } }, splitLine: { show: false } },
    legend: { textStyle: text, inactiveColor: tokens.line, pageTextStyle: text, pageIconColor: tokens.text2, pageIconInactiveColor: tokens.line },
    tooltip: tooltipTheme(tokens),
    axisPointer: {
      lineStyle: { color: tokens.text3, width: 1 },
      crossStyle: { color: tokens.text3 },
      label: { color: tokens.surface, backgroundColor: tokens.text2 },
    },
    visualMap: { textStyle: text, inRange: { color: [tokens.accentSoft, tokens.accent] }, itemWidth: 10, itemHeight: 96 },
    dataZoom: zoomTheme(tokens),
    line: { label, symbol: 'circle', symbolSize: 5, lineStyle: { width: 2 }, emphasis: { focus: 'none' } },
    bar: { label, itemStyle: { borderRadius: 0 } },
    pie: { itemStyle: { borderColor: tokens.surface, borderWidth: 1 }, label: { color: tokens.text1 }, labelLine: { lineStyle: { color: tokens.text3 } } },
    scatter: { label, symbolSize: 8, itemStyle: { opacity: 0.8 } },
    boxplot: { itemStyle: { borderColor: tokens.series[0], color: tokens.accentSoft, borderWidth: 1.5 } },
    candlestick: { itemStyle: { color: tokens.series[2], color0: tokens.series[1], borderColor: tokens.series[2], borderColor0: tokens.series[1] } },
    radar: {
      axisName: { color: tokens.text2 },
      splitLine: { lineStyle: { color: tokens.line } },
      splitArea: { show: false },
      axisLine: { lineStyle: { color: tokens.line } },
    },
    gauge: gaugeTheme(tokens),
    treemap: {
      itemStyle: { borderColor: tokens.surface, gapWidth: 1 },
      breadcrumb: { itemStyle: { color: tokens.raised, textStyle: { color: tokens.text2 } } },
    },
    sunburst: { itemStyle: { borderColor: tokens.surface, borderWidth: 1 } },
    funnel: { itemStyle: { borderColor: tokens.surface, borderWidth: 1 }, label: { color: tokens.text1 } },
    heatmap: { itemStyle: { borderColor: tokens.surface, borderWidth: 1 } },
    sankey: { label: { color: tokens.text1 }, lineStyle: { color: 'source', opacity: 0.25 } },
    graph: { label: { color: tokens.text1 }, lineStyle: { color: tokens.text3, opacity: 0.5 } },
    tree: { label: { color: tokens.text1 }, lineStyle: { color: tokens.line } },
    markLine: { label: { color: tokens.text2 }, lineStyle: { color: tokens.text2, type: 'dashed' } },
  }
}

function axisTheme(tokens: ChartTokens) {
  const label = { color: tokens.text2, fontSize: 12, fontFamily: tokens.font }
  return {
    axisLine: { show: false },
    axisTick: { show: false },
    minorTick: { show: false },
    axisLabel: label,
    nameTextStyle: label,
    splitLine: { show: true, lineStyle: { color: tokens.line, width: 1 } },
    splitArea: { show: false },
  }
}

const tooltipTheme = (tokens: ChartTokens) => ({
  backgroundColor: tokens.surface,
  borderColor: tokens.text3,
  borderWidth: 1,
  padding: 10,
  shadowBlur: 0,
  shadowColor: 'transparent',
  shadowOffsetX: 0,
  shadowOffsetY: 0,
  textStyle: { color: tokens.text1, fontFamily: tokens.font, fontSize: 12 },
})

const zoomTheme = (tokens: ChartTokens) => ({
  borderColor: tokens.line,
  fillerColor: 'transparent',
  handleStyle: { color: tokens.surface, borderColor: tokens.text3 },
  moveHandleStyle: { color: tokens.line },
  dataBackground: { lineStyle: { color: tokens.text3 }, areaStyle: { color: tokens.line } },
  selectedDataBackground: { lineStyle: { color: tokens.accent }, areaStyle: { color: tokens.accentSoft } },
  textStyle: { color: tokens.text2, fontSize: 11 },
  brushSelect: false,
})

const gaugeTheme = (tokens: ChartTokens) => ({
  axisLine: { lineStyle: { width: 12, color: [[1, tokens.line]] } },
  progress: { show: true, width: 12 },
  pointer: { show: false },
  axisTick: { show: false },
  splitLine: { show: false },
  axisLabel: { color: tokens.text2, distance: 18 },
  title: { color: tokens.text2, fontSize: 12 },
  detail: { color: tokens.text1, fontSize: 24, fontWeight: 600 },
})
