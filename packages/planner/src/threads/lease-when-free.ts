import type { Lease, RunRecord, Scope } from '@pf/core'
import { leaseRun, leaseWaitMs } from '../log/lease-run.ts'
import type { AgentCore } from '../run/agent-core.ts'
import { readSaved } from '../state/saved-run.ts'

/**
 * The lease of a paused run. Whoever paused it gives it back a moment after the pause can be read; if that process died, the lease ends by
 * itself. Undefined when the run continues meanwhile, or the lease stays held.
 */
export async function leaseWhenFree({ ports }: AgentCore, scope: Scope, run: Pick<RunRecord, 'run_id' | 'thread_id'>): Promise<Lease | undefined> {
  const { storage, events } = ports
  const free = await leaseRun(storage, scope, run)
  if (free) return free
  const record = await storage.load(scope, run.run_id)
  if (!record || record.finished || readSaved(record.state)?.status !== 'paused') return undefined
  const stop = new AbortController()
  // The next event of the log begins another segment, whose process keeps the lease for as long as it works.
  const nextEvent = events.read(scope, run.run_id, record.last_seq, stop.signal)[Symbol.asyncIterator]().next()
  nextEvent.then(
    ({ done }) => !done && stop.abort(continued),
    // A log that cannot be read only makes the wait longer.
    () => undefined,
  )
  try {
    return await leaseRun(storage, scope, run, { waitMs: leaseWaitMs, signal: stop.signal })
  } catch (error) {
    if (error === continued) return undefined
    throw error
  } finally {
    stop.abort(continued)
  }
}

const continued = new Error('The run continues elsewhere.')
