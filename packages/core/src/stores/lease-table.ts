import type { Lease, LeaseOptions, LeaseResource, LeaseResult } from '../contracts/leases.ts'
import type { Scope } from '../contracts/owner.ts'
import type { CommitInput } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { createLeaseQueue, type LeaseQueue } from './lease-queue.ts'
import { ownerKey } from './owner-key.ts'
import type { StoreEnvironment } from './store-environment.ts'

/**
 * The leases of one process. A store that is written by a single process needs no other leases, because they end with the process. All
 * operations except waiting are synchronous.
 */
export interface LeaseTable {
  /** Grants the lease, or queues the caller. The caller must have checked the times with `checkLeaseTimes`. */
  request(scope: Scope, resource: LeaseResource, options: LeaseOptions): Promise<LeaseResult>
  renew(scope: Scope, lease: Lease, ttlMs: number): Lease | undefined
  release(scope: Scope, lease: Lease): void
  /** True while no other caller has taken the resource of the lease. */
  holds(scope: Scope, lease: Lease): boolean
  /** True while the resource is leased and the lease has not expired. */
  isHeld(scope: Scope, resource: LeaseResource): boolean
  /** Ends the lease on a resource that can never be leased again, and refuses all waiting callers. */
  close(scope: Scope, resource: LeaseResource): void
}

/** Creates an empty table. A resource that nobody holds or waits for uses no memory. */
export function createLeaseTable(environment: StoreEnvironment): LeaseTable {
  const queues = new Map<string, LeaseQueue>()
  const open = (scope: Scope, resource: LeaseResource) => {
    const key = keyOf(scope, resource)
    const queue = queues.get(key) ?? createLeaseQueue({ ...resource }, environment)
    queues.set(key, queue)
    return queue
  }
  const peek = (scope: Scope, resource: LeaseResource) => queues.get(keyOf(scope, resource))
  return {
    request: (scope, resource, options) => open(scope, resource).request(options),
    renew: (scope, lease, ttlMs) => {
      checkLeaseTimes({ ttlMs })
      return peek(scope, lease.resource)?.renew(lease.token, ttlMs)
    },
    release: (scope, lease) => {
      const queue = peek(scope, lease.resource)
      queue?.release(lease.token)
      if (queue?.isIdle()) queues.delete(keyOf(scope, lease.resource))
    },
    holds: (scope, lease) => peek(scope, lease.resource)?.holds(lease.token) === true,
    isHeld: (scope, resource) => peek(scope, resource)?.isHeld() === true,
    close: (scope, resource) => {
      peek(scope, resource)?.close()
      queues.delete(keyOf(scope, resource))
    },
  }
}

/** True if a commit may write: its lease is for its run, and neither this lease nor any of its fences is lost. */
export function holdsCommit(leases: LeaseTable, scope: Scope, { run, lease, fences = [] }: CommitInput): boolean {
  const { resource } = lease
  return resource.kind === 'run' && resource.run_id === run.run_id && [lease, ...fences].every((held) => leases.holds(scope, held))
}

/** Throws PfError `invalid_input` for a time that is not a number of at least 0, and the reason of a signal that is already aborted. */
export function checkLeaseTimes({ ttlMs, waitMs = 0, signal }: LeaseOptions): void {
  if (!(ttlMs >= 0)) throw new PfError('invalid_input', 'The duration of a lease (ttlMs) must be at least 0 ms.')
  if (!(waitMs >= 0)) throw new PfError('invalid_input', 'The time to wait for a lease (waitMs) must be at least 0 ms.')
  signal?.throwIfAborted()
}

function keyOf(scope: Scope, resource: LeaseResource): string {
  const owner = ownerKey(scope)
  if (resource.kind === 'run') return JSON.stringify(['run', owner, resource.run_id])
  return JSON.stringify(resource.kind === 'thread' ? ['thread', owner, resource.thread_id] : ['draft', owner, resource.draft_id])
}
