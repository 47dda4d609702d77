import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { PlannerEvent, Scope, StorePorts } from '@pf/core'
import { openRun, someScope, takeLease, tryLease } from '../support/open-run.ts'
import { someLine, someMeta, someQuestion, someRun } from '../support/some-events.ts'
import { openGroup, tasksOf } from '../support/some-tasks.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { within } from '../support/within.ts'

const uploaded = { media_type: 'text/plain', source_tool: 'tool' }

/** Writes a run with one item of every kind. It is paused unless `reason` is specified. */
async function writeRun(
  { storage, artifacts }: StorePorts,
  scope: Scope,
  { thread_id, reason = 'paused' }: { thread_id: string; reason?: 'paused' | 'answer' },
) {
  const { run, lease, commit, finish } = await openRun(storage, scope, someRun(thread_id))
  const question = someQuestion(run)
  const meta = someMeta(run)
  await commit({ state: { expect_version: 0, value: 1 }, thread: [someLine(run, 'asked')], pending: [question], artifacts: [meta] })
  const { artifact_id } = await artifacts.put(scope, new Uint8Array(3), { ...uploaded, run_id: run.run_id })
  await finish(reason)
  await storage.release(scope, lease)
  return { ...run, question: question.id, artifact_ids: [meta.artifact_id, artifact_id] }
}

/** Returns for each kind of data whether any of it remains of a run. */
async function remains({ storage, events, pending, artifacts, threads }: StorePorts, scope: Scope, run: Awaited<ReturnType<typeof writeRun>>) {
  return {
    run: (await storage.load(scope, run.run_id)) !== undefined,
    events: (await events.last(scope, run.run_id)) > 0,
    question: (await pending.get(scope, run.question)) !== undefined,
    questions: (await pending.list(scope, run.thread_id)).length > 0,
    artifacts: (await Promise.all(run.artifact_ids.map((id) => artifacts.head(scope, id)))).some((meta) => meta !== undefined),
    entries: (await threads.read(scope, run.thread_id)).length > 0,
    listed: (await threads.list(scope, { limit: 100 })).threads.some(({ thread_id }) => thread_id === run.thread_id),
  }
}

const everything = (is: boolean) => ({ run: is, events: is, question: is, questions: is, artifacts: is, entries: is, listed: is })

/** Cases of deleting a thread: all of its data is deleted, no data of another thread, and nothing while one of its runs is active. */
export const deleteCases: CaseTable = {
  'everything of the thread is gone, whether its runs ended or wait for an answer, and nothing of another thread or owner': async ({ ports, scope }) => {
    const other = someScope()
    const gone = [await writeRun(ports, scope, { thread_id: 't', reason: 'answer' }), await writeRun(ports, scope, { thread_id: 't' })]
    const kept = await writeRun(ports, scope, { thread_id: 'another' })
    const theirs = await writeRun(ports, other, { thread_id: 't' })
    const deletion = await ports.threads.delete(scope, 't')
    strictEqual(deletion.status, 'deleted')
    deepStrictEqual(new Set(deletion.status === 'deleted' ? deletion.artifact_ids : []), new Set(gone.flatMap(({ artifact_ids }) => artifact_ids)))
    for (const run of gone) deepStrictEqual(await remains(ports, scope, run), everything(false))
    deepStrictEqual(await remains(ports, scope, kept), everything(true))
    deepStrictEqual(await remains(ports, other, theirs), everything(true))
    deepStrictEqual(await ports.threads.delete(scope, 't'), { status: 'unknown' })
  },
  'files that were uploaded for its messages are gone with it, and those of other threads and owners are not': async ({ ports, scope }) => {
    const other = someScope()
    await writeRun(ports, scope, { thread_id: 't', reason: 'answer' })
    await writeRun(ports, other, { thread_id: 't', reason: 'answer' })
    const upload = async (by: Scope, thread_id: string) =>
      (await ports.artifacts.put(by, new Uint8Array(3), { ...uploaded, run_id: `upload:${thread_id}` })).artifact_id
    const gone = await upload(scope, 't')
    const kept = [await upload(scope, 'another'), await upload(scope, 't"')]
    const theirs = await upload(other, 't')
    const deletion = await ports.threads.delete(scope, 't')
    ok(deletion.status === 'deleted' && deletion.artifact_ids.includes(gone))
    strictEqual(await ports.artifacts.head(scope, gone), undefined)
    for (const id of kept) ok(await ports.artifacts.head(scope, id))
    ok(await ports.artifacts.head(other, theirs))
  },
  'a thread that is unknown or of another owner is unknown': async ({ ports, scope }) => {
    const run = await writeRun(ports, scope, { thread_id: 't' })
    deepStrictEqual(await ports.threads.delete(someScope(), 't'), { status: 'unknown' })
    deepStrictEqual(await ports.threads.delete({ owner: { ...scope.owner, tenant: 'x' } }, 't'), { status: 'unknown' })
    deepStrictEqual(await ports.threads.delete(scope, 'nothing'), { status: 'unknown' })
    deepStrictEqual(await remains(ports, scope, run), everything(true))
  },
  'while a run is at work nothing is deleted, and once its lease is free everything is': async ({ ports, scope }) => {
    const past = await writeRun(ports, scope, { thread_id: 't', reason: 'answer' })
    const { run, lease, write } = await openRun(ports.storage, scope, someRun('t'))
    await write('at work')
    deepStrictEqual(await ports.threads.delete(scope, 't'), { status: 'busy', run_id: run.run_id })
    deepStrictEqual(await remains(ports, scope, past), everything(true))
    await ports.storage.release(scope, lease)
    strictEqual((await ports.threads.delete(scope, 't')).status, 'deleted')
    deepStrictEqual(await remains(ports, scope, past), everything(false))
    strictEqual(await ports.storage.load(scope, run.run_id), undefined)
  },
  'a run whose lease has expired is not at work, and the process that comes back writes nothing': async ({ ports, scope }) => {
    const { run, lease, write } = await openRun(ports.storage, scope, someRun('t'))
    await write('at work')
    await ports.storage.renew(scope, lease, 0)
    strictEqual((await ports.threads.delete(scope, 't')).status, 'deleted')
    const late = await ports.storage.commit(scope, { run, lease, events: [], thread: [someLine(run, 'late')] })
    strictEqual(late.status, 'fenced')
    deepStrictEqual(await ports.threads.read(scope, 't'), [])
    deepStrictEqual(await ports.threads.list(scope), { threads: [] })
  },
  'the thread is leased during the deletion only, and while another caller has it the thread is busy': async ({ ports, scope }) => {
    const run = await writeRun(ports, scope, { thread_id: 't' })
    const resource = { kind: 'thread', thread_id: 't' } as const
    const lease = await takeLease(ports.storage, scope, resource)
    deepStrictEqual(await ports.threads.delete(scope, 't'), { status: 'busy' })
    deepStrictEqual(await remains(ports, scope, run), everything(true))
    await ports.storage.release(scope, lease)
    strictEqual((await ports.threads.delete(scope, 't')).status, 'deleted')
    ok(await tryLease(ports.storage, scope, resource), 'the thread is free again')
  },
  'readers of a deleted run come to an end': async ({ ports, scope }) => {
    const run = await writeRun(ports, scope, { thread_id: 't' })
    const events: PlannerEvent[] = []
    const reader = ports.events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    const first = await reader.next()
    if (!first.done) events.push(first.value)
    const rest = reader.next()
    strictEqual((await ports.threads.delete(scope, 't')).status, 'deleted')
    strictEqual((await within(rest, 'the reader ends')).done, true)
    strictEqual(events.length, 1)
  },
  'of two deletions at the same time one finds the thread': async ({ ports, scope }) => {
    await writeRun(ports, scope, { thread_id: 't' })
    const results = await Promise.all([ports.threads.delete(scope, 't'), ports.threads.delete(scope, 't')])
    deepStrictEqual(results.map(({ status }) => status).toSorted(), ['deleted', 'unknown'])
  },
  'the work of its background tasks is gone with it, that of their own tasks included, and so are its approvals and accounts': async ({ ports, scope }) => {
    const spending = { tokens: 1, cost: 0, ms: 0, model_calls: 1, tool_calls: 0 }
    const work = async (thread_id: string) => {
      const task = await openGroup(tasksOf(ports), scope, { thread_id }).join()
      const run = await writeRun(ports, scope, { thread_id: `task:${task.task_id}`, reason: 'answer' })
      return { task, run }
    }
    const asked = await writeRun(ports, scope, { thread_id: 't' })
    const first = await work('t')
    const second = await work(first.run.thread_id)
    const kept = await work('another')
    for (const [index, thread_id] of ['t', first.run.thread_id, 'another', 't"'].entries())
      await ports.grants?.put(scope, { grant_id: `${index}`, rule: 'r', tool: 't', thread_id, interaction_id: 'q', created: 1 })
    const accounts = [`run:${asked.run_id}`, 'thread:t', `run:${second.run.run_id}`, 'thread:another', 'owner']
    const writer = await openRun(ports.storage, scope, someRun('another'))
    await writer.commit({ spending: accounts.map((account) => ({ account, spending })) })

    const deletion = await ports.threads.delete(scope, 't')
    const gone = [asked, first.run, second.run]
    deepStrictEqual(new Set(deletion.status === 'deleted' ? deletion.artifact_ids : []), new Set(gone.flatMap(({ artifact_ids }) => artifact_ids)))
    for (const run of gone) deepStrictEqual(await remains(ports, scope, run), everything(false))
    deepStrictEqual(await remains(ports, scope, kept.run), everything(true))
    const found = await Promise.all([first, second, kept].map(({ task }) => tasksOf(ports).find(scope, task.task_id)))
    deepStrictEqual(
      found.map((group) => group !== undefined),
      [false, false, true],
    )
    deepStrictEqual(
      (await ports.grants?.list(scope))?.map(({ grant_id }) => grant_id),
      ['2', '3'],
    )
    deepStrictEqual(
      (await ports.spending?.read(scope, accounts))?.map(({ tokens }) => tokens),
      [0, 0, 0, 1, 1],
    )
  },
  'while a background task of the thread is at work nothing is deleted': async ({ ports, scope }) => {
    const asked = await writeRun(ports, scope, { thread_id: 't' })
    const { task_id } = await openGroup(tasksOf(ports), scope, { thread_id: 't' }).join()
    const { run, lease, write } = await openRun(ports.storage, scope, someRun(`task:${task_id}`))
    await write('at work')
    deepStrictEqual(await ports.threads.delete(scope, 't'), { status: 'busy', run_id: run.run_id })
    deepStrictEqual(await remains(ports, scope, asked), everything(true))
    await ports.storage.release(scope, lease)
    strictEqual((await ports.threads.delete(scope, 't')).status, 'deleted')
    strictEqual(await ports.storage.load(scope, run.run_id), undefined)
  },
  'a thread that is used again is a new one': async ({ ports, scope }) => {
    await writeRun(ports, scope, { thread_id: 't' })
    await ports.threads.rename(scope, 't', 'Old name')
    await ports.threads.delete(scope, 't')
    const run = await writeRun(ports, scope, { thread_id: 't' })
    deepStrictEqual(await remains(ports, scope, run), everything(true))
    strictEqual((await ports.threads.list(scope)).threads[0]?.title, 'asked')
  },
}
