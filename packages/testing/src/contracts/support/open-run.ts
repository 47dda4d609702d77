import { ok, strictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CommitInput, FinishReason, Lease, LeaseResource, PlannerEvent, RunStore, Scope } from '@pf/core'
import { type RunIds, someFinish, someRun, someText } from './some-events.ts'

/** Creates an owner that no other case has. `tenant` is only set in cases about tenants. */
export function someScope(tenant?: string): Scope {
  return { owner: { id: `owner-${randomUUID()}`, ...(tenant === undefined ? {} : { tenant }) } }
}

/** Writes a run under a lease like a planner. Every method expects success. */
export interface RunWriter {
  readonly run: RunIds
  readonly lease: Lease
  commit(more: Partial<Omit<CommitInput, 'run' | 'lease'>>): Promise<PlannerEvent[]>
  /** Writes one text event for each text, in one commit. */
  write(...texts: string[]): Promise<PlannerEvent[]>
  finish(reason?: FinishReason): Promise<PlannerEvent[]>
}

/** Returns the lease resource of a run. */
export const runResource = ({ run_id, thread_id }: RunIds): LeaseResource => ({ kind: 'run', run_id, thread_id })

/** Leases a resource without waiting. Returns undefined while another caller holds it, or if it can never be leased. */
export async function tryLease(storage: RunStore, scope: Scope, resource: LeaseResource, ttlMs = 600_000): Promise<Lease | undefined> {
  const result = await storage.lease(scope, resource, { ttlMs })
  return result.status === 'granted' ? result.lease : undefined
}

/** Leases a resource, which must be free. */
export async function takeLease(storage: RunStore, scope: Scope, resource: LeaseResource, ttlMs?: number): Promise<Lease> {
  const lease = await tryLease(storage, scope, resource, ttlMs)
  ok(lease, 'a free resource can be leased')
  return lease
}

/** Leases a run, which must be free. */
export async function openRun(storage: RunStore, scope: Scope, run: RunIds = someRun()): Promise<RunWriter> {
  const lease = await takeLease(storage, scope, runResource(run))
  const commit: RunWriter['commit'] = async (more) => {
    const result = await storage.commit(scope, { run, lease, events: [], ...more })
    strictEqual(result.status, 'committed')
    return result.status === 'committed' ? result.events : []
  }
  return {
    run,
    lease,
    commit,
    write: (...texts) => commit({ events: texts.map((text) => someText(run, text)) }),
    finish: (reason = 'answer') => commit({ events: [someFinish(run, reason)] }),
  }
}
