import type { Lease, RunRecord, Scope } from '@pf/core'
import { leaseRun, leaseWaitMs } from '../log/lease-keeper.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'

type RunIds = Pick<RunRecord, 'run_id' | 'thread_id'>

/**
 * Waits for the lease of a run, for longer than the lease of a process that has died. The wait ends early if another process writes an
 * event after `last_seq`, because that process keeps the lease while it is active. Resolves to undefined if the lease stayed held.
 */
export async function leaseUnlessContinued(
  { storage, events }: CompiledAgent['ports'],
  scope: Scope,
  run: RunIds,
  last_seq: number,
): Promise<Lease | 'continued' | undefined> {
  const stop = new AbortController()
  const nextEvent = events.read(scope, run.run_id, last_seq, stop.signal)[Symbol.asyncIterator]().next()
  nextEvent.then(
    ({ done }) => !done && stop.abort(continued),
    // A log that cannot be read only makes the wait longer.
    () => undefined,
  )
  try {
    return await leaseRun(storage, scope, run, { waitMs: leaseWaitMs, signal: stop.signal })
  } catch (error) {
    if (error === continued) return 'continued'
    throw error
  } finally {
    stop.abort(continued)
  }
}

const continued = new Error('Another process continues the run.')

/**
 * Leases a run that has no event yet. Resolves to undefined if another process begins the run, or does not release its lease. A process
 * that was killed before its first commit still holds the lease for a while, and until then there is nothing that a caller could read.
 */
export async function leaseNewRun(ports: CompiledAgent['ports'], scope: Scope, run: RunIds): Promise<Lease | undefined> {
  const lease = (await leaseRun(ports.storage, scope, run)) ?? (await leaseUnlessContinued(ports, scope, run, 0))
  return lease === 'continued' ? undefined : lease
}
