import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { EventLog, PlannerEvent, Scope } from '@pf/core'
import { collect, take } from '../support/collect.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { later } from '../support/within.ts'
import { range, seqs } from './seqs.ts'

interface Read {
  run_id: string
  after: number
  log: PlannerEvent[]
}

const readLater = (events: EventLog, scope: Scope, run_id: string, after: number): Promise<Read> =>
  later(collect(events.read(scope, run_id, after)).then((log) => ({ run_id, after, log })))

/** Cases with many concurrent readers and writers. */
export const crowdCases: CaseTable = {
  'readers that start before, during and after concurrent commits see no gap and no repeat': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const starts = [0, 0, 1, 7, 50, 99]
    const readAll = () => starts.map((after) => readLater(events, scope, run.run_id, after))
    const readers = [...readAll()]
    for (const round of range(1, 10)) {
      const commits = Array.from({ length: 10 }, (_, index) => write(`${round}.${index}`))
      readers.push(...readAll())
      await Promise.all(commits)
    }
    await finish()
    readers.push(...readAll())
    for (const { after, log } of await Promise.all(readers)) deepStrictEqual(seqs(log), range(after + 1, 101))
  },
  'all readers of a log get the same bytes': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const live = collect(events.read(scope, run.run_id, 0))
    await write('a', 'b')
    await write('c')
    await finish()
    strictEqual(JSON.stringify(await live), JSON.stringify(await collect(events.read(scope, run.run_id, 0))))
  },
  'a slow reader gets everything that was written while it did not look': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const reader = events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    await write('first')
    deepStrictEqual(seqs(await take(reader, 1)), [1])
    await Promise.all(range(1, 300).map((index) => write(`${index}`)))
    await finish()
    deepStrictEqual(seqs(await take(reader, 400)), range(2, 302))
  },
  'a reader continues from where another stopped': async ({ ports: { storage, events }, scope }) => {
    const { run, write, finish } = await openRun(storage, scope)
    const writing = Promise.all(range(1, 30).map((index) => write(`${index}`)))
    const first = events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    const seen = await take(first, 11)
    await first.return?.()
    await writing
    await finish()
    const rest = await collect(events.read(scope, run.run_id, 11))
    deepStrictEqual(seqs([...seen, ...rest]), range(1, 31))
  },
  'a hundred readers of ten runs get their own run only': async ({ ports: { storage, events }, scope }) => {
    const writers = await Promise.all(range(1, 10).map(() => openRun(storage, scope)))
    const readers = writers.flatMap(({ run }) => range(1, 10).map(() => readLater(events, scope, run.run_id, 0)))
    await Promise.all(writers.map(({ write, run }) => write(run.run_id)))
    await Promise.all(writers.map(({ finish }) => finish()))
    for (const { run_id, log } of await Promise.all(readers)) deepStrictEqual([seqs(log), log.every((event) => event.run_id === run_id)], [[1, 2], true])
  },
  'the same run id under two owners is two logs': async ({ ports: { storage, events }, scope }) => {
    const other = someScope()
    const run = someRun()
    const mine = await openRun(storage, scope, run)
    const theirs = await openRun(storage, other, run)
    const logs = [collect(events.read(scope, run.run_id, 0)), collect(events.read(other, run.run_id, 0))]
    await mine.write('mine')
    await theirs.write('theirs')
    await Promise.all([mine.finish(), theirs.finish()])
    const texts = (await Promise.all(logs)).map((log) => log.flatMap((event) => ('text' in event ? [event.text] : [])))
    deepStrictEqual(texts, [['mine'], ['theirs']])
  },
}
