// The child process that runs DuckDB. A query that cannot be interrupted ends this process and not the server.
import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase } from './open-database.ts'
import { type FileTable, type FromWorker, QueryError, type QueryRequest, type ToWorker } from './query-protocol.ts'
import { readResult } from './read-result.ts'

// Sends a message. The parent process may end at any time, so a failed send is ignored.
const send = (message: FromWorker) => void (process.connected && process.send?.(message, undefined, undefined, () => undefined))
const { instance, rules } = await openDatabase('256MB')
let current: { id: number; stop: (error: QueryError) => void } | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') {
    if (current?.id === message.id) current.stop(new QueryError('cancelled', 'The query was cancelled.'))
  } else void answer(message.request)
})
send({ kind: 'ready' })

/** Runs a query on its own connection, so that changes to the session do not affect other queries. */
async function answer(request: QueryRequest) {
  const connection = await instance.connect()
  try {
    const result = await withTimeout(connection, request, async () => {
      await rules.check(connection, request.sql, request.file ? [fileTable] : [])
      if (request.file) await connection.run(createTableSql(request.file), [request.file.rows])
      return await readResult(await connection.stream(request.sql), request.maxRows)
    })
    send({ kind: 'result', id: request.id, result })
  } catch (error) {
    send({ kind: 'error', id: request.id, error: asError(error) })
    // After an internal error, DuckDB rejects every further query, so the process is restarted.
    if (/^(INTERNAL|FATAL) Error|invalidated/i.test(String(error instanceof Error ? error.message : error))) setImmediate(() => process.exit(1))
  } finally {
    connection.closeSync()
  }
}

const fileTable = 'file'
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Returns the statement that creates the table of a file from its rows, for this connection only. A text that is no date becomes null. */
function createTableSql({ columns }: FileTable): string {
  const structure = Object.fromEntries(columns.map(({ name, type }) => [name, type === 'number' ? 'DOUBLE' : 'VARCHAR']))
  const list = columns.map(({ name, type }) => (type === 'date' ? `TRY_CAST(${quoteName(name)} AS DATE) AS ${quoteName(name)}` : quoteName(name)))
  const rows = `SELECT unnest(json_transform($1::JSON, '${JSON.stringify([structure]).replaceAll("'", "''")}'), recursive := true)`
  return `CREATE TEMP TABLE ${fileTable} AS SELECT ${list.join(', ')} FROM (${rows})`
}

/** Runs a query with a time limit. DuckDB ignores an interrupt that arrives before the query starts, so it is repeated until the query ends. */
async function withTimeout<T>(connection: DuckDBConnection, request: QueryRequest, work: () => Promise<T>): Promise<T> {
  let reason: QueryError | undefined
  let repeat: NodeJS.Timeout | undefined
  const stop = (error: QueryError) => {
    reason ??= error
    connection.interrupt()
    repeat ??= setInterval(() => connection.interrupt(), 50)
  }
  const seconds = request.timeoutMs / 1000
  const timeoutMessage = `The query ran longer than ${seconds} s. Ask for less: filter, aggregate, avoid cross joins.`
  const timer = setTimeout(() => stop(new QueryError('timeout', timeoutMessage)), request.timeoutMs)
  current = { id: request.id, stop }
  try {
    return await work()
  } catch (error) {
    throw reason ?? error
  } finally {
    clearTimeout(timer)
    clearInterval(repeat)
    current = undefined
  }
}

function asError(error: unknown): { kind: QueryError['kind']; message: string } {
  if (error instanceof QueryError) return { kind: error.kind, message: error.message }
  const text = error instanceof Error ? error.message : String(error)
  if (/out of memory/i.test(text)) return { kind: 'memory', message: 'The query needs more memory than allowed. Aggregate earlier or select less.' }
  return { kind: 'sql', message: withoutPaths(text).slice(0, 400) }
}

/** Removes file paths from error messages; permission errors of DuckDB contain folders of this machine. */
function withoutPaths(text: string) {
  return text.replaceAll(/(["'\s(])\/[^\s"')]+/g, '$1…')
}
