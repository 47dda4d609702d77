import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { collect, ended, take } from '../support/collect.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someRun, someText } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { within } from '../support/within.ts'
import { seqs } from './seqs.ts'

/** Cases with one reader. */
export const readerCases: CaseTable = {
  'stored events are read from any place, and the reader ends after the last finish': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    await write('a', 'b')
    await finish()
    for (const after of [0, 1, 2, 3, 4, 1_000]) {
      const log = await collect(events.read(scope, run.run_id, after))
      deepStrictEqual(
        log.map(({ seq }) => seq),
        [1, 2, 3].filter((seq) => seq > after),
      )
    }
    strictEqual(await events.last(scope, run.run_id), 3)
  },
  'a reader of an empty run waits and gets each event as it is committed': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const reader = events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    for (const text of ['a', 'b', 'c']) {
      const next = within(reader.next(), text)
      const [written] = await write(text)
      deepStrictEqual((await next).value, written)
    }
    await finish()
    strictEqual((await take(reader, 1))[0]?.type, 'finish')
    ok(await ended(reader))
    ok(await ended(reader))
  },
  'a reader that starts behind the end of a live log skips what it has': async ({ ports: { storage, events }, scope }) => {
    const { run, write } = await openRun(storage, scope)
    await write('1', '2')
    const reader = events.read(scope, run.run_id, 4)[Symbol.asyncIterator]()
    const next = within(reader.next(), 'event 5')
    await write('3', '4')
    await write('5', '6')
    strictEqual((await next).value?.seq, 5)
    deepStrictEqual(seqs(await take(reader, 1)), [6])
  },
  'finish(paused) does not end a reader: it continues with the resumed segment': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    await write('a')
    await finish('paused')
    const reader = events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    deepStrictEqual(seqs(await take(reader, 2)), [1, 2])
    const next = within(reader.next(), 'the resumed segment')
    await write('b')
    strictEqual((await next).value?.seq, 3)
    await finish('cancelled')
    deepStrictEqual(seqs(await take(reader, 2)), [4])
  },
  'every reason but paused ends the log': async ({ ports: { storage, events }, scope }) => {
    for (const reason of ['answer', 'no_path', 'budget_exhausted', 'deadline', 'cancelled', 'error'] as const) {
      const { run, finish } = await openRun(storage, scope)
      await finish(reason)
      strictEqual((await collect(events.read(scope, run.run_id, 0))).length, 1)
    }
  },
  'an abort ends a waiting reader without an error, and only that one': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const stop = new AbortController()
    const stopped = collect(events.read(scope, run.run_id, 0, stop.signal))
    const other = collect(events.read(scope, run.run_id, 0))
    await write('a')
    stop.abort()
    ok((await stopped).length <= 1)
    await write('b')
    await finish()
    deepStrictEqual(seqs(await other), [1, 2, 3])
  },
  'a reader that is aborted before it starts yields nothing': async ({ ports: { storage, events }, scope }) => {
    const { run, write } = await openRun(storage, scope)
    await write('a')
    deepStrictEqual(await collect(events.read(scope, run.run_id, 0, AbortSignal.abort())), [])
  },
  'an unknown or foreign run reads as an empty log that has ended': async ({ ports: { storage, events }, scope }) => {
    const { run, write } = await openRun(storage, scope)
    await write('secret')
    const stranger = someScope()
    deepStrictEqual(await collect(events.read(stranger, run.run_id, 0)), [])
    strictEqual(await events.last(stranger, run.run_id), 0)
    deepStrictEqual(await collect(events.read(scope, someRun().run_id, 0)), [])
    strictEqual(await events.last(scope, someRun().run_id), 0)
  },
  'what was not committed is never read': async ({ ports: { storage, events }, scope }) => {
    const { run, lease, finish } = await openRun(storage, scope)
    const late = [someText(run, 'never')]
    await storage.commit(scope, { run, lease, events: late, state: { expect_version: 9, value: 0 } })
    await storage.commit(scope, { run, lease: { ...lease, token: 'lost' }, events: late })
    await finish()
    deepStrictEqual(
      (await collect(events.read(scope, run.run_id, 0))).map(({ type, seq }) => [type, seq]),
      [['finish', 1]],
    )
  },
}
