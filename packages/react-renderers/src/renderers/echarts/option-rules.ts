/** Keys that are removed without a warning, grouped by reason. Keys that are neither in this table nor in `option-table.ts` are removed with a warning. */
const dropped: Readonly<Record<string, readonly string[]>> = {
  'would reach a prototype': ['__proto__', 'constructor', 'prototype'],
  'is put into the page as HTML, CSS or a selector': ['extraCssText', 'className', 'appendTo', 'appendToBody', 'dataView', 'renderMode', 'svgElement'],
  'leaves the page': ['link', 'sublink'],
  'needs parts that are not loaded': ['toolbox', 'graphic', 'geo', 'calendar', 'timeline', 'bmap', 'amap', 'brush', 'matrix', 'thumbnail', 'renderItem'],
  'the page decides': [
    'largeThreshold',
    'backgroundColor',
    'fontFamily',
    'textBorderColor',
    'textBorderWidth',
    'darkMode',
    'aria',
    'title',
    'useUTC',
    'media',
    'stateAnimation',
    'decal',
    'universalTransition',
    'hoverLayerThreshold',
  ],
  'costs more than it shows': [
    'jitter',
    'jitterOverlap',
    'jitterMargin',
    'squareRatio',
    'zlevel',
    'z',
    'shadowBlur',
    'shadowColor',
    'shadowOffsetX',
    'shadowOffsetY',
    'textShadowBlur',
    'textShadowColor',
    'layoutAnimation',
  ],
}

export const droppedKeys: ReadonlySet<string> = new Set(Object.values(dropped).flat())

/** Keys whose `color` is set by the theme, so that texts and lines are readable in both colour schemes. */
export const themedParents: ReadonlySet<string> = new Set([
  'textStyle',
  'axisLabel',
  'nameTextStyle',
  'label',
  'endLabel',
  'edgeLabel',
  'upperLabel',
  'axisName',
  'detail',
  'pageTextStyle',
  'inactiveTextStyle',
  'handleLabel',
  'splitLine',
  'minorSplitLine',
  'axisTick',
  'minorTick',
  'axisPointer',
  'crossStyle',
  'shadowStyle',
  'labelLine',
  'tooltip',
])

/** Lists of any length. All other lists contain settings and are limited in length. */
export const longLists: ReadonlySet<string> = new Set(['data', 'source', 'nodes', 'links', 'edges', 'children', 'value', 'series'])
/** Components whose `data` is drawn over a chart or beside it and is limited in length, too. */
export const markContainers: ReadonlySet<string> = new Set(['markPoint', 'markLine', 'markArea', 'legend'])

/** Supported series types; those of the second set are loaded on demand. */
export const baseSeries: ReadonlySet<string> = new Set([
  'line',
  'bar',
  'pie',
  'scatter',
  'heatmap',
  'boxplot',
  'candlestick',
  'radar',
  'funnel',
  'gauge',
  'treemap',
  'sunburst',
])
export const lazySeries: ReadonlySet<string> = new Set(['sankey', 'graph', 'tree', 'parallel', 'themeRiver', 'effectScatter', 'chord'])

/** Maximum number of levels below an option. */
export const MAX_DEPTH = 32
export const MAX_SERIES = 200
/** Maximum number of axes, grids, legends and other components of a chart. */
export const MAX_PARTS = 24
/** Maximum number of datasets, each of which can transform the rows of another one. */
export const MAX_DATASETS = 100
/** Maximum length of a list of settings, and of the marks over a chart, which are drawn as separate elements with labels. */
export const MAX_LIST = 200
