import type { RunStore, Scope, StartResult } from '@pf/core'
import { createRunSignal, type RunSignal } from '../run/run-signal.ts'
import { readSaved } from '../state/saved-run.ts'
import type { ActiveRun } from './active-runs.ts'
import type { Engine } from './engine.ts'

/** A run's place in this process: one run a thread. */
export interface Place {
  signal: RunSignal
  /** The run has begun; waiting requests for the same run may go on. */
  began(): void
  leave<T>(result: T): T
}

/** Whose place it is. */
export interface PlaceRequest {
  scope: Scope
  run_id: string
  thread_id: string
}

/**
 * Takes the run's place, or says what stands in the way. Looking and taking are one step, so that of two requests at once only one finds
 * the thread free. A run whose finish or pause is already in the log is only waited for: clients that saw it may start the next.
 */
export async function claimPlace({ agent, runs }: Pick<Engine, 'agent' | 'runs'>, request: PlaceRequest): Promise<Place | StartResult> {
  const { scope, run_id, thread_id } = request
  while (true) {
    const same = runs.get(scope, run_id)
    const other = same ?? runs.onThread(scope, thread_id)
    if (!other) return takePlace({ agent, runs }, request)
    if (same) await same.started
    if (!(await isOver(agent.ports.storage, scope, other))) return same ? { status: 'exists', run_id } : { status: 'busy', run_id: other.run_id }
    await other.done
  }
}

/** Its last commit is written; only the lease has to be given back. */
async function isOver(storage: RunStore, scope: Scope, { run_id }: ActiveRun): Promise<boolean> {
  const record = await storage.load(scope, run_id)
  return record !== undefined && (record.finished || readSaved(record.state)?.status === 'paused')
}

function takePlace({ agent, runs }: Pick<Engine, 'agent' | 'runs'>, { scope, run_id, thread_id }: PlaceRequest): Place {
  const signal = createRunSignal(agent.limits.deadlineMs)
  const started = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const active: ActiveRun = { run_id, thread_id, started: started.promise, done: done.promise, abort: signal.abort }
  runs.add(scope, active)
  return {
    signal,
    began: started.resolve,
    leave: (result) => {
      signal.stop()
      runs.remove(scope, active)
      started.resolve()
      done.resolve()
      return result
    },
  }
}
