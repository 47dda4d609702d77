import type { Lease, LeaseOptions, RunRecord, RunStore, Scope } from '@pf/core'

/** Duration of a lease, in milliseconds. A run renews it three times as often. */
export const leaseTtlMs = 12_000

/** How long a request waits for a lease, in milliseconds: longer than an ended process keeps one. */
export const leaseWaitMs = leaseTtlMs + 3_000

/** Leases a run. Resolves with undefined while another process holds the lease, and for a finished run. Waits only when `wait` says so. */
export async function leaseRun(
  storage: RunStore,
  scope: Scope,
  { run_id, thread_id }: Pick<RunRecord, 'run_id' | 'thread_id'>,
  wait: Omit<LeaseOptions, 'ttlMs'> = {},
): Promise<Lease | undefined> {
  const result = await storage.lease(scope, { kind: 'run', run_id, thread_id }, { ttlMs: leaseTtlMs, ...wait })
  return result.status === 'granted' ? result.lease : undefined
}
