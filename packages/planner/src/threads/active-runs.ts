import type { Scope } from '@pf/core'
import type { ComponentFailures } from '../tools/component-failures.ts'

/** A run of this process, from the request to start it. */
export interface ActiveRun {
  readonly run_id: string
  readonly thread_id: string
  /** Settles when the first commit is written or the start has failed. */
  readonly started: Promise<unknown>
  /** Settles when the run has ended and its resources are released. */
  readonly done: Promise<unknown>
  abort(reason: Error): void
  /** Components of the run that pages could not draw. */
  readonly failures: ComponentFailures
}

/** The runs of this process by owner. An owner never sees the runs of another owner. */
export interface ActiveRuns {
  get(scope: Scope, run_id: string): ActiveRun | undefined
  onThread(scope: Scope, thread_id: string): ActiveRun | undefined
  add(scope: Scope, run: ActiveRun): void
  remove(scope: Scope, run: ActiveRun): void
  all(): ActiveRun[]
}

/** Creates an empty register. */
export function createActiveRuns(): ActiveRuns {
  const byRun = new Map<string, ActiveRun>()
  const byThread = new Map<string, ActiveRun>()
  const key = ({ owner }: Scope, id: string) => JSON.stringify([owner.tenant ?? null, owner.id, id])
  return {
    get: (scope, run_id) => byRun.get(key(scope, run_id)),
    onThread: (scope, thread_id) => byThread.get(key(scope, thread_id)),
    add: (scope, run) => {
      byRun.set(key(scope, run.run_id), run)
      byThread.set(key(scope, run.thread_id), run)
    },
    remove: (scope, run) => {
      byRun.delete(key(scope, run.run_id))
      if (byThread.get(key(scope, run.thread_id)) === run) byThread.delete(key(scope, run.thread_id))
    },
    all: () => [...byRun.values()],
  }
}
