import type { Lease, LeaseOptions, LeaseResource, LeaseResult } from '../contracts/leases.ts'
import { maxTimerMs } from '../contracts/timers.ts'
import type { StoreEnvironment } from './store-environment.ts'

/** The lease on one resource, and the callers that wait for it. */
export interface LeaseQueue {
  /** Grants the lease if it is free, or queues the caller. Both happen synchronously. */
  request(options: LeaseOptions): Promise<LeaseResult>
  renew(token: string, ttlMs: number): Lease | undefined
  release(token: string): void
  holds(token: string): boolean
  /** Ends the lease permanently and refuses all waiting callers. */
  close(): void
  /** True while the lease is held and has not expired. */
  isHeld(): boolean
  /** True if nobody holds the lease or waits for it. */
  isIdle(): boolean
}

interface Waiter {
  readonly ttlMs: number
  resolve(result: LeaseResult): void
}

/**
 * Creates a free lease. An expired lease stays valid until another caller takes it. Timers exist only while a caller waits: one for its
 * waiting time, and one for the expiry of the current lease.
 */
export function createLeaseQueue(resource: LeaseResource, { now, newId }: StoreEnvironment): LeaseQueue {
  let held: { token: string; expires: number } | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined
  const waiters = new Set<Waiter>()

  const toLease = (token: string, expires: number): Lease => ({ resource: { ...resource }, token, expires })
  const isFree = () => held === undefined || now() >= held.expires
  const busy = (): LeaseResult => ({ status: 'busy', expires: held?.expires ?? now() })

  const grant = (ttlMs: number): LeaseResult => {
    held = { token: newId(), expires: now() + ttlMs }
    return { status: 'granted', lease: toLease(held.token, held.expires) }
  }

  const watchExpiry = () => {
    clearTimeout(expiry)
    if (waiters.size > 0 && held) expiry = setTimeout(serveNext, Math.min(Math.max(1, held.expires - now()), maxTimerMs))
  }

  const serveNext = () => {
    for (const waiter of waiters) {
      if (!isFree()) break
      waiter.resolve(grant(waiter.ttlMs))
    }
    watchExpiry()
  }

  const wait = ({ ttlMs, waitMs = 0, signal }: LeaseOptions) =>
    new Promise<LeaseResult>((resolve, reject) => {
      const leave = () => {
        waiters.delete(waiter)
        clearTimeout(patience)
        signal?.removeEventListener('abort', abort)
      }
      const waiter: Waiter = {
        ttlMs,
        resolve: (result) => {
          leave()
          resolve(result)
        },
      }
      const abort = () => {
        leave()
        watchExpiry()
        reject(signal?.reason)
      }
      const giveUp = () => {
        waiter.resolve(busy())
        watchExpiry()
      }
      const patience = waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(giveUp, Math.min(waitMs, maxTimerMs))
      signal?.addEventListener('abort', abort, { once: true })
      waiters.add(waiter)
      watchExpiry()
    })

  return {
    request: async (options) => {
      serveNext()
      if (isFree()) return grant(options.ttlMs)
      return options.waitMs ? wait(options) : busy()
    },
    renew: (token, ttlMs) => {
      serveNext()
      if (held?.token !== token) return undefined
      held.expires = now() + ttlMs
      watchExpiry()
      return toLease(token, held.expires)
    },
    release: (token) => {
      if (held?.token !== token) return
      held = undefined
      serveNext()
    },
    holds: (token) => held?.token === token,
    close: () => {
      held = undefined
      for (const waiter of waiters) waiter.resolve({ status: 'refused' })
      watchExpiry()
    },
    isHeld: () => !isFree(),
    isIdle: () => held === undefined && waiters.size === 0,
  }
}
