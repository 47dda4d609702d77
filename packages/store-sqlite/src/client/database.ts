import { Worker } from 'node:worker_threads'
import { PfError } from '@pf/core'
import type { Operations } from '../database/operations.ts'
import type { Opened, Reply, Request, WorkerOptions } from '../database/protocol.ts'
import { storeFailure } from './store-failure.ts'

type Name = keyof Operations
type Args<N extends Name> = Parameters<Operations[N]>
type Result<N extends Name> = ReturnType<Operations[N]>

/** The database, which runs in its own thread. */
export interface Database {
  /** Runs an operation. Requests are answered in the order of these calls. Rejects with PfError `store_failed`; nothing is written then. */
  call<N extends Name>(name: N, ...args: Args<N>): Promise<Result<N>>
  /**
   * Like `call`, but passes the result to `handle` before the result of any later request is delivered. Work that a later request must not
   * overtake belongs in `handle`.
   */
  callInOrder<N extends Name, T>(name: N, args: Args<N>, handle: (result: Result<N>) => T | PromiseLike<T>): Promise<T>
  /** Answers all previous requests, closes the file and ends the thread. */
  close(): Promise<void>
}

interface Pending {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Starts the thread and opens the file. Rejects with PfError `store_failed` if the file cannot be opened. */
export async function openDatabase(file: string): Promise<Database> {
  const isSource = import.meta.url.endsWith('.ts')
  const source = isSource ? new URL('../worker.ts', import.meta.url) : new URL('./worker.js', import.meta.url)
  // If this package is read from its sources, other packages are as well.
  const execArgv = isSource ? ['--conditions=pf-source'] : []
  // Under `node --watch`, this variable makes a thread send messages about its modules, which are no answers.
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
  const worker = new Worker(source, { workerData: { file } satisfies WorkerOptions, execArgv, env })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  await openedFile(worker, file)
  return serveRequests(worker, exited)
}

function openedFile(worker: Worker, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', (error) => reject(storeFailure('open the database', { message: error.message }, error)))
    worker.once('message', (message: Opened) => {
      worker.removeAllListeners('error')
      if (message.opened) resolve()
      else reject(storeFailure(`open ${file}`, message.error))
    })
  })
}

function serveRequests(worker: Worker, exited: Promise<void>): Database {
  const waiting = new Map<number, Pending>()
  let lastId = 0
  let closed: PfError | undefined
  const fail = (error: PfError) => {
    closed ??= error
    for (const { reject } of waiting.values()) reject(closed)
    waiting.clear()
  }
  worker.on('message', (replies: Reply[]) => {
    for (const reply of replies) {
      const pending = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) pending?.reject(storeFailure('read or write', reply.error))
      else pending?.resolve(reply.result)
    }
    if (waiting.size === 0) worker.unref()
  })
  worker.once('error', (error) => fail(storeFailure('continue', { message: error.message }, error)))
  void exited.then(() => fail(new PfError('store_failed', 'The store is closed. Open it again before use.')))
  worker.unref()

  const send = (name: string, args: unknown[], pending: Pending) => {
    if (closed) return pending.reject(closed)
    lastId += 1
    waiting.set(lastId, pending)
    // The process stays alive for a request, but not for an idle store.
    worker.ref()
    worker.postMessage({ id: lastId, name, args } satisfies Request)
  }
  return {
    call: (name, ...args) => new Promise((resolve, reject) => send(name, args, { resolve: resolve as Pending['resolve'], reject })),
    callInOrder: (name, args, handle) =>
      new Promise((resolve, reject) => {
        const complete = (result: unknown) => {
          try {
            resolve(handle(result as Result<typeof name>))
          } catch (error) {
            reject(error)
          }
        }
        send(name, args, { resolve: complete, reject })
      }),
    close: async () => {
      if (!closed) {
        worker.ref()
        worker.postMessage('close')
      }
      await exited
    },
  }
}
