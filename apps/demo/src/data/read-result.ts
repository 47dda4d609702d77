import { type DuckDBResult, JsonDuckDBValueConverter } from '@duckdb/node-api'
import type { QueryResult } from './protocol.ts'
import { QueryError } from './query-error.ts'
import { readColumns, toRows } from './rows.ts'

const resultLimit = 8 * 1024 * 1024

/** Reads a streamed result chunk by chunk, up to `maxRows` and 8 MB of JSON; throws QueryError `too_large` as soon as it is more. */
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
    // Between chunks the event loop gets its turn: cancel and the watch on memory live there.
    await new Promise((done) => setImmediate(done))
  }
}
