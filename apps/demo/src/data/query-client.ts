import { createQueryProcess, type QueryProcess } from './query-process.ts'
import { QueryError, type QueryOptions, type QueryResult } from './query-protocol.ts'

/** Runs SQL in the child process, one query at a time; the child is started anew when a query has taken it down. */
export interface QueryClient {
  /** Starts the child process ahead of the first query; faults show up at that query. */
  warm(): void
  /** Throws QueryError. */
  query(sql: string, options: QueryOptions): Promise<QueryResult>
  close(): void
}

export function createQueryClient(workerFile: URL): QueryClient {
  let worker: QueryProcess | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  const currentWorker = () => {
    if (worker === undefined || worker.hasExited()) worker = createQueryProcess(workerFile)
    return worker
  }
  async function run(sql: string, options: QueryOptions): Promise<QueryResult> {
    for (let attempt = 1; ; attempt++) {
      if (closed) throw new QueryError('worker', 'The database is closed.')
      if (options.signal?.aborted) throw new QueryError('cancelled', 'The query was cancelled.')
      try {
        return await currentWorker().ask(sql, options)
      } catch (error) {
        // A process that died on its own before it had the query: the query is not to blame and may be asked once more.
        if (attempt > 1 || !(error instanceof QueryError) || error.kind !== 'worker') throw error
      }
    }
  }

  return {
    warm: () => void currentWorker(),
    query(sql, options) {
      const result = queue.then(() => run(sql, options))
      queue = result.catch(() => undefined)
      return result
    },
    close() {
      closed = true
      worker?.end()
    },
  }
}
