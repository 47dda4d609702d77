import { type ChildProcess, fork } from 'node:child_process'
import type { FromWorker, QueryResult } from './protocol.ts'
import { QueryError } from './query-error.ts'

export interface QueryOptions {
  maxRows: number
  timeoutMs: number
  signal?: AbortSignal
}

/** Runs SQL in the child process, one query at a time; the child is started anew when a query has taken it down. */
export interface QueryClient {
  /** Starts the child process ahead of the first query; faults show up at that query. */
  warm(): void
  /** Throws QueryError. */
  query(sql: string, options: QueryOptions): Promise<QueryResult>
  close(): void
}

const memoryExit = 86
/** How long an interrupted query may go on before the process is ended. */
const graceMs = 1000

export function createQueryClient(workerFile: URL): QueryClient {
  let child: ChildProcess | undefined
  let ready: Promise<ChildProcess> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let nextId = 1
  let closed = false

  function start(): Promise<ChildProcess> {
    ready ??= new Promise<ChildProcess>((done, fail) => {
      const started = fork(workerFile, {
        serialization: 'json',
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = started
      started.once('message', () => done(started))
      started.once('exit', () => {
        if (child === started) [child, ready] = [undefined, undefined]
        fail(new QueryError('worker', 'The database could not be started.'))
      })
    })
    return ready
  }

  async function run(sql: string, options: QueryOptions): Promise<QueryResult> {
    if (closed) throw new QueryError('worker', 'The database is closed.')
    options.signal?.throwIfAborted()
    const worker = await start()
    return await ask(worker, { id: nextId++, sql, options })
  }

  return {
    warm: () => void start().catch(() => undefined),
    query(sql, options) {
      const result = queue.then(() => run(sql, options))
      queue = result.catch(() => undefined)
      return result
    },
    close() {
      closed = true
      child?.kill('SIGKILL')
    },
  }
}

function ask(worker: ChildProcess, { id, sql, options }: { id: number; sql: string; options: QueryOptions }): Promise<QueryResult> {
  const { maxRows, timeoutMs, signal } = options
  return new Promise((done, fail) => {
    const overtime = setTimeout(() => worker.kill('SIGKILL'), timeoutMs + graceMs)
    let lastResort: NodeJS.Timeout | undefined
    const onAbort = () => {
      worker.send({ kind: 'cancel', id })
      lastResort = setTimeout(() => worker.kill('SIGKILL'), graceMs)
    }
    const onExit = (code: number | null) => settle(() => fail(exitError(code, signal)))
    const onMessage = (message: FromWorker) => {
      if (message.kind === 'ready' || message.id !== id) return
      settle(() => (message.kind === 'result' ? done(message.result) : fail(new QueryError(message.error.kind, message.error.message))))
    }
    const settle = (end: () => void) => {
      clearTimeout(overtime)
      clearTimeout(lastResort)
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    worker.on('message', onMessage)
    worker.on('exit', onExit)
    signal?.addEventListener('abort', onAbort, { once: true })
    worker.send({ kind: 'query', request: { id, sql, maxRows, timeoutMs } })
  })
}

function exitError(code: number | null, signal: AbortSignal | undefined) {
  if (code === memoryExit) return new QueryError('memory', 'The query needs more memory than allowed. Aggregate earlier or select less.')
  if (signal?.aborted) return new QueryError('cancelled', 'The query was cancelled.')
  return new QueryError('timeout', 'The query could not be stopped in time and was ended. Ask for less: filter, aggregate, avoid cross joins.')
}
