import type { Lease, LeaseOptions, RunRecord, RunStore, Scope } from '@pf/core'

/** How long a dead run stays locked; a run renews three times as often. */
export const leaseTtlMs = 12_000

/** How long a request waits for a lease: longer than a dead process keeps one. */
export const leaseWaitMs = leaseTtlMs + 3_000

/** Leases a run; undefined while somebody else holds it, and for a run that is finished. Waits only where it is told to. */
export async function leaseRun(
  storage: RunStore,
  scope: Scope,
  { run_id, thread_id }: Pick<RunRecord, 'run_id' | 'thread_id'>,
  wait: Omit<LeaseOptions, 'ttlMs'> = {},
): Promise<Lease | undefined> {
  const result = await storage.lease(scope, { kind: 'run', run_id, thread_id }, { ttlMs: leaseTtlMs, ...wait })
  return result.status === 'granted' ? result.lease : undefined
}
