import { createQueryProcess, type QueryProcess } from './query-process.ts'
import { QueryError, type QueryOptions, type QueryResult } from './query-protocol.ts'

/** Runs SQL in a child process, one query at a time. The child process is restarted after it has ended. */
export interface QueryClient {
  /** Starts the child process before the first query. Errors are reported by that query. */
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
        // The process ended before it received the query, so the query can be repeated once.
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
