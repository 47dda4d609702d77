import { type DuckDBResult, JsonDuckDBValueConverter } from '@duckdb/node-api'
import { QueryError, type QueryResult, type ResultColumn } from './query-protocol.ts'

const resultLimit = 8 * 1024 * 1024

/** Reads a streamed result up to `maxRows`. Throws QueryError `too_large` if the result exceeds 8 MB of JSON. */
export async function readResult(result: DuckDBResult, maxRows: number): Promise<QueryResult> {
  const columns = readColumns(result)
  const rows: QueryResult['rows'] = []
  let size = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return { columns, rows, truncated: false }
    for (let index = 0; index < chunk.rowCount; index++) {
      if (rows.length === maxRows) return { columns, rows, truncated: true }
      const cells = chunk.convertRowValues(index, JsonDuckDBValueConverter)
      const [row] = toRows([cells], columns)
      if (row) rows.push(row)
      size += JSON.stringify(row).length
      if (size > resultLimit) throw new QueryError('too_large', 'The result has more than 8 MB. Select fewer columns or rows, or aggregate.')
    }
    // Yields to the event loop between chunks so that cancel messages are processed.
    await new Promise((done) => setImmediate(done))
  }
}

const numbers = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/

function columnTypeOf(type: string): ResultColumn['type'] {
  if (numbers.test(type) && !type.endsWith(']')) return 'number'
  if (type === 'DATE') return 'date'
  if (type.startsWith('TIMESTAMP') && !type.endsWith(']')) return 'timestamp'
  if (type === 'BOOLEAN') return 'boolean'
  return /^(STRUCT|MAP|UNION)|\]$/.test(type) ? 'json' : 'text'
}

/** Returns columns with unique names (`n`, `n_2`, …). Rows become objects, so a duplicate name would lose a value. */
function readColumns(result: { columnNames(): string[]; columnTypes(): readonly unknown[] }): ResultColumn[] {
  const types = result.columnTypes()
  const names = result.columnNames().map((name) => (name === '__proto__' ? '_proto_' : name))
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((given, index) => {
    let name = given
    for (let count = 2; seen.has(name); count++) if (!taken.has(`${given}_${count}`) && !seen.has(`${given}_${count}`)) name = `${given}_${count}`
    seen.add(name)
    return { name, type: columnTypeOf(String(types[index])) }
  })
}

/** Converts cells to JSON rows: integers beyond 2^53 become text, NaN and infinities become null, timestamps use ISO 8601. */
function toRows(cells: readonly (readonly unknown[])[], columns: readonly ResultColumn[]): Record<string, unknown>[] {
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
