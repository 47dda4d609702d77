import type { Lease, Scope } from '@pf/core'
import type { AgentCore } from '../agent/agent-core.ts'
import { leaseTtlMs } from '../run/lease-keeper.ts'
import { readSaved } from '../run/saved-run.ts'

const waits = { firstMs: 5, longestMs: 250, inAllMs: leaseTtlMs + 3_000 }

/**
 * The lease of a paused run. Whoever paused it gives it back a moment after the pause can be read; if that process died, the lease ends by
 * itself. Undefined when the run has gone on meanwhile, or nothing helps.
 */
export async function leaseWhenFree({ ports }: AgentCore, scope: Scope, run: { run_id: string; thread_id: string }): Promise<Lease | undefined> {
  const named = { run_id: run.run_id, thread_id: run.thread_id }
  let pause = waits.firstMs
  for (let waited = 0; waited < waits.inAllMs; waited += pause) {
    const lease = await ports.storage.lease(scope, named, leaseTtlMs)
    if (lease) return lease
    const record = await ports.storage.load(scope, run.run_id)
    if (!record || record.finished || readSaved(record.state)?.status !== 'paused') return undefined
    await new Promise((done) => setTimeout(done, pause))
    pause = Math.min(pause * 2, waits.longestMs)
  }
  return undefined
}
