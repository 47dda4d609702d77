import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { asReference } from './as-reference.ts'

/** A component for data that was shown without a request for a component. */
export interface DefaultView {
  component: string
  props: JsonObject
  /** Set if the data has more rows than the component shows: the total number, and the number in `props`. */
  rows?: Limited
  /** The same for columns. */
  columns?: Limited
}

/** A total number, and the part of it that is used. */
export interface Limited {
  count: number
  max: number
}

const MAX_COLUMNS = 50
const MAX_ROWS = 10_000

/** Returns the component for an artifact of a known shape: a chart option, or rows (inline or stored). Returns undefined for anything else. */
export function defaultView(value: JsonValue | undefined): DefaultView | undefined {
  const reference = asReference(value)
  if (reference) return reference.columns ? table(reference.columns, value as JsonObject) : undefined
  if (isRecord(value)) return isChart(value) ? { component: 'echarts', props: { option: value } } : undefined
  const rows = Array.isArray(value) ? value.filter((row): row is JsonObject => isRecord(row)) : []
  if (!Array.isArray(value) || rows.length === 0 || rows.length < value.length) return undefined
  const view = table([...columnsOf(rows)], value.slice(0, MAX_ROWS))
  return rows.length > MAX_ROWS ? { ...view, rows: { count: rows.length, max: MAX_ROWS } } : view
}

/** A chart option is recognized by a series with a type. */
function isChart({ series }: JsonObject): boolean {
  const all: readonly unknown[] = Array.isArray(series) ? series : [series]
  return all.some((one) => isRecord(one) && typeof one.type === 'string')
}

/** Returns every field that at least one of the rows has. */
function columnsOf(rows: readonly JsonObject[]): Set<string> {
  const columns = new Set<string>()
  for (const row of rows.slice(0, MAX_ROWS)) for (const field of Object.keys(row)) columns.add(field)
  return columns
}

function table(columns: readonly string[], rows: JsonValue): DefaultView {
  const props = { columns: columns.slice(0, MAX_COLUMNS).map((field) => ({ field })), rows, exportable: true }
  const excess = columns.length > MAX_COLUMNS && { columns: { count: columns.length, max: MAX_COLUMNS } }
  return { component: 'datagrid', props, ...excess }
}
