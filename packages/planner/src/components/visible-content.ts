import { formatPointer, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { chartIssue } from './chart-content.ts'
import { type Invisible, latexIssue, mermaidIssue } from './notation-issues.ts'
import { plotIssue } from './plot-content.ts'

type Props = Record<string, unknown>

const maxDepth = 12
const maxIssues = 20

/** Finds components, including nested ones, that pass validation but would show nothing. Does not use parsers that need a library of the page. */
export function invisibleContent(component: string, props: unknown): ValidationIssue[] {
  const own = issuesAt(component, { value: props, path: [] })
  return (own ?? findIssues({ value: props, path: [] })).slice(0, maxIssues)
}

interface ValueLocation {
  value: unknown
  /** The location of the value in the props of the outermost component. */
  path: string[]
}

function findIssues({ value, path }: ValueLocation, depth = 0): ValidationIssue[] {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return []
  const children = Object.entries(value).flatMap(([key, child]) => findIssues({ value: child, path: [...path, key] }, depth + 1))
  if (!isRecord(value) || typeof value.component !== 'string' || !isRecord(value.props)) return children
  return issuesAt(value.component, { value: value.props, path: [...path, 'props'] }) ?? children
}

/** Returns the issues of one component; undefined for a component that may contain others. */
function issuesAt(component: string, { value, path }: ValueLocation): ValidationIssue[] | undefined {
  if (!Object.hasOwn(checks, component)) return undefined
  const found = checks[component as keyof typeof checks](value as Props)
  if (!found) return containers.has(component) ? undefined : []
  const { at, expected, received } = found
  const shown = received === undefined ? {} : { received: received.slice(0, 80).toWellFormed() }
  return [{ code: 'nothing_to_show', pointer: formatPointer([...path, ...at]), expected, ...shown }]
}

/** Components that hold others, which are looked at as well. */
const containers = new Set(['report', 'tabs', 'accordion', 'grid'])

const checks = {
  echarts: ({ option }) => (isRecord(option) ? chartIssue(option) : undefined),
  plotly: ({ data }) => plotIssue(data),
  datagrid: tableIssue,
  markdown: ({ content }) => textIssue('content', content),
  callout: ({ content }) => textIssue('content', content),
  code: ({ code }) => (code === undefined || String(code).trim() !== '' ? undefined : textIssue('code', code)),
  mermaid: ({ code }) => (typeof code === 'string' ? mermaidIssue(code) : undefined),
  latex: ({ expression }) => (typeof expression === 'string' ? latexIssue(expression) : undefined),
  report: ({ sections }) => listIssue('sections', sections, 'section'),
  tabs: ({ tabs }) => listIssue('tabs', tabs, 'tab') ?? paneIssue('tabs', tabs),
  accordion: ({ items }) => listIssue('items', items, 'item') ?? paneIssue('items', items),
  grid: ({ items }) => listIssue('items', items, 'item'),
} satisfies Record<string, (props: Props) => Invisible | undefined>

/** Matches parts of a Markdown text that show nothing: comments, fixed spaces and empty code fences. */
const blank = /<!--[\s\S]*?-->|&nbsp;|^\s*(?:```|~~~)[^\n]*\n\s*(?:```|~~~)\s*$/g

const textIssue = (key: string, text: unknown): Invisible | undefined =>
  typeof text === 'string' && (text.length < 1_000 ? text.replace(blank, '') : text).trim() === ''
    ? { at: [key], expected: 'a text that is not empty' }
    : undefined

const listIssue = (key: string, list: unknown, item: string): Invisible | undefined =>
  Array.isArray(list) && list.length === 0 ? { at: [key], expected: `at least one ${item}` } : undefined

const isBlank = (text: unknown) => text === undefined || text === null || textIssue('content', text) !== undefined

/** Finds a tab or section that shows nothing when it is opened. A tab that cannot be opened may be empty. */
function paneIssue(key: string, panes: unknown): Invisible | undefined {
  if (!Array.isArray(panes)) return undefined
  const index = panes.findIndex((pane) => isRecord(pane) && pane.disabled !== true && pane.component === undefined && isBlank(pane.content))
  return index < 0 ? undefined : { at: [key, String(index), 'content'], expected: 'a text, or a component with its props' }
}

const maxRowsRead = 200

function tableIssue({ columns, rows }: Props): Invisible | undefined {
  if (!Array.isArray(columns)) return undefined
  if (columns.length === 0) return { at: ['columns'], expected: 'at least one column, such as {"field": "name"}' }
  const read = Array.isArray(rows) ? rows.slice(0, maxRowsRead).filter(isRecord) : []
  if (read.length === 0) return undefined
  if (Array.isArray(rows) && rows.length === read.length && read.every((row) => Object.values(row).every((cell) => cell === null || cell === '')))
    return { at: ['rows'], expected: 'at least one row with a value; say in the answer when there are none' }
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
