import type { Lease, LeaseOptions, RunRecord, RunStore, Scope } from '@pf/core'
import { unref } from '../util/race-abort.ts'

/** Duration of a lease, in milliseconds. A run renews it three times as often. */
export const leaseTtlMs = 12_000

/** Milliseconds for which a request waits for a lease. It is longer than the lease of a process that has died. */
export const leaseWaitMs = leaseTtlMs + 3_000

/** When this process asked for a lease, by `performance.now()`: its time has not begun before. */
const askedAt = new WeakMap<Lease, number>()

/** Leases a run. Resolves to undefined while another process holds the lease, and for a finished run. Waits only if `wait` requests it. */
export async function leaseRun(
  storage: RunStore,
  scope: Scope,
  { run_id, thread_id }: Pick<RunRecord, 'run_id' | 'thread_id'>,
  wait: Omit<LeaseOptions, 'ttlMs'> = {},
): Promise<Lease | undefined> {
  const asked = performance.now()
  const result = await storage.lease(scope, { kind: 'run', run_id, thread_id }, { ttlMs: leaseTtlMs, ...wait })
  if (result.status !== 'granted') return undefined
  askedAt.set(result.lease, wait.waitMs ? performance.now() : asked)
  return result.lease
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

/** A lease of 12 seconds is looked at every half second, renewed when four seconds old, and given up when eleven seconds old. */
const parts = { tick: 1 / 24, renew: 1 / 3, giveUp: 11 / 12 }

/**
 * Renews the lease until `stop`. A lease that could not be renewed is lost before another process can take it, also when the store does not
 * answer at all. When this process was suspended it is too late for that; the lease is then asked for at once, and is lost unless it is still
 * renewed.
 */
export function createLeaseKeeper({ storage, scope, lease: first, ttlMs, onLost }: LeaseKeeperOptions): LeaseKeeper {
  const tickMs = Math.max(1, ttlMs * parts.tick)
  let lease = first
  // The lease expires according to the clock of the store, which may differ from the local clock. Elapsed time does not differ.
  let validFrom = askedAt.get(first) ?? performance.now()
  let ticked = performance.now()
  let isAsking = false
  let stopped = false
  const stop = () => {
    stopped = true
    clearInterval(timer)
  }
  const lose = () => {
    if (stopped) return
    stop()
    onLost()
  }
  const renew = async () => {
    isAsking = true
    const asked = performance.now()
    try {
      const renewed = await storage.renew(scope, lease, ttlMs)
      if (!renewed) return lose()
      lease = renewed
      validFrom = Math.max(validFrom, asked)
    } catch {
      // A temporary failure of the store is harmless while the lease is still valid. The next tick tries again.
    }
    isAsking = false
  }
  const tick = () => {
    const now = performance.now()
    const wasSuspended = now - ticked > 2 * tickMs
    ticked = now
    const age = now - validFrom
    if (age >= ttlMs * parts.giveUp && !wasSuspended) return lose()
    // What was asked before a suspension may be answered late, or never.
    if (age >= ttlMs * parts.renew && (!isAsking || wasSuspended)) void renew()
  }
  const timer = setInterval(tick, tickMs)
  unref(timer)
  return { lease: () => lease, stop }
}
