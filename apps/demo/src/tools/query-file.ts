import { artifact } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'
import type { QueryClient } from '../data/query-client.ts'
import { QueryError } from '../data/query-protocol.ts'
import { readCsv } from '../data/read-csv.ts'
import { limits, previewRow } from './run-query.ts'

const row = z.record(z.string(), z.unknown())
const textTypes = /^(?:text\/(?:csv|plain|tab-separated-values))$/

/** Runs one read-only SELECT over a CSV file of the conversation. The rows are an artifact, as with `run_query`. */
export function queryFile(client: QueryClient) {
  return defineTool({
    name: 'query_file',
    description: `Runs one read-only SELECT (DuckDB SQL) over a CSV file that the user has sent, and returns at most ${limits.rows} rows. The file is the table "file"; its columns are those of the header line, in double quotes if needed. The first ${limits.previewRows} rows come as preview; refer to all of them as {"$artifact": "query_file.rows"} in a component's data.`,
    input: z
      .object({
        file: z.string().min(1).max(200).describe('The id of the file, as the message names it after the word "file".'),
        sql: z.string().min(1).max(limits.sqlChars).describe('One SELECT statement over the table "file".'),
      })
      .strict(),
    output: z.object({
      row_count: z.number().int(),
      truncated: z.boolean(),
      file_rows: z.number().int(),
      columns: z.array(z.object({ name: z.string(), type: z.enum(['number', 'date', 'timestamp', 'boolean', 'text', 'json']) })),
      preview: z.array(row),
      rows: artifact(z.array(row), { shape: 'rows' }),
    }),
    sideEffects: 'read',
    idempotent: true,
    timeoutMs: limits.timeoutMs + 3000,
    async run({ file, sql }, { files, signal }) {
      const sent = files.list().find(({ artifact_id }) => artifact_id === file)
      if (!sent) throw new QueryError('not_allowed', 'The user has sent no file with this id in this conversation.')
      if (!textTypes.test(sent.media_type)) throw new QueryError('not_allowed', `The file is of the type ${sent.media_type}; only CSV files are tables.`)
      const bytes = await files.read(file)
      if (!bytes) throw new QueryError('not_allowed', 'The file is no longer stored.')
      const { rowCount, ...table } = readCsv(bytes)
      const { columns, rows, truncated } = await client.query(sql, { maxRows: limits.rows, timeoutMs: limits.timeoutMs, file: table, signal })
      return { row_count: rows.length, truncated, file_rows: rowCount, columns, preview: rows.slice(0, limits.previewRows).map(previewRow), rows }
    },
  })
}
