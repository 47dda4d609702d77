import type { DuckDBConnection } from '@duckdb/node-api'
import { QueryError } from './query-error.ts'

interface Serialized {
  error: boolean
  error_type?: string
  error_message?: string
  statements?: unknown[]
}

const only = 'Only one SELECT is allowed.'

/** Lets exactly one SELECT pass. DuckDB's own parser decides: nothing is bound or run. Throws QueryError. */
export async function checkOneSelect(connection: DuckDBConnection, sql: string): Promise<void> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const text = reader.getRowsJson()[0]?.[0]
  const parsed = JSON.parse(String(text)) as Serialized
  if (parsed.error) throw refusal(parsed)
  const count = parsed.statements?.length ?? 0
  if (count === 0) throw new QueryError('not_select', `The query is empty. ${only}`)
  if (count > 1) throw new QueryError('not_select', `The query holds ${count} statements. ${only}`)
}

function refusal({ error_type, error_message }: Serialized) {
  const message = error_message ?? 'could not be parsed'
  if (error_type === 'parser') return new QueryError('sql', `Syntax error: ${message.slice(0, 300)}`)
  return new QueryError('not_select', `This is no SELECT. ${only} Data can be read but not changed, and files can't be reached.`)
}
