import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { PrunePolicy, Scope, StoreOperations, StorePorts } from '@pf/core'
import { openRun, type RunWriter } from '../support/open-run.ts'
import { someLine, someQuestion, someRun } from '../support/some-events.ts'
import { openGroup, tasksOf } from '../support/some-tasks.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { someSpending, storeSomething } from './some-data.ts'

/** Times before and after all data of a case. They are far away, because the store may use the clock of another machine. */
const past = () => Date.now() - 86_400_000
const future = () => Date.now() + 86_400_000

/** Creates a policy for every kind of data. */
const everything = (before: number): Required<PrunePolicy> => ({
  runsBefore: before,
  unfinishedBefore: before,
  draftsBefore: before,
  artifactsBefore: before,
  tasksBefore: before,
  grantsBefore: before,
})

/** Writes a run that waits for an answer, or for a tool of a front end, and leaves it paused. */
async function pause({ storage }: StorePorts, scope: Scope, { asks = true, run = someRun() } = {}): Promise<RunWriter> {
  const writer = await openRun(storage, scope, run)
  await writer.commit({ thread: [someLine(run, 'asked')], ...(asks ? { pending: [someQuestion(run)] } : {}) })
  await writer.finish('paused')
  return writer
}

/** Hands a paused run over to another one, which begins and ends with `reason`. */
async function handOver(ports: StorePorts, scope: Scope, { from, reason }: { from: RunWriter; reason: 'answer' | 'paused' }): Promise<RunWriter> {
  const next = someRun(from.run.thread_id)
  await from.commit({ successor: next.run_id })
  await ports.storage.release(scope, from.lease)
  const writer = await openRun(ports.storage, scope, next)
  await writer.write('continues')
  await writer.finish(reason)
  if (reason === 'paused') await ports.storage.release(scope, writer.lease)
  return writer
}

const isStored = async ({ storage }: StorePorts, scope: Scope, { run }: RunWriter) => (await storage.load(scope, run.run_id)) !== undefined

async function areStored(ports: StorePorts, scope: Scope, runs: RunWriter[]): Promise<boolean[]> {
  return Promise.all(runs.map((run) => isStored(ports, scope, run)))
}

/** Cases of retention. */
export const pruneCases: CaseTable<StorePorts & StoreOperations> = {
  'a policy with a name that there is not, or with a value that is no time, is refused before anything is removed': async ({ ports, scope }) => {
    const writer = await openRun(ports.storage, scope, someRun())
    await writer.finish('answer')
    for (const policy of [{ runsbefore: future() }, { runsBefore: Number.NaN }, { runsBefore: future(), draftsBefore: '2026' }, { runsBefore: null }])
      await rejects(ports.prune(policy as unknown as PrunePolicy), { code: 'invalid_input' })
    ok(await ports.storage.load(scope, writer.run.run_id))
  },
  'what is younger than the policy says is kept, and so is what the policy does not name': async ({ ports, scope }) => {
    const { run, draft_id, artifact_id, group_id, grant_id } = await storeSomething(ports, scope)
    await ports.grants?.put(scope, { grant_id, rule: 'r', tool: 't', interaction_id: 'q', created: Date.now() })
    const waiting = await pause(ports, scope)
    await ports.storage.release(scope, waiting.lease)
    await ports.prune(everything(past()))
    await ports.prune({})
    deepStrictEqual(await areStored(ports, scope, [run, waiting]), [true, true])
    ok(await ports.drafts?.load(scope, draft_id))
    ok(await ports.artifacts.head(scope, artifact_id))
    ok(await ports.tasks?.get(scope, group_id))
    strictEqual((await ports.grants?.list(scope))?.length, 1)
    strictEqual((await ports.spending?.read(scope, ['owner']))?.[0]?.tokens, someSpending.tokens)
    strictEqual((await ports.rateLimits?.take(scope, 'requests', { burst: 1, perMinute: 1 }))?.allowed, false)
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
    deepStrictEqual(await ports.threads.list(scope), { threads: [] })
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
  'a run is removed with the paused runs that it continues, and while it waits they are kept': async ({ ports, scope }) => {
    const first = await pause(ports, scope)
    const second = await handOver(ports, scope, { from: first, reason: 'paused' })
    await ports.prune({ runsBefore: future() })
    deepStrictEqual(await areStored(ports, scope, [first, second]), [true, true])
    const taken = await openRun(ports.storage, scope, second.run)
    const third = await handOver(ports, scope, { from: taken, reason: 'answer' })
    await ports.prune({ runsBefore: future() })
    deepStrictEqual(await areStored(ports, scope, [first, second, third]), [false, false, false])
    const abandoned = (await ports.storage.abandoned?.(1_000)) ?? []
    ok(!abandoned.some(({ owner }) => owner.id === scope.owner.id))
  },
  'runs that nobody works on are removed once the policy calls them old, and those under a lease are kept': async ({ ports, scope }) => {
    const working = await openRun(ports.storage, scope)
    await working.write('a')
    const left = await openRun(ports.storage, scope)
    await left.write('a')
    await ports.storage.release(scope, left.lease)
    const waiting = await pause(ports, scope)
    const called = await pause(ports, scope, { asks: false })
    const continued = await pause(ports, scope)
    const running = someRun(continued.run.thread_id)
    await continued.commit({ successor: running.run_id })
    for (const { lease } of [waiting, called, continued]) await ports.storage.release(scope, lease)
    const successor = await openRun(ports.storage, scope, running)
    await successor.write('continues')
    ok((await ports.prune({ unfinishedBefore: future() })).runs >= 3)
    deepStrictEqual(await areStored(ports, scope, [left, waiting, called]), [false, false, false])
    deepStrictEqual(await ports.pending.list(scope, waiting.run.thread_id), [])
    deepStrictEqual(await areStored(ports, scope, [working, continued, successor]), [true, true, true])
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
  'background work that has ended is removed, and what is to be done, reported or approved is kept until nobody has worked on it': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const open = (more: Parameters<typeof openGroup>[2] = {}) => openGroup(tasks, scope, { sealed: true, ...more })
    const [ended, unreported, gated, queued, later] = [open({ report: 'none' }), open(), open({ merge_strategy: 'HUMAN_GATED' }), open(), open()]
    for (const group of [ended, unreported, gated]) {
      await group.join()
      await group.finish(await group.claimOne())
    }
    await queued.join()
    await later.join({ delay_ms: 3 * 86_400_000 })
    const groups = [ended, unreported, gated, queued, later]
    const stored = async () => Promise.all(groups.map(async ({ group_id }) => (await tasks.get(scope, group_id)) !== undefined))
    ok((await ports.prune({ tasksBefore: future() })).tasks >= 1)
    deepStrictEqual(await stored(), [false, true, true, true, true])
    ok((await ports.prune({ unfinishedBefore: future() })).tasks >= 3)
    deepStrictEqual(await stored(), [false, false, false, false, true])
  },
  'approvals go with the last run of their thread, and those for all threads by their age': async ({ ports, scope }) => {
    const grants = ports.grants
    ok(grants, 'The ports have no grants.')
    const run = await openRun(ports.storage, scope)
    await run.finish()
    const waiting = await pause(ports, scope)
    const put = (grant_id: string, more: { thread_id?: string; created?: number } = {}) =>
      grants.put(scope, { grant_id, rule: 'r', tool: 't', interaction_id: 'q', created: Date.now(), ...more })
    await put('of the thread', { thread_id: run.run.thread_id })
    await put('of a thread that waits', { thread_id: waiting.run.thread_id })
    await put('old', { created: past() - 1 })
    await put('new')
    const ids = async () => (await grants.list(scope)).map(({ grant_id }) => grant_id)
    await ports.prune({ runsBefore: future() })
    deepStrictEqual(await ids(), ['of a thread that waits', 'old', 'new'])
    ok((await ports.prune({ grantsBefore: past() })).grants >= 1)
    deepStrictEqual(await ids(), ['of a thread that waits', 'new'])
  },
  'accounts of old runs, threads and days are removed; that of the owner stays, and so do those of runs that wait': async ({ ports, scope }) => {
    const run = await openRun(ports.storage, scope)
    const waiting = await pause(ports, scope, { run: { run_id: 'waits "here"', thread_id: `${'t'.repeat(600)} \ud800` } })
    const accounts = ['owner', 'day:2026-01-01', ...[run, waiting].flatMap(({ run: { run_id, thread_id } }) => [`run:${run_id}`, `thread:${thread_id}`])]
    await run.commit({ spending: accounts.map((account) => ({ account, spending: someSpending })) })
    await run.finish()
    await ports.prune({ runsBefore: future() })
    deepStrictEqual(
      (await ports.spending?.read(scope, accounts))?.map(({ model_calls }) => model_calls),
      [1, 0, 0, 0, 1, 1],
    )
  },
  'the audit log is kept, whatever the policy says': async ({ ports, scope }) => {
    await storeSomething(ports, scope)
    await ports.prune(everything(future()))
    strictEqual((await ports.audit?.read(scope, { after: 0, limit: 9 }))?.length, 1)
  },
  'it may run several times at once': async ({ ports, scope }) => {
    const runs = await Promise.all(Array.from({ length: 40 }, () => openRun(ports.storage, scope)))
    await Promise.all(runs.map(({ finish }) => finish()))
    await storeSomething(ports, scope)
    const removed = await Promise.all(Array.from({ length: 4 }, () => ports.prune(everything(future()))))
    ok(removed.reduce((sum, { runs: count }) => sum + count, 0) >= runs.length)
    await ports.prune(everything(future()))
    deepStrictEqual(new Set(await areStored(ports, scope, runs)), new Set([false]))
  },
}
