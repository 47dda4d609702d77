import type { Lease, RunStore, Scope } from '@pf/core'
import { createLeaseKeeper } from '../../log/lease-keeper.ts'
import { leaseTtlMs } from '../../log/lease-run.ts'

/** Whose draft is to be written. */
export interface DraftLockOptions {
  storage: RunStore
  scope: Scope
  draft_id: string
  now: () => number
  /** How long to wait while somebody else writes the draft, in milliseconds. Default 0. */
  waitMs?: number
  /** Ends the wait. */
  signal?: AbortSignal
}

/**
 * Does work on a draft that nobody else writes meanwhile, on any node; undefined when somebody else does. The work passes the lease to the
 * store with what it writes, because a process that slept too long has lost it.
 */
export async function withDraftLock<T>(
  { storage, scope, draft_id, now, waitMs = 0, signal }: DraftLockOptions,
  work: (lease: () => Lease) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const result = await storage.lease(scope, { kind: 'draft', draft_id }, { ttlMs: leaseTtlMs, waitMs, ...(signal ? { signal } : {}) })
  if (result.status !== 'granted') return undefined
  const keeper = createLeaseKeeper({ storage, scope, lease: result.lease, ttlMs: leaseTtlMs, now, onLost: () => undefined })
  try {
    return { value: await work(keeper.lease) }
  } finally {
    keeper.stop()
    await storage.release(scope, keeper.lease()).catch(() => undefined)
  }
}
