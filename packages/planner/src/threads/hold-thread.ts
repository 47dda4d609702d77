import type { Lease, Scope } from '@pf/core'
import { leaseTtlMs, leaseWaitMs } from '../log/lease-run.ts'
import type { AgentCore } from '../run/agent-core.ts'

/**
 * A free thread has no run whose lease could decide between two nodes that both find it free, so its own lease does. Undefined where somebody
 * else holds the thread for longer than a dead process keeps a lease.
 */
export async function holdThread({ ports }: AgentCore, scope: Scope, thread_id: string): Promise<Lease | undefined> {
  const result = await ports.storage.lease(scope, { kind: 'thread', thread_id }, { ttlMs: leaseTtlMs, waitMs: leaseWaitMs })
  return result.status === 'granted' ? result.lease : undefined
}
