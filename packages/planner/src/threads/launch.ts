import type { Lease, Scope } from '@pf/core'
import { Fenced } from '../log/fenced.ts'
import { createLeaseKeeper } from '../log/lease-keeper.ts'
import { leaseTtlMs } from '../log/lease-run.ts'
import type { SegmentTarget } from '../run/build-run.ts'
import type { Run } from '../run/run.ts'
import { runToEnd } from '../segments/run-to-end.ts'
import type { Engine } from './engine.ts'
import { runKey } from './run-key.ts'
import type { RunSlot } from './run-slot.ts'

/** A segment that is about to begin: who holds its log, and how its first commit is written. */
export interface Launch {
  scope: Scope
  run: Pick<SegmentTarget, 'run_id' | 'thread_id' | 'parent_run_id' | 'from'>
  lease: Lease
  slot: RunSlot
  begin(target: SegmentTarget): Promise<Run>
}

/** Writes the first commit of a segment and lets it go on by itself. Rejects, with the lease given back, when that cannot be written. */
export async function launch(engine: Engine, { scope, run, lease, slot, begin }: Launch): Promise<void> {
  const { signal } = slot
  const { storage } = engine.agent.ports
  const onLost = () => signal.abort(new Fenced())
  const keeper = createLeaseKeeper({ storage, scope, lease, ttlMs: leaseTtlMs, now: engine.agent.now, onLost })
  const release = async () => {
    keeper.stop()
    // Also a store that throws at once: the slot must become free.
    await Promise.resolve()
      .then(() => storage.release(scope, keeper.lease()))
      .catch(() => undefined)
  }
  try {
    const startedRun = await begin({ ...run, scope, signal, lease: keeper.lease })
    slot.markStarted()
    // Nobody waits for a run, so nothing of it may reject.
    void runToEnd(startedRun)
      .catch(() => undefined)
      .then(release)
      .then(() => slot.leave())
      .then(() => watchQuestion(engine, startedRun))
  } catch (error) {
    await release()
    throw error
  }
}

/** A store's clock may be behind ours, or the store away. */
const retryMs = 1_000

/** Lets a run that has just paused go on when nobody answers in time. */
function watchQuestion(engine: Engine, { agent, scope, run_id, thread_id, state: { waiting, resolution } }: Run): void {
  const deadline = resolution ? undefined : waiting?.asked?.deadline
  if (deadline === undefined) return
  const key = runKey(scope, run_id)
  const retry = () => engine.timers.set(key, retryMs, wake)
  const wake = () => {
    engine.recover(scope, thread_id).then((waits) => {
      if (waits === run_id) retry()
    }, retry)
  }
  engine.timers.set(key, deadline - agent.now(), wake)
}
