import type { Lease, LeaseOptions, LeaseResource, RunStore } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { createLeaseQueue, type LeaseQueue } from './lease-queue.ts'
import type { MemoryEnvironment } from './memory-environment.ts'
import { createMemoryRun, type OwnerSpace, type OwnerSpaces } from './owner-spaces.ts'

/** Leases in memory, with one queue for each resource of an owner. */
export function createMemoryLeases(spaces: OwnerSpaces, environment: MemoryEnvironment): Pick<RunStore, 'lease' | 'renew' | 'release'> {
  return {
    async lease(scope, resource, options) {
      checkTimes(options)
      options.signal?.throwIfAborted()
      const space = spaces.open(scope)
      if (resource.kind === 'run' && !openRun(space, resource, environment)) return { status: 'refused' }
      return openQueue(space, resource, environment).request(options)
    },
    async renew(scope, lease, ttlMs) {
      checkTimes({ ttlMs })
      return spaces.peek(scope)?.leases.get(keyOf(lease.resource))?.renew(lease.token, ttlMs)
    },
    async release(scope, lease) {
      const leases = spaces.peek(scope)?.leases
      const queue = leases?.get(keyOf(lease.resource))
      queue?.release(lease.token)
      if (queue?.isIdle()) leases?.delete(keyOf(lease.resource))
    },
  }
}

/** True while nobody else has taken the lease's resource. */
export function holdsLease({ leases }: OwnerSpace, { resource, token }: Lease): boolean {
  return leases.get(keyOf(resource))?.holds(token) === true
}

/** Ends the lease on a resource that can never be leased again. */
export function closeLease({ leases }: OwnerSpace, resource: LeaseResource): void {
  leases.get(keyOf(resource))?.close()
  leases.delete(keyOf(resource))
}

function checkTimes({ ttlMs, waitMs = 0 }: LeaseOptions) {
  if (!(ttlMs >= 0)) throw new PfError('invalid_input', 'The time of a lease (ttlMs) is at least 0 ms.')
  if (!(waitMs >= 0)) throw new PfError('invalid_input', 'The time to wait for a lease (waitMs) is at least 0 ms.')
}

/** False for a run that can never be leased. */
function openRun({ runs }: OwnerSpace, resource: Extract<LeaseResource, { kind: 'run' }>, { now }: MemoryEnvironment): boolean {
  const run = runs.get(resource.run_id) ?? createMemoryRun(resource, now())
  runs.set(resource.run_id, run)
  return !run.finished && run.thread_id === resource.thread_id
}

function openQueue({ leases }: OwnerSpace, resource: LeaseResource, environment: MemoryEnvironment): LeaseQueue {
  const key = keyOf(resource)
  const queue = leases.get(key) ?? createLeaseQueue({ ...resource }, environment)
  leases.set(key, queue)
  return queue
}

function keyOf(resource: LeaseResource): string {
  if (resource.kind === 'run') return JSON.stringify(['run', resource.run_id])
  return JSON.stringify(resource.kind === 'thread' ? ['thread', resource.thread_id] : ['draft', resource.draft_id])
}
