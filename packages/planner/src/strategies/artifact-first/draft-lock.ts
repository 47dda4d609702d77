import type { Lease, RunStore, Scope } from '@pf/core'
import { createLeaseKeeper, leaseTtlMs } from '../../log/lease-keeper.ts'

/** The draft to lock. */
export interface DraftLockOptions {
  storage: RunStore
  scope: Scope
  draftId: string
  /** Milliseconds to wait while another process writes the draft. Default 0. */
  waitMs?: number
  /** Aborts the wait. */
  signal?: AbortSignal
}

/**
 * Runs `work` on a draft while no other process, on any node, writes it; resolves to undefined if another process does. The work passes the
 * lease to the store with every write, because a process that was suspended for too long has lost it.
 */
export async function withDraftLock<T>(
  { storage, scope, draftId, waitMs = 0, signal }: DraftLockOptions,
  work: (lease: () => Lease) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const result = await storage.lease(scope, { kind: 'draft', draft_id: draftId }, { ttlMs: leaseTtlMs, waitMs, ...(signal ? { signal } : {}) })
  if (result.status !== 'granted') return undefined
  const keeper = createLeaseKeeper({ storage, scope, lease: result.lease, ttlMs: leaseTtlMs, onLost: () => undefined })
  try {
    return { value: await work(keeper.lease) }
  } finally {
    keeper.stop()
    await storage.release(scope, keeper.lease()).catch(() => undefined)
  }
}
