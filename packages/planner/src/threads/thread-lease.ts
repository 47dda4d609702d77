import { type Lease, PfError, type Scope } from '@pf/core'
import { leaseTtlMs, leaseWaitMs } from '../log/lease-run.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'

/**
 * Does work while no other node starts a run on the thread. A thread without an unfinished run has no run whose lease could decide between two
 * nodes that both find it free, so its own lease does. Throws PfError `store_failed` where somebody else holds the thread for longer than a
 * dead process keeps a lease.
 */
export async function withThreadLease<T>({ ports }: CompiledAgent, scope: Scope, thread_id: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { storage } = ports
  const result = await storage.lease(scope, { kind: 'thread', thread_id }, { ttlMs: leaseTtlMs, waitMs: leaseWaitMs })
  if (result.status !== 'granted') throw new PfError('store_failed', 'Another request holds the thread; try again.')
  try {
    return await work(result.lease)
  } finally {
    // The work is done or has failed either way; a lease that cannot be given back expires. The callback also catches a store that throws at once.
    await Promise.resolve()
      .then(() => storage.release(scope, result.lease))
      .catch(() => undefined)
  }
}
