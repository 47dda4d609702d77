import type { ResultColumn } from './protocol.ts'

const numbers = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/

function kindOf(type: string): ResultColumn['type'] {
  if (numbers.test(type) && !type.endsWith(']')) return 'number'
  if (type === 'DATE') return 'date'
  if (type.startsWith('TIMESTAMP') && !type.endsWith(']')) return 'timestamp'
  if (type === 'BOOLEAN') return 'boolean'
  return /^(STRUCT|MAP|UNION)|\]$/.test(type) ? 'json' : 'text'
}

/** Columns with names made unique (`n`, `n_2`, the next free one): rows become objects, a doubled name would lose a value. */
export function readColumns(result: { columnNames(): string[]; columnTypes(): readonly unknown[] }): ResultColumn[] {
  const types = result.columnTypes()
  const names = result.columnNames().map((name) => (name === '__proto__' ? '_proto_' : name))
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((given, index) => {
    let name = given
    for (let count = 2; seen.has(name); count++) if (!taken.has(`${given}_${count}`) && !seen.has(`${given}_${count}`)) name = `${given}_${count}`
    seen.add(name)
    return { name, type: kindOf(String(types[index])) }
  })
}

/** JSON rows: integers beyond 2^53 stay text, NaN and infinities become null, timestamps ISO 8601. */
export function toRows(cells: readonly (readonly unknown[])[], columns: readonly ResultColumn[]): Record<string, unknown>[] {
  return cells.map((row) => Object.fromEntries(columns.map((column, index) => [column.name, convert(row[index], column.type)])))
}

function convert(value: unknown, type: ResultColumn['type']): unknown {
  if (value === null || value === undefined) return null
  if (type === 'timestamp') return String(value).replace(' ', 'T')
  if (type !== 'number') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return null
  return typeof value === 'string' && Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number
}
