import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type ChartTableMessages, chartTableMessages } from '../../messages/chart-table.ts'
import type { ChartTable } from '../chart/table-view.tsx'

type Fields = Record<string, unknown>

const MAX_ROWS = 10_000
const headers = new Map<string, 'value' | 'name' | 'open' | 'high' | 'low' | 'close' | 'text'>([
  ['values', 'value'],
  ['labels', 'name'],
  ['open', 'open'],
  ['high', 'high'],
  ['low', 'low'],
  ['close', 'close'],
  ['text', 'text'],
])
const LISTS = ['labels', 'x', 'y', 'z', 'a', 'b', 'c', 'r', 'theta', 'values', 'open', 'high', 'low', 'close', 'text']

/** Returns the data of a figure as a table; undefined if the figure has no tabular data. */
export function plotRows(data: unknown, layout: unknown, messages = chartTableMessages): ChartTable | undefined {
  const traces = (Array.isArray(data) ? data : []).filter(isRecord)
  const fields = LISTS.filter((key) => traces.some((trace) => isList(trace[key])))
  if (fields.length === 0) return undefined
  const hasManyTraces = traces.length > 1
  const indexFields = fields.includes('z') && !fields.includes('x') ? ['x', 'y'] : []
  const all = [...new Set([...indexFields, ...fields, ...(fields.includes('z') ? ['x', 'y'] : [])])]
  const order = LISTS.filter((key) => all.includes(key))
  const columns = order.map((field) => ({ field, header: headerOf(field, messages) ?? axisTitle(layout, field) ?? field }))
  const rows = traces
    .flatMap((trace, index) => rowsOf(trace, fields).map((row) => (hasManyTraces ? { s: nameOf(trace) ?? messages.series(index + 1), ...row } : row)))
    .slice(0, MAX_ROWS)
  if (rows.length === 0) return undefined
  const total = traces.reduce((sum, trace) => sum + countRows(trace, fields), 0)
  return {
    columns: hasManyTraces ? [{ field: 's', header: messages.seriesHead }, ...columns] : columns,
    rows,
    ...(total > rows.length ? { total } : {}),
  }
}

function rowsOf(trace: Fields, fields: readonly string[]): Record<string, JsonValue>[] {
  if (isList(trace.z) && trace.z.some(Array.isArray)) return fromMatrix(trace, trace.z)
  const lists = fields.flatMap((key) => (isList(trace[key]) ? [[key, trace[key]] as const] : []))
  const length = Math.min(MAX_ROWS, Math.max(0, ...lists.map(([, list]) => list.length)))
  return Array.from({ length }, (_, at) => Object.fromEntries(lists.map(([key, list]) => [key, cell(list[at])])))
}

/** Returns the number of rows of a trace, which may exceed `MAX_ROWS`. */
function countRows(trace: Fields, fields: readonly string[]): number {
  if (isList(trace.z) && trace.z.some(Array.isArray)) return trace.z.reduce<number>((sum, line) => sum + (isList(line) ? line.length : 0), 0)
  return fields.reduce((max, key) => Math.max(max, isList(trace[key]) ? trace[key].length : 0), 0)
}

function fromMatrix({ x, y }: Fields, z: readonly unknown[]): Record<string, JsonValue>[] {
  const at = (list: unknown, index: number) => cell(isList(list) ? list[index] : index)
  const rows: Record<string, JsonValue>[] = []
  for (const [row, line] of z.entries())
    for (const [column, value] of (Array.isArray(line) ? line : []).entries()) {
      if (rows.length === MAX_ROWS) return rows
      rows.push({ x: at(x, column), y: at(y, row), z: cell(value) })
    }
  return rows
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const cell = (value: unknown): JsonValue => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null)
const nameOf = ({ name }: Fields) => (typeof name === 'string' && name !== '' ? name : undefined)

function headerOf(field: string, messages: ChartTableMessages): string | undefined {
  const key = headers.get(field)
  return key && messages[key]
}

/** Returns the title of an axis, used as the header of its column. */
function axisTitle(layout: unknown, field: string): string | undefined {
  if (!isRecord(layout) || !/^[xyz]$/.test(field)) return undefined
  const scene = isRecord(layout.scene) ? layout.scene : {}
  const axis = layout[`${field}axis`] ?? scene[`${field}axis`]
  return isRecord(axis) ? titleText(axis.title) : undefined
}

/** Returns the text of a Plotly title, which is a string or an object. */
export function titleText(title: unknown): string | undefined {
  const text = isRecord(title) ? title.text : title
  return typeof text === 'string' && text !== ''
    ? text
        .replace(/<[^<>]*>/g, ' ')
        .trim()
        .slice(0, 300)
    : undefined
}
