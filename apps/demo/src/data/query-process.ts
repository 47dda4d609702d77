import { fork } from 'node:child_process'
import { processMemory } from './process-memory.ts'
import type { FromWorker, QueryOptions, QueryResult, ToWorker } from './protocol.ts'
import { QueryError } from './query-error.ts'

/** One life of the child process. */
export interface QueryProcess {
  /** Throws QueryError; `worker` when the process was gone before it had the query. */
  ask(sql: string, options: QueryOptions): Promise<QueryResult>
  gone(): boolean
  end(): void
}

/** How long an interrupted query may go on before the process is ended. */
const graceMs = 1000
/** DuckDB's own limit does not count result strings, so the whole process is watched from outside: inside, the event loop may be held up. */
const memoryLimit = 700 * 1024 * 1024
const watchMs = 20
const tooMuch = () => new QueryError('memory', 'The query needs more memory than allowed. Aggregate earlier or select less.')
const lost = () => new QueryError('worker', 'The database process ended unexpectedly. Ask again.')

export function createQueryProcess(workerFile: URL): QueryProcess {
  const child = fork(workerFile, { serialization: 'json', execArgv: ['--max-old-space-size=256'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let gone = false
  let nextId = 1
  /** The query in flight. `fail` also takes what ended the process. */
  let asked: { id: number; done: (result: QueryResult) => void; fail: (error: QueryError) => void } | undefined
  const ready = new Promise<void>((done) => child.once('message', () => done()))
  const over = () => {
    gone = true
    asked?.fail(lost())
  }
  for (const event of ['error', 'exit', 'disconnect'] as const) child.on(event, over)
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'ready' || message.id !== asked?.id) return
    if (message.kind === 'result') asked.done(message.result)
    else asked.fail(new QueryError(message.error.kind, message.error.message))
  })
  // Without a callback a failed send would be an 'error' event of its own time.
  const send = (message: ToWorker) => void child.send(message, (error) => error && over())
  const kill = (error: QueryError) => {
    gone = true
    child.kill('SIGKILL')
    asked?.fail(error)
  }

  return {
    gone: () => gone,
    end: () => child.kill('SIGKILL'),
    ask(sql, { maxRows, timeoutMs, signal }) {
      const id = nextId++
      return new Promise<QueryResult>((done, fail) => {
        const timers = [setInterval(watch, watchMs)]
        const onAbort = () => {
          send({ kind: 'cancel', id })
          timers.push(setTimeout(() => kill(new QueryError('cancelled', 'The query was cancelled.')), graceMs))
        }
        const settle = (end: () => void) => {
          asked = undefined
          for (const timer of timers) clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          end()
        }
        asked = { id, done: (result) => settle(() => done(result)), fail: (error) => settle(() => fail(error)) }
        if (gone) return asked.fail(lost())
        signal?.addEventListener('abort', onAbort, { once: true })
        void ready.then(() => {
          if (asked?.id !== id) return
          timers.push(setTimeout(() => kill(overtime()), timeoutMs + graceMs))
          send({ kind: 'query', request: { id, sql, maxRows, timeoutMs } })
        })
      })
    },
  }

  async function watch() {
    const used = child.pid === undefined ? undefined : await processMemory(child.pid)
    if (used !== undefined && used > memoryLimit && asked) kill(tooMuch())
  }
}

const overtime = () => new QueryError('timeout', 'The query could not be stopped in time and was ended. Ask for less: filter, aggregate, avoid cross joins.')
