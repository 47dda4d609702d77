import type { Scope } from '@pf/core'
import { PfError } from '@pf/core'
import { leaseRun } from '../log/lease-run.ts'
import { endOrphan } from '../segments/end-orphan.ts'
import { readSaved } from '../state/saved-run.ts'
import type { ActiveRun } from '../threads/active-runs.ts'
import type { Engine } from '../threads/engine.ts'
import { leaseWhenFree } from '../threads/lease-when-free.ts'
import { runKey } from '../threads/run-key.ts'
import { runNow, type ThreadNow } from '../threads/thread-now.ts'
import { beginHanded } from '../threads/touch-thread.ts'

interface Cancelled {
  run_id: string
  scope: Scope
  /** How often it had to look again. */
  looks?: number
}

const mostLooks = 5

/**
 * Cancels a run and returns once its finish is written, so that a new run on its thread can follow at once; one that went on under another
 * id is cancelled there, one that waits stops waiting. False for an unknown, foreign or finished run.
 */
export async function cancelRun(engine: Engine, { run_id, scope, looks = 0 }: Cancelled): Promise<boolean> {
  if (looks > mostLooks) return false
  const active = engine.runs.get(scope, run_id)
  if (!active) return cancelStored(engine, { scope, looks: looks + 1 }, await runNow(engine.agent, scope, run_id))
  const stopped = await stopActive(engine, scope, active)
  // It may have paused, or been answered, just before.
  const now = stopped ? await runNow(engine.agent, scope, run_id).catch(() => undefined) : undefined
  return now && now.kind !== 'free' ? cancelStored(engine, { scope, looks: looks + 1 }, now) : stopped
}

async function stopActive({ agent }: Engine, scope: Scope, active: ActiveRun): Promise<boolean> {
  const finished = await agent.ports.storage.load(scope, active.run_id).then(
    (record) => record?.finished === true,
    // A store that cannot be read must not keep a run from being stopped.
    () => false,
  )
  active.abort(new PfError('cancelled', 'The run was cancelled.'))
  await active.done
  return !finished
}

async function cancelStored(engine: Engine, { scope, looks }: { scope: Scope; looks: number }, now: ThreadNow): Promise<boolean> {
  if (now.kind === 'free') return false
  const { record } = now
  const here = engine.runs.get(scope, record.run_id)
  if (here) return cancelRun(engine, { run_id: record.run_id, scope, looks })
  if (now.kind === 'handed') {
    await beginHanded(engine, scope, now)
    return now.saved.handover ? cancelRun(engine, { run_id: now.saved.handover.to, scope, looks }) : false
  }
  const { storage } = engine.agent.ports
  const run = { run_id: record.run_id, thread_id: record.thread_id }
  const lease = now.kind === 'paused' ? await leaseWhenFree(engine.agent, scope, run) : await leaseRun(storage, scope, run)
  const newest = lease && (await storage.load(scope, record.run_id))
  if (!lease || !newest || newest.finished || readSaved(newest.state)?.status === 'moved') {
    if (lease) await storage.release(scope, lease)
    return now.kind === 'paused' ? cancelRun(engine, { run_id: record.run_id, scope, looks }) : ((await storage.load(scope, record.run_id))?.finished ?? false)
  }
  engine.timers.clear(runKey(scope, record.run_id))
  await endOrphan(engine.agent, scope, { record: newest, lease, code: 'cancelled' })
  return true
}
