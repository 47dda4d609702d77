import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { RunAddress, RunStore, Scope } from '@pf/core'
import { openRun, runResource, someScope, takeLease } from '../support/open-run.ts'
import { someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { within } from '../support/within.ts'

/** Listens to the cancel requests of one owner; the store may hold runs of other owners. */
function listen(storage: RunStore, { owner }: Scope) {
  const heard: string[] = []
  let wake = () => {}
  const unsubscribe = storage.onCancelRequest((run: RunAddress) => {
    if (run.owner.id !== owner.id || run.owner.tenant !== owner.tenant) return
    heard.push(run.run_id)
    wake()
  })
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (heard.length > 0) resolve()
    })
  return { heard, next, unsubscribe }
}

/** Cases of requests to cancel runs. */
export const cancelCases: CaseTable = {
  'a request to cancel needs no lease, is in the record and is reported to listeners': async ({ ports: { storage }, scope }) => {
    const { run, write } = await openRun(storage, scope)
    await write('a')
    const { heard, next, unsubscribe } = listen(storage, scope)
    strictEqual((await storage.load(scope, run.run_id))?.cancel_requested, undefined)
    strictEqual(await storage.requestCancel(scope, run.run_id), 'requested')
    await within(next(), 'the listener is notified')
    deepStrictEqual([...new Set(heard)], [run.run_id])
    strictEqual(typeof (await storage.load(scope, run.run_id))?.cancel_requested, 'number')
    unsubscribe()
  },
  'a repeated request changes nothing, and the run can still be written and finished': async ({ ports: { storage }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    await write('a')
    await storage.requestCancel(scope, run.run_id)
    const first = (await storage.load(scope, run.run_id))?.cancel_requested
    strictEqual(await storage.requestCancel(scope, run.run_id), 'requested')
    strictEqual((await storage.load(scope, run.run_id))?.cancel_requested, first)
    await write('b')
    await finish()
    strictEqual(await storage.requestCancel(scope, run.run_id), 'finished')
  },
  'a run that is about to begin can be cancelled, and one that nobody begins is unknown': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    strictEqual(await storage.requestCancel(scope, run.run_id), 'unknown')
    const lease = await takeLease(storage, scope, runResource(run))
    strictEqual(await storage.requestCancel(scope, run.run_id), 'requested')
    await storage.release(scope, lease)
    strictEqual(await storage.requestCancel(scope, run.run_id), 'unknown')
  },
  'a run of another owner or tenant is unknown, and its owner is not notified': async ({ ports: { storage }, scope }) => {
    const { run, write } = await openRun(storage, scope)
    await write('a')
    const { heard, unsubscribe } = listen(storage, scope)
    for (const other of [someScope(), { owner: { ...scope.owner, tenant: 'other' } }]) strictEqual(await storage.requestCancel(other, run.run_id), 'unknown')
    strictEqual((await storage.load(scope, run.run_id))?.cancel_requested, undefined)
    deepStrictEqual(heard, [])
    unsubscribe()
  },
  'a listener that was removed is not notified': async ({ ports: { storage }, scope }) => {
    const { run, write } = await openRun(storage, scope)
    await write('a')
    const removed = listen(storage, scope)
    const kept = listen(storage, scope)
    removed.unsubscribe()
    await storage.requestCancel(scope, run.run_id)
    await within(kept.next(), 'the listener is notified')
    deepStrictEqual(removed.heard, [])
    kept.unsubscribe()
  },
}
