import { PfError } from '@pf/core'

/** One signal for everything that can end a run early; its reason is a PfError `cancelled`, `deadline` or `store_failed`, or Fenced. */
export interface RunSignal {
  readonly signal: AbortSignal
  /** The first reason stays. */
  abort(reason: Error): void
  stop(): void
}

/** Creates the signal; it aborts by itself with `deadline` after `deadlineMs`. */
export function createRunSignal(deadlineMs: number): RunSignal {
  const controller = new AbortController()
  const abort = (reason: Error) => {
    if (!controller.signal.aborted) controller.abort(reason)
  }
  const timer = setTimeout(() => abort(new PfError('deadline', `The run reached its time limit of ${deadlineMs} ms.`)), deadlineMs)
  return { signal: controller.signal, abort, stop: () => clearTimeout(timer) }
}
