// The thread of lasting-pool.ts: Vitest's own worker, which is ready for the next run after each run.
import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

const attached = []
init({
  post: (message) => parentPort.postMessage(message),
  // The first listener receives the requests of the pool. Each run then adds its own listener for remote calls, after the listener of the
  // previous run has been removed.
  on: (listener) => {
    if (attached.length > 1) parentPort.off('message', attached.pop())
    attached.push(listener)
    parentPort.on('message', listener)
  },
  off: (listener) => parentPort.off('message', listener),
  setup: setupEnvironment,
  runTests: (state, traces) => {
    // Without isolation, Vitest runs all files of a run in one context; with this setting, it evaluates modules of this repository again
    // for each file.
    state.ctx.config.isolate = true
    return runBaseTests('run', state, traces)
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
})
