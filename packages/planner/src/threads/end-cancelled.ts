import { type Lease, PfError, type RunRecord, type Scope } from '@pf/core'
import { endOrphan } from '../segments/end-orphan.ts'
import { statusOf } from '../state/read-run-state.ts'
import type { Engine } from './engine.ts'
import { runKey } from './run-slot.ts'

/** Returns the error of a run that a user has cancelled. */
export const runCancelled = () => new PfError('cancelled', 'The run was cancelled.')

/** True if a process has to end the run instead of continuing it. */
export const isCancelRequested = ({ cancel_requested }: RunRecord) => cancel_requested !== undefined

/** Ends a run as cancelled, under its lease. */
export async function endCancelled(engine: Engine, scope: Scope, { record, lease }: { record: RunRecord; lease: Lease }): Promise<void> {
  engine.timers.clear(runKey(scope, record.run_id))
  await endOrphan(engine.agent, scope, { record, lease, error: runCancelled() })
}

/** Like `endCancelled`, but releases the lease and returns false if the run has meanwhile finished or been handed over, or has never begun. */
export async function endUnlessContinued(engine: Engine, scope: Scope, { run_id, lease }: { run_id: string; lease: Lease }): Promise<boolean> {
  const { storage } = engine.agent.ports
  const record = await storage.load(scope, run_id)
  if (!record || record.finished || record.last_seq === 0 || statusOf(record.state) === 'moved') {
    await storage.release(scope, lease)
    return false
  }
  await endCancelled(engine, scope, { record, lease })
  return true
}
