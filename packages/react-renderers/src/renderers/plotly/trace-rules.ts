/** Trace types of the default bundle. */
export const cartesianTypes: ReadonlySet<string> = new Set([
  'bar',
  'box',
  'contour',
  'heatmap',
  'histogram',
  'histogram2d',
  'histogram2dcontour',
  'pie',
  'scatter',
  'scatterternary',
  'violin',
])

/** Trace types that a larger bundle of the app may add. Maps and images are excluded because they load external resources. */
export const optionalTypes: ReadonlySet<string> = new Set([
  'barpolar',
  'candlestick',
  'carpet',
  'cone',
  'contourcarpet',
  'funnel',
  'funnelarea',
  'icicle',
  'indicator',
  'isosurface',
  'mesh3d',
  'ohlc',
  'parcats',
  'parcoords',
  'sankey',
  'scatter3d',
  'scattercarpet',
  'scattergl',
  'scatterpolar',
  'scatterpolargl',
  'scattersmith',
  'splom',
  'streamtube',
  'sunburst',
  'surface',
  'table',
  'treemap',
  'volume',
  'waterfall',
])

/** Layout keys that the page controls, that load resources, or that change the chart automatically. */
export const droppedLayoutKeys =
  /^(?:images|template|map\d*|mapbox\d*|geo\d*|updatemenus|sliders|modebar|transition|width|height|autosize|paper_bgcolor|plot_bgcolor|colorway|font|hoverlabel|title|meta|computed|newshape|newselection|uirevision)$/

/** Keys that are always removed: URLs, font families, expensive computations, and references to other keys. */
export const droppedKeys =
  /[.[\]]|^_|^(?:__proto__|prototype|constructor|source|href|links|stylesheet|accesstoken|family|rangebreaks|transforms|bandwidth|span|spanmode|templateitemname|bdata|dtype|meta|on.*)$|.src$/i

/** Maximum number of points of a trace; larger traces are downsampled. */
export const maxPointsByType: ReadonlyMap<string, number> = new Map(Object.entries({ scatter: 10_000, scatterternary: 5_000, bar: 5_000 }))
