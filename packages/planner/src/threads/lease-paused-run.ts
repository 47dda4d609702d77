import type { Lease, RunRecord, Scope } from '@pf/core'
import { leaseRun, leaseWaitMs } from '../log/lease-run.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { statusOf } from '../state/read-run-state.ts'

/** `changed`: the run was continued or ended meanwhile. `busy`: its lease stayed held although it did not change. */
export type PausedRunLease = { status: 'granted'; lease: Lease } | { status: 'changed' } | { status: 'busy' }

/**
 * Leases a paused run. Whoever paused it gives the lease back a moment after the pause can be read; if that process died, the lease expires. The
 * wait ends early when the run is continued elsewhere, because that process keeps the lease for as long as it works.
 */
export async function leasePausedRun({ ports }: CompiledAgent, scope: Scope, run: Pick<RunRecord, 'run_id' | 'thread_id'>): Promise<PausedRunLease> {
  const { storage, events } = ports
  const free = await leaseRun(storage, scope, run)
  if (free) return { status: 'granted', lease: free }
  const record = await storage.load(scope, run.run_id)
  if (!record || record.finished || statusOf(record.state) !== 'paused') return { status: 'changed' }
  const stop = new AbortController()
  // The next event of the log begins another segment.
  const nextEvent = events.read(scope, run.run_id, record.last_seq, stop.signal)[Symbol.asyncIterator]().next()
  nextEvent.then(
    ({ done }) => !done && stop.abort(continued),
    // A log that cannot be read only makes the wait longer.
    () => undefined,
  )
  try {
    const lease = await leaseRun(storage, scope, run, { waitMs: leaseWaitMs, signal: stop.signal })
    if (lease) return { status: 'granted', lease }
    return { status: (await storage.load(scope, run.run_id))?.finished ? 'changed' : 'busy' }
  } catch (error) {
    if (error === continued) return { status: 'changed' }
    throw error
  } finally {
    stop.abort(continued)
  }
}

const continued = new Error('The run is continued elsewhere.')
