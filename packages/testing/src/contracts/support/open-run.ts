import { ok, strictEqual } from 'node:assert/strict'
import type { CommitInput, FinishReason, Lease, PlannerEvent, RunStore, Scope } from '@pf/core'
import { type RunIds, someFinish, someRun, someText } from './some-events.ts'

/** A run under a lease, written as a planner writes it; every method expects success. */
export interface RunWriter {
  readonly run: RunIds
  readonly lease: Lease
  commit(more: Partial<Omit<CommitInput, 'run' | 'lease'>>): Promise<PlannerEvent[]>
  /** One text event for each text, in one commit. */
  write(...texts: string[]): Promise<PlannerEvent[]>
  finish(reason?: FinishReason): Promise<PlannerEvent[]>
}

/** Leases a run, which must be free. */
export async function openRun(storage: RunStore, scope: Scope, run: RunIds = someRun()): Promise<RunWriter> {
  const lease = await storage.lease(scope, run, 600_000)
  ok(lease, 'a free run can be leased')
  const commit: RunWriter['commit'] = async (more) => {
    const result = await storage.commit(scope, { run, lease, events: [], ...more })
    strictEqual(result.status, 'committed')
    return result.status === 'committed' ? result.events : []
  }
  return {
    run,
    lease,
    commit,
    write: (...texts) => commit({ events: texts.map((text) => someText(run, text)) }),
    finish: (reason = 'answer') => commit({ events: [someFinish(run, reason)] }),
  }
}
