import type { Lease, LeaseResource, RunStore } from '@pf/core'
import type { Faults } from './faults.ts'

const faulty =
  (change: (storage: RunStore) => Partial<RunStore>): Faults[string] =>
  ({ storage }) => ({ storage: { ...storage, ...change(storage) } })

const nameOf = (resource: LeaseResource) => (resource.kind === 'run' ? resource.run_id : resource.kind === 'thread' ? resource.thread_id : resource.draft_id)

/** Faults of leases and of the wait for them. */
export const leaseFaults: Faults = {
  'a lease for everybody who asks': faulty((storage) => ({
    lease: async (scope, resource, options) => {
      const result = await storage.lease(scope, resource, { ...options, waitMs: 0 })
      return result.status === 'busy' ? { status: 'granted', lease: { resource, token: 'x', expires: 1 } } : result
    },
  })),
  'nobody ever waits': faulty((storage) => ({ lease: (scope, resource, options) => storage.lease(scope, resource, { ...options, waitMs: 0 }) })),
  'the wait has no end': faulty((storage) => ({
    lease: (scope, resource, options) => storage.lease(scope, resource, options.waitMs ? { ...options, waitMs: Number.POSITIVE_INFINITY } : options),
  })),
  'leases that are renewed at the same moment get the time of the first': faulty((storage) => {
    let firstTtl: number | undefined
    return {
      renew: async (scope, lease, ttlMs) => {
        firstTtl ??= ttlMs
        const renewed = await storage.renew(scope, lease, firstTtl)
        setImmediate(() => {
          firstTtl = undefined
        })
        return renewed
      },
    }
  }),
  'leases that are renewed at the same moment are lost together': faulty((storage) => {
    let lost = false
    return {
      renew: async (scope, lease, ttlMs) => {
        const renewed = await storage.renew(scope, lease, ttlMs)
        lost ||= renewed === undefined
        setImmediate(() => {
          lost = false
        })
        return lost ? undefined : renewed
      },
    }
  }),
  'a release wakes nobody': faulty((storage) => ({ release: (scope, lease) => storage.renew(scope, lease, 3_600_000).then(() => undefined) })),
  'a release looks at the resource only, not at the token': faulty((storage) => {
    const newest = new Map<string, Lease>()
    return {
      lease: async (scope, resource, options) => {
        const result = await storage.lease(scope, resource, options)
        if (result.status === 'granted') newest.set(JSON.stringify(resource), result.lease)
        return result
      },
      release: (scope, lease) => storage.release(scope, newest.get(JSON.stringify(lease.resource)) ?? lease),
    }
  }),
  'the end of a lease wakes nobody': faulty((storage) => ({
    lease: (scope, resource, options) => storage.lease(scope, resource, { ...options, ttlMs: options.ttlMs > 0 ? 3_600_000 : 0 }),
  })),
  'the last to come is the first to be served': faulty((storage) => {
    const waiting = new Map<string, (() => void)[]>()
    return {
      lease: async (scope, resource, options) => {
        const free = await storage.lease(scope, resource, { ...options, waitMs: 0 })
        if (free.status !== 'busy' || !options.waitMs) return free
        const turns = waiting.get(nameOf(resource)) ?? []
        waiting.set(nameOf(resource), turns)
        await new Promise<void>((serve) => turns.push(serve))
        return storage.lease(scope, resource, options)
      },
      release: async (scope, lease) => {
        await storage.release(scope, lease)
        waiting.get(nameOf(lease.resource))?.pop()?.()
      },
    }
  }),
  'the signal is not looked at': faulty((storage) => ({
    lease: (scope, resource, { signal: _, ...options }) => storage.lease(scope, resource, options),
  })),
  'an aborted caller keeps its place in the queue': faulty((storage) => ({
    lease: (scope, resource, { signal, ...options }) => {
      const result = storage.lease(scope, resource, options)
      if (!signal) return result
      signal.throwIfAborted()
      return Promise.race([result, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))])
    },
  })),
  'a caller that gave up keeps its place in the queue': faulty((storage) => ({
    lease: (scope, resource, options) => {
      const { waitMs = 0 } = options
      if (waitMs === 0) return storage.lease(scope, resource, options)
      const result = storage.lease(scope, resource, { ...options, waitMs: Number.POSITIVE_INFINITY })
      return Promise.race([result, new Promise<{ status: 'busy'; expires: number }>((done) => setTimeout(() => done({ status: 'busy', expires: 0 }), waitMs))])
    },
  })),
  'a thread and a draft are runs of their name': faulty((storage) => ({
    lease: (scope, resource, options) => storage.lease(scope, { kind: 'run', run_id: nameOf(resource), thread_id: nameOf(resource) }, options),
  })),
  'a finish leaves those waiting who wait for the run': faulty((storage) => ({
    lease: async (scope, resource, options) => {
      const result = await storage.lease(scope, resource, options)
      return result.status === 'refused' && options.waitMs ? new Promise(() => undefined) : result
    },
  })),
  'further leases of a commit are not looked at': faulty((storage) => ({ commit: (scope, { fences: _, ...input }) => storage.commit(scope, input) })),
}
