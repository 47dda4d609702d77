import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { asReference } from './as-reference.ts'

/** A component that shows data which nobody asked a component for. */
export interface DefaultView {
  component: string
  props: JsonObject
}

const MAX_COLUMNS = 50
const MAX_ROWS = 10_000

/** The component for an artifact of a known shape: a chart option, or rows (inline or stored); undefined for anything else. */
export function defaultView(value: JsonValue | undefined): DefaultView | undefined {
  const reference = asReference(value)
  if (reference) return reference.columns ? table(reference.columns, value as JsonObject) : undefined
  if (isRecord(value)) return isChart(value) ? { component: 'echarts', props: { option: value } } : undefined
  const rows = Array.isArray(value) ? value.filter((row): row is JsonObject => isRecord(row)) : []
  if (!Array.isArray(value) || rows.length === 0 || rows.length < value.length) return undefined
  const columns = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))]
  return table(columns, value.slice(0, MAX_ROWS))
}

/** A chart option is known by a series with a type. */
function isChart({ series }: JsonObject): boolean {
  const all: readonly unknown[] = Array.isArray(series) ? series : [series]
  return all.some((one) => isRecord(one) && typeof one.type === 'string')
}

function table(columns: readonly string[], rows: JsonValue): DefaultView {
  return { component: 'datagrid', props: { columns: columns.slice(0, MAX_COLUMNS).map((field) => ({ field })), rows, exportable: true } }
}
