import { context } from '@opentelemetry/api'
import type { Lease, Scope } from '@pf/core'
import { createLeaseKeeper, leaseTtlMs } from '../log/lease-keeper.ts'
import { Fenced } from '../log/run-writer-options.ts'
import type { SegmentTarget } from '../run/build-run.ts'
import type { Run } from '../run/run.ts'
import { runToEnd } from '../segments/run-to-end.ts'
import type { Engine } from './engine.ts'
import { type RunSlot, runKey } from './run-slot.ts'

/** A segment that is about to begin: its lease, its slot, and the function that writes its first commit. */
export interface Launch {
  scope: Scope
  run: Pick<SegmentTarget, 'run_id' | 'thread_id' | 'parent_run_id' | 'from'>
  lease: Lease
  slot: RunSlot
  begin(target: SegmentTarget): Promise<Run>
}

/** Writes the first commit of a segment, which then runs in the background. If the commit fails, releases the lease and rejects. */
export async function launch(engine: Engine, { scope, run, lease, slot, begin }: Launch): Promise<void> {
  const { signal, failures } = slot
  const { storage } = engine.agent.ports
  const onLost = () => signal.abort(new Fenced())
  const keeper = createLeaseKeeper({ storage, scope, lease, ttlMs: leaseTtlMs, onLost })
  const release = async () => {
    keeper.stop()
    // The promise chain also catches a store that throws synchronously. The slot must be released in any case.
    await Promise.resolve()
      .then(() => storage.release(scope, keeper.lease()))
      .catch(() => undefined)
  }
  try {
    const startedRun = await begin({ ...run, scope, signal, failures, lease: keeper.lease })
    slot.markStarted()
    // Nobody awaits the run, so the promise must not reject.
    void context
      .with(startedRun.segment.span.context, () => runToEnd(startedRun))
      .catch(() => undefined)
      .then(release)
      .then(() => slot.leave())
      .then(() => watchQuestion(engine, startedRun))
  } catch (error) {
    await release()
    throw error
  }
}

/** Delay before another attempt, in milliseconds. The clock of the store may be behind, or the store may be unavailable. */
const retryMs = 1_000

/** Continues a paused run if nobody answers before the deadline. */
function watchQuestion(engine: Engine, { agent, scope, runId, threadId, state: { waiting, resolution } }: Run): void {
  const deadline = resolution ? undefined : waiting?.asked?.deadline
  if (deadline === undefined) return
  const key = runKey(scope, runId)
  const retry = () => engine.timers.set(key, retryMs, wake)
  const wake = () => {
    engine.recover(scope, threadId).then((waits) => {
      if (waits === runId) retry()
    }, retry)
  }
  engine.timers.set(key, deadline - agent.now(), wake)
}
