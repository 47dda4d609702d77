import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict'
import type { RunStore, Scope } from '@pf/core'
import { openRun, runResource, someScope, takeLease } from '../support/open-run.ts'
import { type RunIds, someFinish, someRun, someText } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Starts a run like a request: its first commit depends on the lease of the thread. */
async function begin(storage: RunStore, scope: Scope, run: RunIds = someRun()) {
  const lease = await takeLease(storage, scope, runResource(run))
  const thread = await takeLease(storage, scope, { kind: 'thread', thread_id: run.thread_id })
  try {
    return (await storage.commit(scope, { run, lease, fences: [thread], events: [someText(run, 'a'), someFinish(run)] })).status
  } finally {
    await storage.release(scope, thread)
    await storage.release(scope, lease)
  }
}

/** Cases of the maximum number of runs of an owner, which is two here. */
export const quotaCases: CaseTable = {
  'a request for a run beyond the limit is refused, nothing of it is stored, and others are not limited by it': async ({
    ports: { storage, events },
    scope,
  }) => {
    deepStrictEqual([await begin(storage, scope), await begin(storage, scope)], ['committed', 'committed'])
    const run = someRun()
    await rejects(begin(storage, scope, run), { code: 'storage_full', message: /maxOwnerRuns/ })
    strictEqual(await events.last(scope, run.run_id), 0)
    strictEqual(await begin(storage, someScope()), 'committed')
  },
  'a run that continues another one is never refused': async ({ ports: { storage }, scope }) => {
    await begin(storage, scope)
    await begin(storage, scope)
    const { write } = await openRun(storage, scope)
    strictEqual((await write('a')).length, 1)
  },
}
