import type { Lease, LeaseOptions, RunRecord, RunStore, Scope } from '@pf/core'
import { unref } from '../util/race-abort.ts'

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

/** Keeps a lease while the work under it continues. */
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
  /** Called once when another process holds the lease, or when it could not be renewed in time. */
  onLost: () => void
}

/** Renews the lease until `stop`. */
export function createLeaseKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  let lease = options.lease
  // The clock of the store, by which the lease expires, may differ from the clock of this machine; how much time has passed does not.
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
