import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { openRun } from '../support/open-run.ts'
import { someRun, someText } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Who may write a run, one at a time. */
export const leaseCases: CaseTable = {
  'a lease makes an unknown run, empty and unfinished': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    strictEqual(await storage.load(scope, run.run_id), undefined)
    const lease = await storage.lease(scope, run, 600_000)
    strictEqual(lease?.run_id, run.run_id)
    const { created, ...record } = (await storage.load(scope, run.run_id)) ?? { created: 0 }
    deepStrictEqual(record, { ...run, state: null, state_version: 0, last_seq: 0, finished: false })
    ok(created > 0)
  },
  'of many who ask at once exactly one gets the lease': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const leases = await Promise.all(Array.from({ length: 25 }, () => storage.lease(scope, run, 600_000)))
    strictEqual(leases.filter((lease) => lease !== undefined).length, 1)
  },
  'a held lease is renewed by its holder only, and keeps its token': async ({ ports: { storage }, scope }) => {
    const { run, lease, write } = await openRun(storage, scope)
    strictEqual(await storage.lease(scope, run, 600_000), undefined)
    strictEqual(await storage.lease(scope, run, 600_000, 'somebody'), undefined)
    const renewed = await storage.lease(scope, run, 1_200_000, lease.token)
    strictEqual(renewed?.token, lease.token)
    ok(renewed.expires >= lease.expires)
    await write('still mine')
  },
  'a lease that has run out is taken over, and the old one is fenced': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const old = await storage.lease(scope, run, 0)
    const taken = await storage.lease(scope, run, 600_000)
    ok(old && taken)
    ok(old.token !== taken.token)
    deepStrictEqual(await storage.commit(scope, { run, lease: old, events: [someText(run, 'late')] }), { status: 'fenced' })
    strictEqual(await storage.lease(scope, run, 600_000, old.token), undefined)
    strictEqual((await storage.load(scope, run.run_id))?.last_seq, 0)
    strictEqual((await storage.commit(scope, { run, lease: taken, events: [someText(run, 'new')] })).status, 'committed')
  },
  'of many who take over at once one wins, and all others stay fenced': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const old = await storage.lease(scope, run, 0)
    const leases = await Promise.all(Array.from({ length: 10 }, () => storage.lease(scope, run, 600_000)))
    const winners = leases.flatMap((lease) => lease ?? [])
    strictEqual(winners.length, 1)
    const all = [old, ...winners].flatMap((lease) => lease ?? [])
    const results = await Promise.all(all.map((lease) => storage.commit(scope, { run, lease, events: [someText(run, lease.token)] })))
    deepStrictEqual(results.map(({ status }) => status).sort(), ['committed', 'fenced'])
  },
  'a released lease is free at once and fenced': async ({ ports: { storage }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    await storage.release(scope, { ...lease, token: 'somebody' })
    strictEqual(await storage.lease(scope, run, 600_000), undefined)
    await storage.release(scope, lease)
    await storage.release(scope, lease)
    strictEqual((await storage.commit(scope, { run, lease, events: [] })).status, 'fenced')
    const next = await openRun(storage, scope, run)
    await storage.release(scope, lease)
    await next.write('not touched by the old release')
  },
  'a run is never leased under another thread': async ({ ports: { storage }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    await storage.release(scope, lease)
    strictEqual(await storage.lease(scope, { ...run, thread_id: someRun().thread_id }, 600_000), undefined)
    strictEqual((await storage.load(scope, run.run_id))?.thread_id, run.thread_id)
  },
  'the lease of one run does not write another': async ({ ports: { storage }, scope }) => {
    const first = await openRun(storage, scope)
    const second = await openRun(storage, scope)
    const result = await storage.commit(scope, { run: first.run, lease: { ...second.lease, run_id: first.run.run_id }, events: [] })
    strictEqual(result.status, 'fenced')
  },
}
