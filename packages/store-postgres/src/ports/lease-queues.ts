import type { LeaseOptions, LeaseResult } from '@pf/core'
import { maxTimerMs } from '@pf/core/internal'

/** One attempt to lease a resource. `waitMs` is the number of milliseconds after which the current lease expires, by the database's clock. */
export type LeaseAttempt = LeaseResult & { waitMs?: number }

/** Callers of this process that wait for leases, in the order of their calls. */
export interface LeaseQueues {
  /** Leases a resource as soon as it is free; `attempt` queries the database once. `giveBack` releases a lease that arrives too late for its caller. */
  request(key: string, options: LeaseOptions, resource: LeasedResource): Promise<LeaseResult>
  /** Handles a notification that a lease may be free: of one resource, or of any. */
  wake(key?: string): void
}

/** Functions by which a queue requests a resource. */
export interface LeasedResource {
  attempt(): Promise<LeaseAttempt>
  /** Reads the lease without taking it. */
  look(): Promise<LeaseAttempt>
  giveBack(result: LeaseResult): Promise<void>
}

/** Maximum time in milliseconds that a caller waits before it queries the database without a notification, because a notification may have been lost. */
const pollMs = 1_000

interface Waiter {
  run(): Promise<void>
  wake(): void
}

/** Creates empty queues. Only the first of the callers that wait for a resource queries the database. */
export function createLeaseQueues(): LeaseQueues {
  const queues = new Map<string, Waiter[]>()

  const enqueue = (key: string, waiter: Waiter) => {
    const queue = queues.get(key) ?? []
    queues.set(key, queue)
    queue.push(waiter)
    if (queue.length === 1) void waiter.run()
  }
  const leave = (key: string, waiter: Waiter) => {
    const queue = queues.get(key) ?? []
    const wasFirst = queue[0] === waiter
    const rest = queue.filter((other) => other !== waiter)
    if (rest.length === 0) queues.delete(key)
    else queues.set(key, rest)
    if (wasFirst) void rest[0]?.run()
  }

  const wait = (key: string, { waitMs = 0, signal }: LeaseOptions, resource: LeasedResource) =>
    new Promise<LeaseResult>((resolve, reject) => {
      let over = false
      let nudge = () => {}
      const end = (settle: () => void) => {
        if (over) return
        over = true
        clearTimeout(patience)
        signal?.removeEventListener('abort', abort)
        nudge()
        leave(key, waiter)
        settle()
      }
      const sleep = (ms: number) =>
        new Promise<void>((wake) => {
          const timer = setTimeout(wake, Math.max(1, Math.min(ms, pollMs)))
          nudge = () => {
            clearTimeout(timer)
            wake()
          }
        })
      const waiter: Waiter = {
        wake: () => nudge(),
        async run() {
          while (!over) {
            let woken = false
            nudge = () => {
              woken = true
            }
            try {
              const result = await resource.attempt()
              if (over) return await resource.giveBack(result)
              if (result.status !== 'busy') return end(() => resolve(withoutWait(result)))
              if (!woken) await sleep(result.waitMs ?? pollMs)
            } catch (error) {
              return end(() => reject(error))
            }
          }
        },
      }
      const abort = () => end(() => reject(signal?.reason))
      const giveUp = () => end(() => resource.look().then((result) => resolve(withoutWait(result)), reject))
      const patience = waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(giveUp, Math.min(waitMs, maxTimerMs))
      signal?.addEventListener('abort', abort, { once: true })
      enqueue(key, waiter)
    })

  return {
    async request(key, options, resource) {
      if (options.waitMs) return wait(key, options, resource)
      return withoutWait(await (queues.has(key) ? resource.look() : resource.attempt()))
    },
    wake(key) {
      if (key === undefined) for (const queue of queues.values()) queue[0]?.wake()
      else queues.get(key)?.[0]?.wake()
    },
  }
}

function withoutWait(result: LeaseAttempt): LeaseResult {
  if (result.status !== 'busy') return result
  return { status: 'busy', expires: result.expires }
}
