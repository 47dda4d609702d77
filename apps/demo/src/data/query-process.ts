import { execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type FromWorker, QueryError, type QueryOptions, type QueryResult, type ToWorker } from './query-protocol.ts'

/** A running child process. */
export interface QueryProcess {
  /** Throws QueryError; its kind is `worker` if the process ended before it received the query. */
  ask(sql: string, options: QueryOptions): Promise<QueryResult>
  hasExited(): boolean
  end(): void
}

/** Time between the interruption of a query and the end of the process. */
const gracePeriodMs = 1000
/** DuckDB's own limit does not include result strings, so the parent process monitors the memory; the event loop of the child may be blocked. */
const memoryLimit = 700 * 1024 * 1024
const memoryCheckMs = 20
const memoryExceeded = () => new QueryError('memory', 'The query needs more memory than allowed. Aggregate earlier or select less.')
const workerExited = () => new QueryError('worker', 'The database process ended unexpectedly. Ask again.')

export function createQueryProcess(workerFile: URL): QueryProcess {
  const child = fork(workerFile, { serialization: 'json', execArgv: ['--max-old-space-size=256'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let hasExited = false
  let nextId = 1
  /** The query in flight. `fail` is also called when the process ends. */
  let inFlight: { id: number; done: (result: QueryResult) => void; fail: (error: QueryError) => void } | undefined
  const ready = new Promise<void>((done) => child.once('message', () => done()))
  const onExit = () => {
    hasExited = true
    inFlight?.fail(workerExited())
  }
  for (const event of ['error', 'exit', 'disconnect'] as const) child.on(event, onExit)
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'ready' || message.id !== inFlight?.id) return
    if (message.kind === 'result') inFlight.done(message.result)
    else inFlight.fail(new QueryError(message.error.kind, message.error.message))
  })
  // Without a callback, a failed send would be emitted as an 'error' event.
  const send = (message: ToWorker) => void child.send(message, (error) => error && onExit())
  const kill = (error: QueryError) => {
    hasExited = true
    child.kill('SIGKILL')
    inFlight?.fail(error)
  }

  return {
    hasExited: () => hasExited,
    end: () => child.kill('SIGKILL'),
    ask(sql, { maxRows, timeoutMs, file, signal }) {
      const id = nextId++
      return new Promise<QueryResult>((done, fail) => {
        const timers = [setInterval(checkMemory, memoryCheckMs)]
        const onAbort = () => {
          send({ kind: 'cancel', id })
          timers.push(setTimeout(() => kill(new QueryError('cancelled', 'The query was cancelled.')), gracePeriodMs))
        }
        const complete = (end: () => void) => {
          inFlight = undefined
          for (const timer of timers) clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          end()
        }
        inFlight = { id, done: (result) => complete(() => done(result)), fail: (error) => complete(() => fail(error)) }
        if (hasExited) return inFlight.fail(workerExited())
        signal?.addEventListener('abort', onAbort, { once: true })
        void ready.then(() => {
          if (inFlight?.id !== id) return
          timers.push(setTimeout(() => kill(timeoutExceeded()), timeoutMs + gracePeriodMs))
          send({ kind: 'query', request: { id, sql, maxRows, timeoutMs, ...(file ? { file } : {}) } })
        })
      })
    },
  }

  async function checkMemory() {
    const used = child.pid === undefined ? undefined : await processMemory(child.pid)
    if (used !== undefined && used > memoryLimit && inFlight) kill(memoryExceeded())
  }
}

const timeoutExceeded = () =>
  new QueryError('timeout', 'The query could not be stopped in time and was ended. Ask for less: filter, aggregate, avoid cross joins.')

const pageBytes = 4096
const run = promisify(execFile)

/** Returns the resident memory of a process in bytes, or undefined if it cannot be determined. */
async function processMemory(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * pageBytes
    if (process.platform === 'win32') return undefined
    return Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024
  } catch {
    return undefined
  }
}
