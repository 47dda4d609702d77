import type { DuckDBResultReader } from '@duckdb/node-api'
import type { ResultColumn } from './protocol.ts'

const numbers = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/

function kindOf(type: string): ResultColumn['type'] {
  if (numbers.test(type) && !type.endsWith(']')) return 'number'
  if (type === 'DATE') return 'date'
  if (type.startsWith('TIMESTAMP') && !type.endsWith(']')) return 'timestamp'
  if (type === 'BOOLEAN') return 'boolean'
  return /^(STRUCT|MAP|UNION)|\]$/.test(type) ? 'json' : 'text'
}

/** Columns with names made unique (`n`, `n_2`): rows become objects, a doubled name would lose a value. */
export function readColumns(reader: DuckDBResultReader): ResultColumn[] {
  const seen = new Map<string, number>()
  const types = reader.columnTypes()
  return reader.columnNames().map((given, index) => {
    const count = (seen.get(given) ?? 0) + 1
    seen.set(given, count)
    return { name: count === 1 ? given : `${given}_${count}`, type: kindOf(String(types[index])) }
  })
}

/** JSON rows: integers beyond 2^53 stay text, NaN and infinities become null, timestamps ISO 8601. */
export function readRows(reader: DuckDBResultReader, columns: ResultColumn[], limit: number): Record<string, unknown>[] {
  return reader
    .getRowsJson()
    .slice(0, limit)
    .map((row) => Object.fromEntries(columns.map((column, index) => [column.name, convert(row[index], column.type)])))
}

function convert(value: unknown, type: ResultColumn['type']): unknown {
  if (value === null || value === undefined) return null
  if (type === 'timestamp') return String(value).replace(' ', 'T')
  if (type !== 'number') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return null
  return typeof value === 'string' && Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number
}
