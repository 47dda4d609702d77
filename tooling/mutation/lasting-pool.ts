// A pool for Vitest with one thread that outlives the runs. Stryker starts a run for each mutant, and a new thread for each run would
// spend most of its time on loading the same packages again. Modules of this repository are evaluated anew in each run (worker.mjs).
import { Worker } from 'node:worker_threads'
import type { PoolOptions, PoolRunnerInitializer, PoolWorker } from 'vitest/node'

const entry = new URL('./worker.mjs', import.meta.url)
/** Maximum duration of a run in milliseconds. A longer run has probably left something behind that waits, so the next run gets a new thread. */
const maxRunMs = 20_000
/** True if each run gets a new thread, which is slow but leaves nothing behind. */
const isFresh = process.env.PF_MUTATION_FRESH === 'true'
let thread: Worker | undefined

export const lastingPool: PoolRunnerInitializer = { name: 'lasting', createPoolWorker }

function createPoolWorker(options: PoolOptions): PoolWorker {
  const listeners: Parameters<PoolWorker['on']>[] = []
  let begun = 0
  return {
    name: 'lasting',
    on: (event, listener) => {
      listeners.push([event, listener])
      thread?.on(event, listener)
    },
    off: (event, listener) => void thread?.off(event, listener),
    send: (message) => thread?.postMessage(message),
    start: async () => {
      begun = Date.now()
      thread ??= createThread(options)
    },
    stop: async () => {
      for (const [event, listener] of listeners.splice(0)) thread?.off(event, listener)
      if (!isFresh && Date.now() - begun <= maxRunMs) return
      // The next run may start before this thread has ended, and must not get it.
      const ended = thread
      thread = undefined
      await ended?.terminate()
    },
    deserialize: (data) => data,
  }
}

function createThread({ env, execArgv }: PoolOptions): Worker {
  const created = new Worker(entry, { env: env as NodeJS.ProcessEnv, execArgv })
  created.setMaxListeners(0)
  created.once('exit', () => {
    if (thread === created) thread = undefined
  })
  created.unref()
  return created
}
