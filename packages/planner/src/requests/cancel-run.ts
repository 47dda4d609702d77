import type { Lease, RunRecord, Scope } from '@pf/core'
import { PfError } from '@pf/core'
import { leaseRun } from '../log/lease-keeper.ts'
import { endOrphan } from '../segments/end-orphan.ts'
import { statusOf } from '../state/read-run-state.ts'
import type { ActiveRun } from '../threads/active-runs.ts'
import type { Engine } from '../threads/engine.ts'
import { startSuccessor } from '../threads/recover-thread.ts'
import { leasePausedRun } from '../threads/resume-run.ts'
import { runKey } from '../threads/run-slot.ts'
import { loadRunStatus, type ThreadStatus } from '../threads/thread-status.ts'

interface CancelRequest {
  run_id: string
  scope: Scope
}

/**
 * Cancels a run and resolves once its finish is written, so that a new run on its thread can follow at once. A run that continued under
 * another id is cancelled there; a paused run is ended. Resolves with false for an unknown, foreign or finished run.
 */
export async function cancelRun(engine: Engine, { run_id, scope }: CancelRequest): Promise<boolean> {
  let current = run_id
  while (true) {
    const active = engine.runs.get(scope, current)
    if (active && !(await stopActive(engine, scope, active))) return false
    // The run may have paused or been answered just before it was aborted. A store that cannot be read must not make the cancellation fail.
    const now = await loadRunStatus(engine.agent, scope, current).catch((error: unknown) => {
      if (!active) throw error
    })
    if (!now || now.kind === 'free') return active !== undefined
    const result = await cancelStored(engine, scope, now)
    if (typeof result === 'boolean') return result
    current = result.next
  }
}

async function stopActive({ agent }: Engine, scope: Scope, active: ActiveRun): Promise<boolean> {
  const finished = await agent.ports.storage.load(scope, active.run_id).then(
    (record) => record?.finished === true,
    // A run must be abortable even when the store cannot be read.
    () => false,
  )
  active.abort(new PfError('cancelled', 'The run was cancelled.'))
  await active.done
  return !finished
}

/** Ends a run that this process does not work on. `next` is the run to cancel when the run has meanwhile been continued. */
async function cancelStored(engine: Engine, scope: Scope, now: Exclude<ThreadStatus, { kind: 'free' }>): Promise<boolean | { next: string }> {
  const { record } = now
  if (engine.runs.get(scope, record.run_id)) return { next: record.run_id }
  if (now.kind === 'handed_over') {
    await startSuccessor(engine, scope, now)
    return now.saved.handover ? { next: now.saved.handover.to } : false
  }
  return now.kind === 'paused' ? cancelPaused(engine, scope, record) : cancelWorking(engine, scope, record)
}

async function cancelPaused(engine: Engine, scope: Scope, { run_id, thread_id }: RunRecord): Promise<boolean | { next: string }> {
  const leased = await leasePausedRun(engine.agent, scope, { run_id, thread_id })
  if (leased.status === 'busy') return false
  if (leased.status === 'changed') return { next: run_id }
  return (await endUnlessContinued(engine, scope, { run_id, lease: leased.lease })) || { next: run_id }
}

/** Ends a run whose process has ended. A run that works in another process cannot be cancelled from here. */
async function cancelWorking(engine: Engine, scope: Scope, { run_id, thread_id }: RunRecord): Promise<boolean> {
  const { storage } = engine.agent.ports
  const lease = await leaseRun(storage, scope, { run_id, thread_id })
  if (lease && (await endUnlessContinued(engine, scope, { run_id, lease }))) return true
  return (await storage.load(scope, run_id))?.finished ?? false
}

/** Ends a run under its lease. Releases the lease and returns false when the run has meanwhile finished or been handed over. */
async function endUnlessContinued(engine: Engine, scope: Scope, { run_id, lease }: { run_id: string; lease: Lease }): Promise<boolean> {
  const { storage } = engine.agent.ports
  const record = await storage.load(scope, run_id)
  if (!record || record.finished || statusOf(record.state) === 'moved') {
    await storage.release(scope, lease)
    return false
  }
  engine.timers.clear(runKey(scope, run_id))
  await endOrphan(engine.agent, scope, { record, lease, error: new PfError('cancelled', 'The run was cancelled.') })
  return true
}
