import type { Lease, Scope } from '@pf/core'
import type { AgentCore } from '../agent/agent-core.ts'
import { leaseTtlMs } from '../run/lease-keeper.ts'

const waits = { firstMs: 2, longestMs: 100, inAllMs: leaseTtlMs + 3_000 }

/**
 * A free thread has no run whose lease could decide between two nodes that both find it free, so one that no client can name stands for it:
 * no id of theirs has a control character. Undefined where somebody else holds the thread for longer than a process lives on.
 */
export async function holdThread({ ports }: AgentCore, scope: Scope, thread_id: string): Promise<Lease | undefined> {
  const named = { run_id: `\u0001thread:${thread_id}`, thread_id }
  let pause = waits.firstMs
  for (let waited = 0; waited < waits.inAllMs; waited += pause) {
    const lease = await ports.storage.lease(scope, named, leaseTtlMs)
    if (lease) return lease
    await new Promise((done) => setTimeout(done, pause))
    pause = Math.min(pause * 2, waits.longestMs)
  }
  return undefined
}
