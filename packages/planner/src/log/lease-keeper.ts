import type { Lease, LeaseOptions, RunRecord, RunStore, Scope } from '@pf/core'
import { unref } from '../util/race-abort.ts'

/** Duration of a lease, in milliseconds. A run renews it three times as often. */
export const leaseTtlMs = 12_000

/** Milliseconds for which a request waits for a lease. It is longer than the lease of a process that has died. */
export const leaseWaitMs = leaseTtlMs + 3_000

/** Leases a run. Resolves to undefined while another process holds the lease, and for a finished run. Waits only if `wait` requests it. */
export async function leaseRun(
  storage: RunStore,
  scope: Scope,
  { run_id, thread_id }: Pick<RunRecord, 'run_id' | 'thread_id'>,
  wait: Omit<LeaseOptions, 'ttlMs'> = {},
): Promise<Lease | undefined> {
  const result = await storage.lease(scope, { kind: 'run', run_id, thread_id }, { ttlMs: leaseTtlMs, ...wait })
  return result.status === 'granted' ? result.lease : undefined
}

/** Keeps a lease during the work that depends on it. */
export interface LeaseKeeper {
  readonly lease: () => Lease
  stop(): void
}

/** Options of a lease keeper; times are in milliseconds. */
export interface LeaseKeeperOptions {
  storage: RunStore
  scope: Scope
  lease: Lease
  ttlMs: number
  /** Called once when another process has taken the lease, or when it could not be renewed in time. */
  onLost: () => void
}

/** Renews the lease until `stop`. */
export function createLeaseKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  let lease = options.lease
  // The lease expires according to the clock of the store, which may differ from the local clock. Elapsed time does not differ.
  let validFrom = performance.now()
  let stopped = false
  const stop = () => {
    stopped = true
    clearInterval(timer)
  }
  const lose = () => {
    if (stopped) return
    stop()
    options.onLost()
  }
  const renew = async () => {
    const asked = performance.now()
    try {
      const renewed = await options.storage.renew(options.scope, lease, options.ttlMs)
      if (!renewed) return lose()
      lease = renewed
      validFrom = Math.max(validFrom, asked)
    } catch {
      // A temporary failure of the store is harmless while the lease is still valid.
      if (performance.now() - validFrom >= options.ttlMs) lose()
    }
  }
  const timer = setInterval(() => void renew(), Math.max(1, Math.floor(options.ttlMs / 3)))
  unref(timer)
  return { lease: () => lease, stop }
}
