import { PfError } from '@pf/core'

/** The abort signal of a run. Its reason is a PfError `cancelled`, `deadline` or `store_failed`, or a Fenced error. */
export interface RunSignal {
  readonly signal: AbortSignal
  /** Aborts the run. Only the first reason counts. */
  abort(reason: Error): void
  stop(): void
}

/** Creates the signal. It aborts with `deadline` after `deadlineMs` milliseconds. */
export function createRunSignal(deadlineMs: number): RunSignal {
  const controller = new AbortController()
  const abort = (reason: Error) => {
    if (!controller.signal.aborted) controller.abort(reason)
  }
  const timer = setTimeout(() => abort(new PfError('deadline', `The run reached its time limit of ${deadlineMs} ms.`)), deadlineMs)
  return { signal: controller.signal, abort, stop: () => clearTimeout(timer) }
}
