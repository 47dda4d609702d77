import { isRecord } from '@pf/core/internal'
import type { ChartTokens } from '../chart/chart-tokens.ts'

/** The size of a chart and the colours of the page. */
export interface PlotEnvironment {
  width: number
  height: number
  tokens: ChartTokens
  /** True for touch devices, on which dragging scrolls the page instead of zooming the chart. */
  touch: boolean
}

const booleans = ['staticPlot', 'displayModeBar', 'scrollZoom', 'showTips', 'showAxisDragHandles'] as const

/** The configuration of Plotly. The props control the interaction; everything else is fixed. */
export function plotConfig(config: unknown): Record<string, unknown> {
  const own = isRecord(config) ? Object.fromEntries(booleans.flatMap((key) => (typeof config[key] === 'boolean' ? [[key, config[key]]] : []))) : {}
  return {
    ...own,
    displaylogo: false,
    responsive: false,
    showLink: false,
    showSendToCloud: false,
    showEditInChartStudio: false,
    plotlyServerURL: '',
    topojsonURL: '',
    watermark: false,
    // Plotly would pass texts to the MathJax of the app, which can insert links.
    typesetMath: false,
  }
}

/** Returns a layout with the colours, the fonts and the size of the page. */
export function plotLayout(layout: Record<string, unknown>, { width, height, tokens, touch }: PlotEnvironment): Record<string, unknown> {
  return {
    ...layout,
    width,
    height,
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    margin: { l: 48, r: 16, t: 16, b: 40, ...(isRecord(layout.margin) ? layout.margin : {}) },
    dragmode: touch ? false : (layout.dragmode ?? 'zoom'),
    template: template(tokens),
  }
}

function template(tokens: ChartTokens): Record<string, unknown> {
  const axis = axisTheme(tokens)
  const scale = [
    [0, tokens.accentSoft],
    [1, tokens.accent],
  ]
  const bar = { outlinewidth: 0, thickness: 12, tickfont: { color: tokens.text2 }, title: { font: { color: tokens.text2 } } }
  const scaled = [{ colorscale: scale, colorbar: bar }]
  const space = { ...axis, backgroundcolor: 'rgba(0,0,0,0)', showbackground: false }
  const edge = { line: { color: tokens.surface, width: 1 } }
  return {
    layout: {
      font: { family: tokens.font, size: 12, color: tokens.text1 },
      colorway: tokens.series,
      xaxis: { ...axis, showgrid: false, showline: true },
      yaxis: axis,
      scene: { xaxis: space, yaxis: space, zaxis: space },
      ternary: { bgcolor: 'rgba(0,0,0,0)', aaxis: axis, baxis: axis, caxis: axis },
      polar: { bgcolor: 'rgba(0,0,0,0)', radialaxis: axis, angularaxis: axis },
      legend: { font: { color: tokens.text2 }, bgcolor: 'rgba(0,0,0,0)', orientation: 'h', y: 1.02, yanchor: 'bottom', x: 0 },
      hoverlabel: { bgcolor: tokens.surface, bordercolor: tokens.text3, font: { family: tokens.font, size: 12, color: tokens.text1 } },
      modebar: { bgcolor: 'rgba(0,0,0,0)', color: tokens.text3, activecolor: tokens.accent },
      colorscale: { sequential: scale },
      coloraxis: { colorscale: scale, colorbar: bar },
      annotationdefaults: { font: { color: tokens.text1 }, arrowcolor: tokens.text2 },
    },
    data: {
      heatmap: scaled,
      contour: scaled,
      histogram2d: scaled,
      histogram2dcontour: scaled,
      surface: scaled,
      bar: [{ marker: { line: { width: 0 } } }],
      pie: [{ marker: edge, textfont: { family: tokens.font } }],
    },
  }
}

const axisTheme = (tokens: ChartTokens) => ({
  automargin: true,
  gridcolor: tokens.line,
  linecolor: tokens.text3,
  zerolinecolor: tokens.line,
  tickfont: { color: tokens.text2 },
  title: { font: { color: tokens.text2 } },
  zerolinewidth: 1,
})
