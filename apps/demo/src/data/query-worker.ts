// The child process that holds DuckDB: a query that will not stop takes down this process, never the server.
import { checkOneSelect } from './one-select.ts'
import { openDatabase } from './open-database.ts'
import type { FromWorker, QueryRequest, ToWorker } from './protocol.ts'
import { QueryError } from './query-error.ts'
import { readColumns, readRows } from './rows.ts'

const rssLimit = 700 * 1024 * 1024
const resultLimit = 8 * 1024 * 1024
/** Tells the parent that memory, not a crash, was the reason. */
export const memoryExit = 86

const send = (message: FromWorker) => void process.send?.(message)
const connection = await openDatabase('256MB')
let current: { id: number; stop: (error: QueryError) => void } | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') {
    if (current?.id === message.id) current.stop(new QueryError('cancelled', 'The query was cancelled.'))
  } else void answer(message.request)
})
// DuckDB's own limit does not count result strings, so the whole process is watched; its event loop stays free while DuckDB works.
setInterval(() => {
  if (current && process.memoryUsage.rss() > rssLimit) process.exit(memoryExit)
}, 20)
send({ kind: 'ready' })

async function answer(request: QueryRequest) {
  try {
    await checkOneSelect(connection, request.sql)
    const reader = await withLimit(request, () => connection.streamAndReadUntil(request.sql, request.maxRows + 1))
    const columns = readColumns(reader)
    const rows = readRows(reader, columns, request.maxRows)
    const size = JSON.stringify(rows).length
    if (size > resultLimit)
      throw new QueryError('too_large', `The result has ${Math.ceil(size / 1e6)} MB, at most 8 are allowed. Select fewer columns or rows.`)
    send({ kind: 'result', id: request.id, result: { columns, rows, truncated: reader.currentRowCount > request.maxRows } })
  } catch (error) {
    send({ kind: 'error', id: request.id, error: asError(error) })
  }
}

/** An interrupt before the query has begun is lost, so it is repeated until the query settles. */
async function withLimit<T>(request: QueryRequest, work: () => Promise<T>): Promise<T> {
  let reason: QueryError | undefined
  let repeat: NodeJS.Timeout | undefined
  const stop = (error: QueryError) => {
    reason ??= error
    connection.interrupt()
    repeat ??= setInterval(() => connection.interrupt(), 50)
  }
  const seconds = request.timeoutMs / 1000
  const timer = setTimeout(
    () => stop(new QueryError('timeout', `The query ran longer than ${seconds} s. Ask for less: filter, aggregate, avoid cross joins.`)),
    request.timeoutMs,
  )
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

/** DuckDB names folders of this machine in permission errors. */
function withoutPaths(text: string) {
  return text.replaceAll(/(["'\s(])\/[^\s"')]+/g, '$1…')
}
