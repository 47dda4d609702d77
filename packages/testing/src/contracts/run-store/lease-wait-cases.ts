import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { Lease, LeaseOptions, LeaseResource, LeaseResult, RunStore, Scope } from '@pf/core'
import { openRun, runResource, takeLease, tryLease } from '../support/open-run.ts'
import { someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { later, within } from '../support/within.ts'

const someThread = (): LeaseResource => ({ kind: 'thread', thread_id: someRun().thread_id })

/** A wait that does not time out during any case. */
const longWaitMs = 600_000

function waitFor(storage: RunStore, scope: Scope, resource: LeaseResource, options: Partial<LeaseOptions> = {}): Promise<LeaseResult> {
  return later(storage.lease(scope, resource, { ttlMs: 600_000, waitMs: longWaitMs, ...options }))
}

async function granted(waiting: Promise<LeaseResult>, what: string): Promise<Lease> {
  const result = await within(waiting, what)
  ok(result.status === 'granted', `${what}: ${result.status}`)
  return result.lease
}

/** Cases of waiting for a lease that another caller holds. */
export const leaseWaitCases: CaseTable = {
  'who waits gets the lease when its holder gives it back, and the old lease is lost': async ({ ports: { storage }, scope }) => {
    for (const resource of [runResource(someRun()), someThread(), { kind: 'draft' as const, draft_id: someRun().run_id }]) {
      const holder = await takeLease(storage, scope, resource)
      const waiting = waitFor(storage, scope, resource)
      await storage.release(scope, holder)
      const lease = await granted(waiting, 'the lease that was given back')
      deepStrictEqual(lease.resource, resource)
      ok(lease.token !== holder.token)
      strictEqual(await storage.renew(scope, holder, 1_000), undefined)
      strictEqual(await tryLease(storage, scope, resource), undefined)
    }
  },
  'callers of one store are served in the order in which they asked': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const holder = await takeLease(storage, scope, resource)
    const order: number[] = []
    const callers = Array.from({ length: 20 }, async (_, index) => {
      const lease = await granted(waitFor(storage, scope, resource), `the turn of caller ${index}`)
      order.push(index)
      await storage.release(scope, lease)
    })
    await storage.release(scope, holder)
    await within(Promise.all(callers), 'the turns of all callers')
    deepStrictEqual(
      order,
      Array.from({ length: 20 }, (_, index) => index),
    )
    ok(await tryLease(storage, scope, resource), 'the resource is free afterwards')
  },
  'of many callers only one holds the lease at any time, and everyone gets it once': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    let holders = 0
    let turns = 0
    const callers = Array.from({ length: 50 }, async () => {
      const lease = await granted(waitFor(storage, scope, resource), 'a turn')
      holders += 1
      turns += 1
      strictEqual(holders, 1)
      await storage.renew(scope, lease, 600_000)
      strictEqual(holders, 1)
      holders -= 1
      await storage.release(scope, lease)
    })
    await within(Promise.all(callers), 'the turns of all callers')
    strictEqual(turns, 50)
  },
  'without waitMs, and after it, the answer is busy with the end of the holder’s lease': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const { expires } = await takeLease(storage, scope, resource)
    deepStrictEqual(await storage.lease(scope, resource, { ttlMs: 1 }), { status: 'busy', expires })
    deepStrictEqual(await within(waitFor(storage, scope, resource, { waitMs: 5 }), 'the end of a wait'), { status: 'busy', expires })
  },
  'who gave up gets no lease any more: the next one does': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const holder = await takeLease(storage, scope, resource)
    const impatient = waitFor(storage, scope, resource, { waitMs: 1 })
    const next = waitFor(storage, scope, resource)
    strictEqual((await within(impatient, 'the end of a wait')).status, 'busy')
    await storage.release(scope, holder)
    await granted(next, 'the turn behind a caller that gave up')
  },
  'an aborted wait rejects with the reason and gets no lease any more: the next one does': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const holder = await takeLease(storage, scope, resource)
    const stop = new AbortController()
    const aborted = waitFor(storage, scope, resource, { signal: stop.signal })
    const next = waitFor(storage, scope, resource)
    const reason = new Error('No longer needed.')
    stop.abort(reason)
    strictEqual(await within(rejectionOf(aborted), 'the end of an aborted wait'), reason)
    await storage.release(scope, holder)
    await storage.release(scope, await granted(next, 'the turn behind an aborted caller'))
    ok(await tryLease(storage, scope, resource), 'the resource is free afterwards')
  },
  'a signal that is aborted already takes no lease': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const reason = new Error('No longer needed.')
    strictEqual(await rejectionOf(waitFor(storage, scope, resource, { signal: AbortSignal.abort(reason) })), reason)
    ok(await tryLease(storage, scope, resource))
  },
  'the end of the holder’s time serves the next caller, and fences the holder': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const holder = await takeLease(storage, scope, resource, 30)
    const waiting = waitFor(storage, scope, resource)
    await granted(waiting, 'the lease of a holder whose time is over')
    strictEqual(await storage.renew(scope, holder, 1_000), undefined)
    await storage.release(scope, holder)
    strictEqual(await tryLease(storage, scope, resource), undefined)
  },
  'a stale lease that is given back serves nobody': async ({ ports: { storage }, scope }) => {
    const resource = someThread()
    const stale = await takeLease(storage, scope, resource, 0)
    await takeLease(storage, scope, resource)
    const waiting = waitFor(storage, scope, resource, { waitMs: 5 })
    await storage.release(scope, stale)
    strictEqual((await within(waiting, 'the end of a wait')).status, 'busy')
  },
  'a finish refuses whoever waits for the run': async ({ ports: { storage }, scope }) => {
    const { run, finish } = await openRun(storage, scope)
    const waiting = [waitFor(storage, scope, runResource(run)), waitFor(storage, scope, runResource(run))]
    await finish()
    for (const result of await within(Promise.all(waiting), 'the end of the waits')) deepStrictEqual(result, { status: 'refused' })
  },
  'a pause serves whoever waits for the run once its writer gives the lease back': async ({ ports: { storage }, scope }) => {
    const { run, lease, finish } = await openRun(storage, scope)
    const waiting = waitFor(storage, scope, runResource(run))
    await finish('paused')
    await storage.release(scope, lease)
    await granted(waiting, 'the lease of a paused run')
  },
  'who waits for a thread is not served by a run of it, nor by another thread': async ({ ports: { storage }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    const resource: LeaseResource = { kind: 'thread', thread_id: run.thread_id }
    await takeLease(storage, scope, resource)
    const other = await takeLease(storage, scope, someThread())
    const waiting = waitFor(storage, scope, resource, { waitMs: 5 })
    await storage.release(scope, lease)
    await storage.release(scope, other)
    strictEqual((await within(waiting, 'the end of a wait')).status, 'busy')
  },
}

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
