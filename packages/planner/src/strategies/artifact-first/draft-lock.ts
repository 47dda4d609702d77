import type { RunStore, Scope } from '@pf/core'
import { createLeaseKeeper, leaseTtlMs } from '../../run/lease-keeper.ts'

/** Whose draft is to be written. */
export interface DraftLockOptions {
  storage: RunStore
  scope: Scope
  draft_id: string
  now: () => number
}

/**
 * Does work on a draft that nobody else writes meanwhile, on any node; undefined when somebody else does. `held` says whether that is still so:
 * a process that slept too long has lost it.
 */
export async function withDraftLock<T>(
  { storage, scope, draft_id, now }: DraftLockOptions,
  work: (held: () => boolean) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const id = `draft-lock:${draft_id}`
  const run = { run_id: id, thread_id: id }
  const lease = await storage.lease(scope, run, leaseTtlMs)
  if (!lease) return undefined
  let held = true
  const keeper = createLeaseKeeper({
    storage,
    scope,
    run,
    lease,
    ttlMs: leaseTtlMs,
    now,
    onLost: () => {
      held = false
    },
  })
  try {
    return { value: await work(() => held) }
  } finally {
    keeper.stop()
    await storage.release(scope, keeper.lease()).catch(() => undefined)
  }
}
