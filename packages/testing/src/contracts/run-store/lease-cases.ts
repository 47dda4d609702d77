import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { openRun, runResource, someScope, takeLease, tryLease } from '../support/open-run.ts'
import { someRun, someText } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { later, within } from '../support/within.ts'

/** Cases of leases: only one holder may write a run at a time. */
export const leaseCases: CaseTable = {
  'a lease makes an unknown run, empty and unfinished': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    strictEqual(await storage.load(scope, run.run_id), undefined)
    const lease = await tryLease(storage, scope, runResource(run))
    deepStrictEqual(lease?.resource, runResource(run))
    const { created, ...record } = (await storage.load(scope, run.run_id)) ?? { created: 0 }
    deepStrictEqual(record, { ...run, state: null, state_version: 0, last_seq: 0, finished: false })
    ok(created > 0)
  },
  'of many who ask at once exactly one gets the lease': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const leases = await Promise.all(Array.from({ length: 25 }, () => tryLease(storage, scope, runResource(run))))
    strictEqual(leases.filter((lease) => lease !== undefined).length, 1)
  },
  'a held lease is renewed by its holder only, and keeps its token': async ({ ports: { storage }, scope }) => {
    const { run, lease, write } = await openRun(storage, scope)
    strictEqual(await tryLease(storage, scope, runResource(run)), undefined)
    strictEqual(await storage.renew(scope, { ...lease, token: 'somebody' }, 600_000), undefined)
    const renewed = await storage.renew(scope, lease, 1_200_000)
    strictEqual(renewed?.token, lease.token)
    ok(renewed.expires >= lease.expires)
    await write('still mine')
  },
  'of leases that are renewed at the same moment, those that are lost are distinguished from the others, which keep their runs and their own times': async ({
    ports: { storage },
    scope,
  }) => {
    const runs = await Promise.all(Array.from({ length: 12 }, () => openRun(storage, scope)))
    const [short, long] = [600_000, 6_000_000]
    const results = await Promise.all(
      runs.map(({ lease }, at) => storage.renew(scope, at % 3 === 0 ? { ...lease, token: 'somebody' } : lease, at % 2 === 0 ? short : long)),
    )
    for (const [at, { run, lease, write }] of runs.entries()) {
      const renewed = results[at]
      deepStrictEqual(renewed?.resource, at % 3 === 0 ? undefined : runResource(run))
      strictEqual(renewed?.token, at % 3 === 0 ? undefined : lease.token)
      if (renewed) strictEqual(renewed.expires - lease.expires > (short + long) / 2, at % 2 === 1)
      await write('still mine')
    }
    // A renewal concurrent with commits of its run is not delayed by all of them.
    const [first] = runs
    ok(first)
    const commits = later(Promise.all(Array.from({ length: 10 }, () => first.write('text'))))
    strictEqual((await within(storage.renew(scope, first.lease, short), 'a renewal during commits'))?.token, first.lease.token)
    await commits
  },
  'a lease that has run out is taken over, and the old one is fenced': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const old = await tryLease(storage, scope, runResource(run), 0)
    const taken = await tryLease(storage, scope, runResource(run))
    ok(old && taken)
    ok(old.token !== taken.token)
    deepStrictEqual(await storage.commit(scope, { run, lease: old, events: [someText(run, 'late')] }), { status: 'fenced' })
    strictEqual(await storage.renew(scope, old, 600_000), undefined)
    strictEqual((await storage.load(scope, run.run_id))?.last_seq, 0)
    strictEqual((await storage.commit(scope, { run, lease: taken, events: [someText(run, 'new')] })).status, 'committed')
  },
  'of many who take over at once one wins, and all others stay fenced': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const old = await tryLease(storage, scope, runResource(run), 0)
    const leases = await Promise.all(Array.from({ length: 10 }, () => tryLease(storage, scope, runResource(run))))
    const winners = leases.flatMap((lease) => lease ?? [])
    strictEqual(winners.length, 1)
    const all = [old, ...winners].flatMap((lease) => lease ?? [])
    const results = await Promise.all(all.map((lease) => storage.commit(scope, { run, lease, events: [someText(run, lease.token)] })))
    deepStrictEqual(results.map(({ status }) => status).sort(), ['committed', 'fenced'])
  },
  'a released lease is free at once and fenced': async ({ ports: { storage }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    await storage.release(scope, { ...lease, token: 'somebody' })
    strictEqual(await tryLease(storage, scope, runResource(run)), undefined)
    await storage.release(scope, lease)
    await storage.release(scope, lease)
    strictEqual((await storage.commit(scope, { run, lease, events: [] })).status, 'fenced')
    const next = await openRun(storage, scope, run)
    await storage.release(scope, lease)
    await next.write('not touched by the old release')
  },
  'a run, a thread and a draft of the same name are three resources, for each owner': async ({ ports: { storage }, scope }) => {
    const id = someRun().run_id
    const resources = [runResource({ run_id: id, thread_id: id }), { kind: 'thread' as const, thread_id: id }, { kind: 'draft' as const, draft_id: id }]
    for (const owner of [scope, someScope()])
      for (const resource of resources) {
        const lease = await tryLease(storage, owner, resource)
        deepStrictEqual(lease?.resource, resource)
        strictEqual(await tryLease(storage, owner, resource), undefined)
      }
  },
  'a lease on a thread or a draft makes no run and no conversation': async ({ ports: { storage, threads }, scope }) => {
    const id = someRun().thread_id
    await takeLease(storage, scope, { kind: 'thread', thread_id: id })
    await takeLease(storage, scope, { kind: 'draft', draft_id: id })
    strictEqual(await storage.load(scope, id), undefined)
    deepStrictEqual(await threads.summary(scope, id), { entries: 0 })
  },
  'a run is never leased under another thread': async ({ ports: { storage }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    await storage.release(scope, lease)
    const elsewhere = storage.lease(scope, runResource({ ...run, thread_id: someRun().thread_id }), { ttlMs: 600_000, waitMs: 600_000 })
    deepStrictEqual(await within(elsewhere, 'the refusal of a run of another thread'), { status: 'refused' })
    strictEqual((await storage.load(scope, run.run_id))?.thread_id, run.thread_id)
  },
  'the lease of one run does not write another': async ({ ports: { storage }, scope }) => {
    const first = await openRun(storage, scope)
    const second = await openRun(storage, scope)
    const result = await storage.commit(scope, { run: first.run, lease: { ...second.lease, resource: first.lease.resource }, events: [] })
    strictEqual(result.status, 'fenced')
    strictEqual((await storage.commit(scope, { run: first.run, lease: second.lease, events: [] })).status, 'fenced')
  },
}
