import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { isYear, namesYears } from '../../format/figures.ts'
import type { ValueFormat } from '../../format/value-formatter.ts'
import { plainText } from '../../text/plain-text.ts'

/** A column of the table. Its id is its index, because field names may occur twice. */
export interface GridColumn {
  id: string
  field: string
  header: string
  format: ValueFormat
  align: 'left' | 'center' | 'right'
  /** Width in pixels, if the props set it. */
  width: number | undefined
  minWidth: number
  sortable: boolean
  filterable: boolean
  /** Number of decimal places of the column. */
  digits: number | undefined
  /** True for a column of years, which are written without separators. */
  years: boolean
}

export type GridRow = Readonly<Record<string, JsonValue>>

const formats: readonly ValueFormat[] = ['text', 'number', 'currency', 'percent', 'date', 'datetime', 'boolean']
const numericFormats = new Set<ValueFormat>(['number', 'currency', 'percent'])

/** True for numeric formats, for which text that is a number counts as a number. */
export const isNumeric = (format: ValueFormat): boolean => numericFormats.has(format)

const aligns = ['left', 'center', 'right'] as const
const MAX_COLUMNS = 200
const SAMPLE = 200

const size = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : undefined

/** Returns the value of an own field of a row. Inherited properties are ignored. */
export const valueAt = (row: GridRow, field: string): JsonValue | undefined => (Object.hasOwn(row, field) ? row[field] : undefined)

/** Reads columns from props. The rows determine the alignment of columns without a format. */
export function readColumns(columns: unknown, rows: readonly GridRow[], sortable: boolean): Omit<GridColumn, 'digits'>[] {
  if (!Array.isArray(columns)) return []
  return columns.slice(0, MAX_COLUMNS).flatMap((column: unknown, index) => {
    if (!isRecord(column) || typeof column.field !== 'string') return []
    const { field } = column
    const format = formats.find((candidate) => candidate === column.format) ?? 'text'
    const align = aligns.find((candidate) => candidate === column.align)
    return [
      {
        id: `c${index}`,
        field,
        header: plainText(typeof column.header === 'string' && column.header !== '' ? column.header : field, 120),
        format,
        align: align ?? (isNumeric(format) || holdsNumbers(rows, field) ? 'right' : 'left'),
        width: size(column.width, 32, 2_000),
        minWidth: size(column.minWidth, 32, 2_000) ?? 48,
        sortable: sortable && column.sortable !== false,
        filterable: column.filterable === true,
        years: holdsYears(rows, column),
      },
    ]
  })
}

/** True for a column whose name indicates years and whose values are all years. */
function holdsYears(rows: readonly GridRow[], { field, header }: Record<string, unknown>): boolean {
  const values = valuesOf(rows, String(field))
  return (
    (namesYears(String(field)) || (typeof header === 'string' && namesYears(header))) && values.length > 0 && values.every((value) => isYear(Number(value)))
  )
}

function holdsNumbers(rows: readonly GridRow[], field: string): boolean {
  const values = valuesOf(rows, field)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

const valuesOf = (rows: readonly GridRow[], field: string) =>
  rows
    .slice(0, SAMPLE)
    .map((row) => valueAt(row, field))
    .filter((value) => value !== null && value !== undefined)

/** Converts data to rows: objects are used as they are, other values become the field `value`. */
export const readRows = (rows: readonly JsonValue[]): GridRow[] => rows.map((row) => (isRecord(row) ? (row as GridRow) : { value: row }))
