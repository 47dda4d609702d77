/** Traces of the bundle that is loaded by default. */
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

/** Traces that a larger bundle of the host's may add. Maps and pictures are in no list: they load from elsewhere. */
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

/** Parts of a layout that are the page's, load, or change the chart by themselves. */
export const droppedLayoutKeys =
  /^(?:images|template|map\d*|mapbox\d*|geo\d*|updatemenus|sliders|modebar|transition|width|height|autosize|paper_bgcolor|plot_bgcolor|colorway|font|hoverlabel|title|meta|computed|newshape|newselection|uirevision)$/

/** Keys that are nowhere kept: addresses, names of fonts, what is computed for ever, what names other keys. */
export const droppedKeys =
  /[.[\]]|^_|^(?:__proto__|prototype|constructor|source|href|links|stylesheet|accesstoken|family|rangebreaks|transforms|bandwidth|span|spanmode|templateitemname|bdata|dtype|meta|on.*)$|.src$/i

/** The largest amount a number of that name may have. */
export const maxNumbers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    nbinsx: 500,
    nbinsy: 500,
    ncontours: 100,
    nticks: 200,
    rows: 12,
    columns: 12,
    smoothing: 1.3,
    ticklen: 50,
    tickwidth: 20,
    borderwidth: 20,
    arrowsize: 10,
    arrowwidth: 10,
    startarrowsize: 10,
    l: 400,
    r: 400,
    t: 400,
    b: 400,
    pad: 200,
    standoff: 200,
    nmax: 1_000,
  }),
)

/** Points of one trace that are drawn as elements of their own: above it every nth is. */
export const maxPointsByType: ReadonlyMap<string, number> = new Map(Object.entries({ scatter: 10_000, scatterternary: 5_000, bar: 5_000 }))

/** Parts of one trace whose places or shares depend on all of them: such a trace is drawn whole or not at all. */
export const maxPartsByType: ReadonlyMap<string, number> = new Map(
  Object.entries({ pie: 300, funnelarea: 300, sunburst: 2_000, treemap: 2_000, icicle: 2_000, sankey: 1_000, heatmap: 1_000_000, surface: 1_000_000 }),
)
