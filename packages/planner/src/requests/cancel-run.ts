import type { Lease, RunRecord, Scope } from '@pf/core'
import { leaseRun, leaseWaitMs } from '../log/lease-keeper.ts'
import { readRunState } from '../state/read-run-state.ts'
import type { ActiveRun } from '../threads/active-runs.ts'
import { endUnlessContinued, runCancelled } from '../threads/end-cancelled.ts'
import type { Engine } from '../threads/engine.ts'
import { startSuccessor } from '../threads/recover-thread.ts'
import { leasePausedRun } from '../threads/resume-run.ts'
import { loadRunStatus, type ThreadStatus } from '../threads/thread-status.ts'

interface CancelRequest {
  run_id: string
  scope: Scope
}

/**
 * Cancels a run, regardless of the process that works on it, and resolves once its finish is written, so that a new run on its thread can
 * follow immediately. A run that continued under another id is cancelled there; a paused run is ended. Resolves to false for an unknown
 * run, a run of another owner and a finished run.
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
    if (active && (!now || now.kind === 'free')) return true
    const result = !now || now.kind === 'free' ? await cancelBeginning(engine, scope, current) : await cancelStored(engine, scope, now)
    if (typeof result === 'boolean') return result
    current = result.next
  }
}

async function stopActive({ agent }: Engine, scope: Scope, active: ActiveRun): Promise<boolean> {
  const finished = await agent.ports.storage.load(scope, active.run_id).then(
    (record) => record?.finished === true,
    // A run must be abortable even if the store cannot be read.
    () => false,
  )
  active.abort(runCancelled())
  await active.done
  return !finished
}

/** Ends a run that this process does not work on. `next` is the run to cancel if the run has meanwhile continued. */
async function cancelStored(engine: Engine, scope: Scope, now: Exclude<ThreadStatus, { kind: 'free' }>): Promise<boolean | { next: string }> {
  const { record } = now
  if (engine.runs.get(scope, record.run_id)) return { next: record.run_id }
  if (now.kind === 'handed_over') {
    await startSuccessor(engine, scope, now)
    return now.saved.handover ? { next: now.saved.handover.to } : false
  }
  const successor = now.kind === 'foreign' ? successorOf(record) : undefined
  if (successor !== undefined) return cancelBeginning(engine, scope, successor)
  return now.kind === 'paused' ? cancelPaused(engine, scope, record) : cancelWorking(engine, scope, record)
}

/** Returns the id of the run under which a run of another agent is about to continue. Only that agent can begin it. */
function successorOf({ state }: RunRecord): string | undefined {
  const read = readRunState(state)
  return read.ok && read.state.status === 'moved' ? read.state.handover?.to : undefined
}

async function cancelPaused(engine: Engine, scope: Scope, { run_id, thread_id }: RunRecord): Promise<boolean | { next: string }> {
  const leased = await leasePausedRun(engine.agent, scope, { run_id, thread_id })
  if (leased.status === 'busy') return false
  if (leased.status === 'changed') return { next: run_id }
  return (await endUnlessContinued(engine, scope, { run_id, lease: leased.lease })) || { next: run_id }
}

/** Requests the process that is about to begin a run to end it. A run that no process begins is unknown. */
async function cancelBeginning(engine: Engine, scope: Scope, run_id: string): Promise<boolean | { next: string }> {
  const record = await engine.agent.ports.storage.load(scope, run_id)
  if (!record || record.finished) return false
  return record.last_seq > 0 ? { next: run_id } : cancelElsewhere(engine, scope, record)
}

/** Ends a run whose process has ended, or requests the process that works on it to end it. */
async function cancelWorking(engine: Engine, scope: Scope, { run_id, thread_id }: RunRecord): Promise<boolean | { next: string }> {
  const lease = await leaseRun(engine.agent.ports.storage, scope, { run_id, thread_id })
  return lease ? endLeased(engine, scope, { run_id, lease }) : cancelElsewhere(engine, scope, { run_id, thread_id })
}

/**
 * Requests the process that works on a run to end it, and waits. That process writes the finish, pauses the run or dies; in the last two
 * cases its lease becomes available here. If it does none of these within the duration of a lease, it finds the request later.
 */
async function cancelElsewhere(
  engine: Engine,
  scope: Scope,
  { run_id, thread_id }: Pick<RunRecord, 'run_id' | 'thread_id'>,
): Promise<boolean | { next: string }> {
  const { storage } = engine.agent.ports
  if ((await storage.requestCancel(scope, run_id)) !== 'requested') return false
  const lease = await leaseRun(storage, scope, { run_id, thread_id }, { waitMs: leaseWaitMs })
  return lease ? endLeased(engine, scope, { run_id, lease }) : true
}

async function endLeased(engine: Engine, scope: Scope, leased: { run_id: string; lease: Lease }): Promise<boolean | { next: string }> {
  if (await endUnlessContinued(engine, scope, leased)) return true
  const record = await engine.agent.ports.storage.load(scope, leased.run_id)
  return record === undefined || record.finished || record.last_seq === 0 ? false : { next: leased.run_id }
}
