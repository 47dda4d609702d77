import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { CommitInput } from '@pf/core'
import { collect } from '../support/collect.ts'
import { openRun, runResource, takeLease, tryLease } from '../support/open-run.ts'
import { someFinish, someLine, someMeta, someQuestion, someRun, someState, someText } from '../support/some-events.ts'
import type { CaseContext, CaseTable } from '../support/to-cases.ts'
import { within } from '../support/within.ts'

type Everything = Required<Pick<CommitInput, 'events' | 'state' | 'pending' | 'artifacts' | 'thread'>>

function everything(run: CommitInput['run'], expect_version = 0): Everything {
  return {
    events: [someText(run, 'a')],
    state: { expect_version, value: { step: 1 } },
    pending: [someQuestion(run)],
    artifacts: [someMeta(run)],
    thread: [someLine(run, 'hello')],
  }
}

/** Returns for each part of a commit the number of visible items. */
async function visible({ ports, scope }: CaseContext, run: CommitInput['run'], parts: Everything): Promise<number[]> {
  return [
    await ports.events.last(scope, run.run_id),
    (await ports.storage.load(scope, run.run_id))?.state_version ?? 0,
    (await ports.pending.list(scope, run.thread_id)).length,
    (await ports.threads.read(scope, run.thread_id)).length,
    (await ports.artifacts.head(scope, parts.artifacts[0]?.artifact_id ?? '')) === undefined ? 0 : 1,
  ]
}

/** Cases of commits: a commit is written completely or not at all, and numbers its events. */
export const commitCases: CaseTable = {
  'a step commit shows events, state, questions and lines together': async (context) => {
    const { run, commit } = await openRun(context.ports.storage, context.scope)
    const parts = everything(run)
    await commit(parts)
    deepStrictEqual((await visible(context, run, parts)).slice(0, 4), [1, 1, 1, 1])
    deepStrictEqual((await context.ports.storage.load(context.scope, run.run_id))?.state, { step: 1 })
  },
  'a fenced commit writes nothing of anything': async (context) => {
    const { ports, scope } = context
    const run = someRun()
    const old = await tryLease(ports.storage, scope, runResource(run), 0)
    ok(old && (await tryLease(ports.storage, scope, runResource(run))))
    const parts = everything(run)
    deepStrictEqual(await ports.storage.commit(scope, { run, lease: old, ...parts }), { status: 'fenced' })
    deepStrictEqual(await visible(context, run, parts), [0, 0, 0, 0, 0])
  },
  'a commit that names further leases is fenced when one of them is lost, and writes nothing': async (context) => {
    const { ports, scope } = context
    const { run, lease } = await openRun(ports.storage, scope)
    const thread = { kind: 'thread' as const, thread_id: run.thread_id }
    const lost = await takeLease(ports.storage, scope, thread, 0)
    const held = await takeLease(ports.storage, scope, thread)
    const parts = everything(run)
    deepStrictEqual(await ports.storage.commit(scope, { run, lease, fences: [held, lost], ...parts }), { status: 'fenced' })
    deepStrictEqual(await visible(context, run, parts), [0, 0, 0, 0, 0])
    strictEqual((await ports.storage.commit(scope, { run, lease, fences: [held], ...parts })).status, 'committed')
  },
  'a commit on another state version tells the version and writes nothing': async (context) => {
    const { run, lease } = await openRun(context.ports.storage, context.scope)
    const parts = everything(run, 7)
    deepStrictEqual(await context.ports.storage.commit(context.scope, { run, lease, ...parts }), { status: 'conflict', version: 0 })
    deepStrictEqual(await visible(context, run, parts), [0, 0, 0, 0, 0])
  },
  'a commit that expects another number of events conflicts and writes nothing': async (context) => {
    const { ports, scope } = context
    const { run, lease, write } = await openRun(ports.storage, scope)
    await write('a')
    const parts = everything(run)
    for (const expect_seq of [0, 2])
      deepStrictEqual(await ports.storage.commit(scope, { run, lease, expect_seq, ...parts }), { status: 'conflict', version: 0 })
    const alone = { run, lease, events: [someText(run, 'b')] }
    deepStrictEqual(await ports.storage.commit(scope, { ...alone, expect_seq: 0 }), { status: 'conflict', version: 0 })
    deepStrictEqual(await visible(context, run, parts), [1, 0, 0, 0, 0])
    strictEqual((await ports.storage.commit(scope, { ...alone, expect_seq: 1 })).status, 'committed')
    strictEqual((await ports.storage.commit(scope, { run, lease, expect_seq: 2, ...parts })).status, 'committed')
  },
  'of many appends that expect the same number of events exactly one is written': async ({ ports: { storage, events }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    const attempts = Array.from({ length: 20 }, (_, index) => ({ run, lease, expect_seq: 0, events: [someText(run, `${index}`)] }))
    const results = await Promise.all(attempts.map((attempt) => storage.commit(scope, attempt)))
    strictEqual(results.filter(({ status }) => status === 'committed').length, 1)
    strictEqual(await events.last(scope, run.run_id), 1)
  },
  'a commit that cannot be stored rejects and writes nothing': async (context) => {
    const { run, lease } = await openRun(context.ports.storage, context.scope)
    const parts = everything(run)
    const impossible = { ...someText(run, 'b'), text: 1n as unknown as string }
    await rejects(context.ports.storage.commit(context.scope, { run, lease, ...parts, events: [...parts.events, impossible] }))
    deepStrictEqual(await visible(context, run, parts), [0, 0, 0, 0, 0])
  },
  'events of another run or thread are refused, and nothing is written': async (context) => {
    const { run, lease } = await openRun(context.ports.storage, context.scope)
    const parts = everything(run)
    const strangers = [someText({ ...run, run_id: 'other' }, 'b'), someText({ ...run, thread_id: 'other' }, 'b')]
    for (const stranger of strangers)
      await rejects(context.ports.storage.commit(context.scope, { run, lease, ...parts, events: [...parts.events, stranger] }), { code: 'invalid_input' })
    deepStrictEqual(await visible(context, run, parts), [0, 0, 0, 0, 0])
  },
  'nothing can follow the last finish, not in the same commit and not later': async ({ ports: { storage, events }, scope }) => {
    const { run, lease, finish } = await openRun(storage, scope)
    await rejects(storage.commit(scope, { run, lease, events: [someFinish(run), someText(run, 'b')] }), { code: 'invalid_input' })
    strictEqual(await events.last(scope, run.run_id), 0)
    await finish()
    strictEqual((await storage.commit(scope, { run, lease, events: [someText(run, 'b')] })).status, 'fenced')
    const late = storage.lease(scope, runResource(run), { ttlMs: 600_000, waitMs: 600_000 })
    deepStrictEqual(await within(late, 'the refusal of a finished run'), { status: 'refused' })
    strictEqual(await storage.renew(scope, lease, 600_000), undefined)
    strictEqual((await storage.load(scope, run.run_id))?.finished, true)
  },
  'finish(paused) leaves the run open: the same log continues under a new lease': async ({ ports: { storage, events }, scope }) => {
    const { run, lease, finish } = await openRun(storage, scope)
    await finish('paused')
    strictEqual((await storage.load(scope, run.run_id))?.finished, false)
    await storage.release(scope, lease)
    const resumed = await openRun(storage, scope, run)
    await resumed.write('continue')
    await resumed.finish()
    deepStrictEqual(
      (await collect(events.read(scope, run.run_id, 0))).map(({ seq, type }) => [seq, type]),
      [
        [1, 'finish'],
        [2, 'llm_stream_chunk'],
        [3, 'finish'],
      ],
    )
  },
  'seq starts at 1 and counts on, one for each event as given': async ({ ports: { storage }, scope }) => {
    const { write, finish } = await openRun(storage, scope)
    const committed = [...(await write('a', 'b')), ...(await write()), ...(await write('c')), ...(await finish())]
    deepStrictEqual(
      committed.map(({ seq }) => seq),
      [1, 2, 3, 4],
    )
    deepStrictEqual(
      committed.map((event) => ('text' in event ? event.text : event.type)),
      ['a', 'b', 'c', 'finish'],
    )
  },
  'commits at the same time leave no gap, and each keeps its events together': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const commits = await Promise.all(Array.from({ length: 40 }, (_, index) => write(`${index}a`, `${index}b`, `${index}c`)))
    for (const commit of commits)
      deepStrictEqual(
        commit.map(({ seq }) => seq - (commit[0]?.seq ?? 0)),
        [0, 1, 2],
      )
    await finish()
    const log = await collect(events.read(scope, run.run_id, 0))
    deepStrictEqual(
      log.map(({ seq }) => seq),
      Array.from({ length: 121 }, (_, index) => index + 1),
    )
    const written = commits.flat().sort((left, right) => left.seq - right.seq)
    deepStrictEqual(log.slice(0, -1), written)
  },
  'of many step commits on one version exactly one is written': async ({ ports: { storage, events }, scope }) => {
    const { run, lease } = await openRun(storage, scope)
    const attempts = Array.from({ length: 20 }, (_, index) => ({ run, lease, events: [someText(run, `${index}`)], state: { expect_version: 0, value: index } }))
    const results = await Promise.all(attempts.map((attempt) => storage.commit(scope, attempt)))
    strictEqual(results.filter(({ status }) => status === 'committed').length, 1)
    ok(results.every((result) => result.status !== 'conflict' || result.version === 1))
    const record = await storage.load(scope, run.run_id)
    strictEqual(
      record?.state,
      results.findIndex(({ status }) => status === 'committed'),
    )
    strictEqual(await events.last(scope, run.run_id), 1)
  },
  'a flush leaves the state and its version alone': async ({ ports: { storage }, scope }) => {
    const { run, lease, commit } = await openRun(storage, scope)
    await commit({ state: { expect_version: 0, value: 'kept' } })
    const flushed = await storage.commit(scope, { run, lease, events: [someText(run, 'a')] })
    strictEqual(flushed.status === 'committed' && flushed.state_version, 1)
    const record = await storage.load(scope, run.run_id)
    deepStrictEqual([record?.state, record?.state_version, record?.last_seq], ['kept', 1, 1])
  },
  'a commit may hold thousands of events, and one event a megabyte': async ({ ports: { storage, events }, scope }) => {
    const { run, commit, finish } = await openRun(storage, scope)
    await commit({ events: Array.from({ length: 3_000 }, (_, index) => someText(run, `${index}`)) })
    await commit({ events: [someState(run, 'x'.repeat(1024 * 1024))] })
    await finish()
    const log = await collect(events.read(scope, run.run_id, 2_999))
    deepStrictEqual(
      log.map(({ seq }) => seq),
      [3_000, 3_001, 3_002],
    )
    strictEqual(log[1]?.type === 'state_snapshot' && String(log[1].state).length, 1024 * 1024)
  },
}
