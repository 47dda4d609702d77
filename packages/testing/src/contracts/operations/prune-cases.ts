import { ok, strictEqual } from 'node:assert/strict'
import type { StoreOperations, StorePorts } from '@pf/core'
import { openRun } from '../support/open-run.ts'
import { someQuestion } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { storeSomething } from './some-data.ts'

/** Times around all that a case stores; the clock of the store may be another machine's. */
const past = () => Date.now() - 86_400_000
const future = () => Date.now() + 86_400_000

/** Retention. */
export const pruneCases: CaseTable<StorePorts & StoreOperations> = {
  'what is younger than the policy says is kept, and so is what the policy does not name': async ({ ports, scope }) => {
    const { run, draft_id, artifact_id } = await storeSomething(ports, scope)
    await ports.prune({ runsBefore: past(), draftsBefore: past(), artifactsBefore: past() })
    await ports.prune({})
    ok(await ports.storage.load(scope, run.run.run_id))
    ok(await ports.drafts?.load(scope, draft_id))
    ok(await ports.artifacts.head(scope, artifact_id))
  },
  'old finished runs are removed with their events, questions and lines; drafts and artifacts stay': async ({ ports, scope }) => {
    const { run, question_id, draft_id, artifact_id } = await storeSomething(ports, scope)
    const { runs, drafts, artifacts } = await ports.prune({ runsBefore: future() })
    ok(runs >= 1)
    strictEqual(drafts + artifacts, 0)
    strictEqual(await ports.storage.load(scope, run.run.run_id), undefined)
    strictEqual(await ports.events.last(scope, run.run.run_id), 0)
    strictEqual(await ports.pending.get(scope, question_id), undefined)
    strictEqual((await ports.threads.read(scope, run.run.thread_id)).length, 0)
    ok(await ports.drafts?.load(scope, draft_id))
    ok(await ports.artifacts.head(scope, artifact_id))
  },
  'runs that work or wait are kept, however old': async ({ ports, scope }) => {
    const working = await openRun(ports.storage, scope)
    await working.write('a')
    const paused = await openRun(ports.storage, scope)
    const question = someQuestion(paused.run)
    await paused.commit({ pending: [question] })
    await paused.finish('paused')
    await ports.prune({ runsBefore: future() })
    strictEqual((await ports.storage.load(scope, working.run.run_id))?.last_seq, 1)
    strictEqual((await ports.pending.get(scope, question.id))?.state, 'open')
  },
  'old drafts and artifacts are removed': async ({ ports, scope }) => {
    const { run, draft_id, artifact_id } = await storeSomething(ports, scope)
    const removed = await ports.prune({ draftsBefore: future(), artifactsBefore: future() })
    ok(removed.drafts >= 1 && removed.artifacts >= 1)
    strictEqual(removed.runs, 0)
    strictEqual(await ports.drafts?.load(scope, draft_id), undefined)
    strictEqual(await ports.artifacts.get(scope, artifact_id), undefined)
    ok(await ports.storage.load(scope, run.run.run_id))
  },
}
