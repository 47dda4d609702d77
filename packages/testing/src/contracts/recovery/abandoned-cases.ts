import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { AbandonedRun, RunStore, Scope } from '@pf/core'
import { openRun, runResource, someScope, takeLease } from '../support/open-run.ts'
import { someFinish, someQuestion, someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Returns the ids of the abandoned runs of one owner. The store may hold runs of other owners. */
async function abandonedRuns(storage: RunStore, { owner }: Scope, agent?: string): Promise<string[]> {
  ok(storage.abandoned, 'The store does not list abandoned runs.')
  const runs = await storage.abandoned(10_000, agent)
  return runs.filter((run: AbandonedRun) => run.owner.id === owner.id && run.owner.tenant === owner.tenant).map(({ run_id }) => run_id)
}

/** Cases of runs that another process may continue. */
export const abandonedCases: CaseTable = {
  'a run that has begun is abandoned while nobody holds its lease, and not after its end': async ({ ports: { storage }, scope }) => {
    const { run, lease, write } = await openRun(storage, scope)
    await write('a')
    deepStrictEqual(await abandonedRuns(storage, scope), [])
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
    const taken = await openRun(storage, scope, run)
    deepStrictEqual(await abandonedRuns(storage, scope), [])
    await taken.finish()
    deepStrictEqual(await abandonedRuns(storage, scope), [])
  },
  'a run whose lease has expired is abandoned': async ({ ports: { storage }, scope }) => {
    const run = someRun()
    const lease = await takeLease(storage, scope, runResource(run), 60_000)
    await storage.commit(scope, { run, lease, events: [{ type: 'state_snapshot', ...run, ts: 1, state: 1 }] })
    await storage.renew(scope, lease, 0)
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
  },
  'a run without events is not abandoned: nothing of it was accepted': async ({ ports: { storage }, scope }) => {
    const { lease } = await openRun(storage, scope)
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [])
  },
  'a paused run is abandoned once its question is answered, and not before': async ({ ports: { storage, pending }, scope }) => {
    const { run, lease, commit, finish } = await openRun(storage, scope)
    const question = someQuestion(run)
    await commit({ pending: [question] })
    await finish('paused')
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [])
    await pending.answer(scope, question.id, 'hash', { result: 1 })
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
  },
  'a run that paused without a question waits for its client: it is abandoned once its cancellation is requested': async ({ ports: { storage }, scope }) => {
    const { run, lease, write, finish } = await openRun(storage, scope)
    await write('a')
    await finish('paused')
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [])
    strictEqual(await storage.requestCancel(scope, run.run_id), 'requested')
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
  },
  'a run whose question was answered and that then paused without one is not abandoned': async ({ ports: { storage, pending }, scope }) => {
    const { run, lease, write, commit, finish } = await openRun(storage, scope)
    const question = someQuestion(run)
    await commit({ pending: [question], events: [someFinish(run, 'paused')] })
    await pending.answer(scope, question.id, 'hash', { result: 1 })
    await write('b')
    await finish('paused')
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [])
  },
  'a run that paused without a question and then asks one is abandoned once that is answered': async ({ ports: { storage, pending }, scope }) => {
    const { run, lease, write, commit, finish } = await openRun(storage, scope)
    await finish('paused')
    await write('b')
    const question = someQuestion(run)
    await commit({ pending: [question], events: [someFinish(run, 'paused')] })
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [])
    await pending.answer(scope, question.id, 'hash', { result: 1 })
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
  },
  'a paused run is abandoned once the deadline of its question has passed': async ({ ports: { storage }, scope }) => {
    const past = await openRun(storage, scope)
    const future = await openRun(storage, scope)
    for (const [{ run, lease, commit, finish }, deadline] of [
      [past, 1],
      [future, 8_000_000_000_000],
    ] as const) {
      await commit({ pending: [someQuestion(run, { deadline })] })
      await finish('paused')
      await storage.release(scope, lease)
    }
    deepStrictEqual(await abandonedRuns(storage, scope), [past.run.run_id])
  },
  'a paused run is abandoned once its cancellation is requested': async ({ ports: { storage }, scope }) => {
    const { run, lease, commit, finish } = await openRun(storage, scope)
    await commit({ pending: [someQuestion(run)] })
    await finish('paused')
    await storage.release(scope, lease)
    strictEqual(await storage.requestCancel(scope, run.run_id), 'requested')
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
  },
  'a run that was handed over is abandoned until its successor has begun': async ({ ports: { storage, pending }, scope }) => {
    const { run, lease, commit, finish } = await openRun(storage, scope)
    const question = someQuestion(run)
    await commit({ pending: [question] })
    await finish('paused')
    await pending.answer(scope, question.id, 'hash', { result: 1 })
    const next = someRun(run.thread_id)
    await commit({ successor: next.run_id })
    await storage.release(scope, lease)
    deepStrictEqual(await abandonedRuns(storage, scope), [run.run_id])
    const successor = await openRun(storage, scope, next)
    await successor.write('a')
    await successor.finish()
    deepStrictEqual(await abandonedRuns(storage, scope), [])
  },
  'with the name of an agent, its runs and runs without a name are abandoned, and a run keeps its first name': async ({ ports: { storage }, scope }) => {
    const mine = await openRun(storage, scope)
    const other = await openRun(storage, scope)
    const unnamed = await openRun(storage, scope)
    await mine.commit({ agent: 'chat "é"' })
    await mine.commit({ agent: 'drafts' })
    await other.commit({ agent: 'drafts' })
    for (const { lease, write } of [mine, other, unnamed]) {
      await write('a')
      await storage.release(scope, lease)
    }
    strictEqual((await storage.load(scope, mine.run.run_id))?.agent, 'chat "é"')
    strictEqual((await storage.load(scope, unnamed.run.run_id))?.agent, undefined)
    deepStrictEqual(await abandonedRuns(storage, scope, 'chat "é"'), [mine.run.run_id, unnamed.run.run_id])
    deepStrictEqual(await abandonedRuns(storage, scope, 'drafts'), [other.run.run_id, unnamed.run.run_id])
    deepStrictEqual(
      await abandonedRuns(storage, scope),
      [mine, other, unnamed].map(({ run }) => run.run_id),
    )
  },
  'runs of several owners are listed with their owner, tenant included, and never more than the limit': async ({ ports: { storage }, scope }) => {
    const other = someScope('tenant')
    for (const owner of [scope, other, other]) {
      const { lease, write } = await openRun(storage, owner)
      await write('a')
      await storage.release(owner, lease)
    }
    strictEqual((await abandonedRuns(storage, scope)).length, 1)
    strictEqual((await abandonedRuns(storage, other)).length, 2)
    strictEqual((await storage.abandoned?.(2))?.length, 2)
  },
}
