import { formatPointer, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type Invisible, latexIssue, mermaidIssue } from './notation-issues.ts'

type Props = Record<string, unknown>

const maxDepth = 12
const maxIssues = 20

/** Finds components, including nested ones, that pass validation but would show nothing. Does not use parsers that need a library of the page. */
export function invisibleContent(component: string, props: unknown): ValidationIssue[] {
  const own = issuesAt(component, { value: props, path: [] })
  return (own ?? findIssues({ value: props, path: [] })).slice(0, maxIssues)
}

interface Place {
  value: unknown
  /** The location of the value in the props of the outermost component. */
  path: string[]
}

function findIssues({ value, path }: Place, depth = 0): ValidationIssue[] {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return []
  const children = Object.entries(value).flatMap(([key, child]) => findIssues({ value: child, path: [...path, key] }, depth + 1))
  if (!isRecord(value) || typeof value.component !== 'string' || !isRecord(value.props)) return children
  return issuesAt(value.component, { value: value.props, path: [...path, 'props'] }) ?? children
}

/** Returns the issues of one component; undefined for a component that may contain others. */
function issuesAt(component: string, { value, path }: Place): ValidationIssue[] | undefined {
  if (!Object.hasOwn(checks, component)) return undefined
  const found = checks[component as keyof typeof checks](value as Props)
  if (!found) return []
  const { at, expected, received } = found
  const shown = received === undefined ? {} : { received: received.slice(0, 80).toWellFormed() }
  return [{ code: 'nothing_to_show', pointer: formatPointer([...path, ...at]), expected, ...shown }]
}

const checks = {
  echarts: ({ option }) => (isRecord(option) ? chartIssue(option) : undefined),
  plotly: ({ data }) => plotIssue(data),
  datagrid: tableIssue,
  mermaid: ({ code }) => (typeof code === 'string' ? mermaidIssue(code) : undefined),
  latex: ({ expression }) => (typeof expression === 'string' ? latexIssue(expression) : undefined),
} satisfies Record<string, (props: Props) => Invisible | undefined>

/** The series that the renderer draws. */
const seriesTypes = [
  ...['bar', 'boxplot', 'candlestick', 'chord', 'effectScatter', 'funnel', 'gauge', 'graph', 'heatmap', 'line', 'parallel', 'pie', 'radar', 'sankey'],
  ...['scatter', 'sunburst', 'themeRiver', 'tree', 'treemap'],
]
/** Series whose values are numbers. Values of other series may be relations between names. */
const figures = new Set([
  'bar',
  'boxplot',
  'candlestick',
  'effectScatter',
  'funnel',
  'gauge',
  'heatmap',
  'line',
  'parallel',
  'pie',
  'radar',
  'scatter',
  'themeRiver',
])

function chartIssue(option: Props): Invisible | undefined {
  const timeline = Array.isArray(option.options) || isRecord(option.baseOption) || Array.isArray(option.media)
  const list = Array.isArray(option.series) ? option.series : option.series === undefined || option.series === null ? [] : [option.series]
  if (list.length === 0) return timeline ? undefined : { at: ['option', 'series'], expected: 'at least one series, such as {"type": "bar", "data": [1, 2]}' }
  for (const [index, series] of list.entries()) {
    const at = ['option', 'series', ...(Array.isArray(option.series) ? [String(index)] : [])]
    const found = isRecord(series) ? seriesIssue(series, option.dataset, at) : undefined
    if (found) return found
  }
  return undefined
}

function seriesIssue(series: Props, dataset: unknown, at: string[]): Invisible | undefined {
  const { type, data } = series
  if (typeof type !== 'string' || !seriesTypes.includes(type))
    return {
      at: [...at, 'type'],
      expected: `one of ${seriesTypes.join(', ')}${type === 'area' ? '; an area is a line with areaStyle' : ''}`,
      received: typeof type === 'string' ? type : typeof type,
    }
  if (!figures.has(type)) return undefined
  if (Array.isArray(data) && data.length > 0 && !data.some((item) => holdsNumber(item, 0)))
    return { at: [...at, 'data'], expected: 'numbers, without thousands separators or units', received: `text such as ${JSON.stringify(data[0])}` }
  const isMarked = ['markLine', 'markPoint', 'markArea'].some((key) => series[key] !== undefined)
  return data === undefined && dataset === undefined && !isMarked ? { at: [...at, 'data'], expected: 'data, or a dataset of the option' } : undefined
}

/** True for a reference to data that stays on the server. */
const isReference = (value: unknown) => isRecord(value) && Object.hasOwn(value, '$artifact')

/** Searches for a number. Text counts if all of it is a number. Missing values do not count as text. */
function holdsNumber(value: unknown, depth: number): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined || value === '-' || value === '') return true
  if (typeof value === 'string') return Number.isFinite(Number(value))
  if (isReference(value) || depth > 6) return true
  return Object.values(value as object).some((item) => holdsNumber(item, depth + 1))
}

/** Trace types of all bundles of Plotly, except maps, which load data from other hosts. */
const traceTypes = new Set(
  'bar barpolar box candlestick carpet cone contour contourcarpet funnel funnelarea heatmap histogram histogram2d histogram2dcontour icicle indicator isosurface mesh3d ohlc parcats parcoords pie sankey scatter scatter3d scattercarpet scattergl scatterpolar scatterpolargl scattersmith scatterternary splom streamtube sunburst surface table treemap violin volume waterfall'.split(
    ' ',
  ),
)

function plotIssue(data: unknown): Invisible | undefined {
  if (!Array.isArray(data)) return undefined
  if (data.length === 0) return { at: ['data'], expected: 'at least one trace, such as {"type": "bar", "x": ["a"], "y": [1]}' }
  const index = data.findIndex((trace) => isRecord(trace) && trace.type !== undefined && !traceTypes.has(String(trace.type)))
  if (index < 0) return undefined
  return {
    at: ['data', String(index), 'type'],
    expected: 'bar, box, heatmap, histogram, pie, scatter, violin or another trace type of Plotly',
    received: String(data[index].type),
  }
}

const maxRowsRead = 200

function tableIssue({ columns, rows }: Props): Invisible | undefined {
  if (!Array.isArray(columns)) return undefined
  if (columns.length === 0) return { at: ['columns'], expected: 'at least one column, such as {"field": "name"}' }
  const read = Array.isArray(rows) ? rows.slice(0, maxRowsRead).filter(isRecord) : []
  if (read.length === 0) return undefined
  const missing = columns.findIndex(
    (column) => isRecord(column) && typeof column.field === 'string' && !read.some((row) => hasField(row, column.field as string)),
  )
  if (missing < 0) return undefined
  // A column without any value may be intended for later rows. A table in which no column has a value shows nothing.
  const shown = columns.some((column) => isRecord(column) && read.some((row) => hasField(row, String(column.field))))
  if (shown) return undefined
  return {
    at: ['columns', String(missing), 'field'],
    expected: `a key of the rows: ${Object.keys(read[0] ?? {})
      .slice(0, 20)
      .join(', ')}`,
    received: String(columns[missing].field),
  }
}

function hasField(row: Props, field: string): boolean {
  if (Object.hasOwn(row, field)) return true
  const [head = '', ...rest] = field.split('.')
  return rest.length > 0 && isRecord(row[head]) && hasField(row[head], rest.join('.'))
}
