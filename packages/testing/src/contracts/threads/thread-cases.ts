import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { hostileNames, spoil } from '../support/hostile.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someLine, someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text)

/** Cases of conversations: their entries are returned in order, once, and only to their owner. */
export const threadCases: CaseTable = {
  'lines are read in the order they were added, the newest ones under a limit': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    await threads.append(scope, run.thread_id, [someLine(run, 'a'), someLine(run, 'b', { role: 'assistant' })])
    await threads.append(scope, run.thread_id, [])
    await threads.append(scope, run.thread_id, [someLine(run, 'c', { role: 'tool', tool_call_id: 'tc:1' })])
    const expected = { 0: [], 1: ['c'], 2: ['b', 'c'], 3: ['a', 'b', 'c'], 99: ['a', 'b', 'c'] }
    for (const [limit, lines] of Object.entries(expected)) deepStrictEqual(texts(await threads.read(scope, run.thread_id, Number(limit))), lines)
    deepStrictEqual(texts(await threads.read(scope, run.thread_id)), ['a', 'b', 'c'])
    deepStrictEqual((await threads.read(scope, run.thread_id)).at(-1)?.tool_call_id, 'tc:1')
  },
  'the order is the order of arrival, not of clocks or ids': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    const lines = [someLine(run, 'a', { ts: 9, id: 'z' }), someLine(run, 'b', { ts: 1, id: 'a' }), someLine(run, 'c', { ts: 5, id: 'm' })]
    for (const line of lines) await threads.append(scope, run.thread_id, [line])
    deepStrictEqual(await threads.read(scope, run.thread_id), lines)
  },
  'a line of the same run, role and id is written over in its place, so a retry adds nothing': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    const first = someLine(run, 'a')
    await threads.append(scope, run.thread_id, [first, someLine(run, 'b')])
    await threads.append(scope, run.thread_id, [first])
    await threads.append(scope, run.thread_id, [{ ...first, text: 'a, written again' }])
    deepStrictEqual(texts(await threads.read(scope, run.thread_id)), ['a, written again', 'b'])
    strictEqual((await threads.summary(scope, run.thread_id)).entries, 2)
  },
  'the same id in another run, role or thread is another line': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    const line = someLine(run, 'a', { id: 'msg-1' })
    await threads.append(scope, run.thread_id, [line, { ...line, role: 'assistant', text: 'b' }, { ...line, run_id: 'next', text: 'c' }])
    await threads.append(scope, 'another thread', [{ ...line, text: 'd' }])
    deepStrictEqual(texts(await threads.read(scope, run.thread_id)), ['a', 'b', 'c'])
    deepStrictEqual(texts(await threads.read(scope, 'another thread')), ['d'])
  },
  'a step commit adds its lines behind what is there': async ({ ports: { storage, threads }, scope }) => {
    const { run, commit } = await openRun(storage, scope)
    await threads.append(scope, run.thread_id, [someLine(run, 'a')])
    await commit({ thread: [someLine(run, 'b'), someLine(run, 'c')] })
    await threads.append(scope, run.thread_id, [someLine(run, 'd')])
    deepStrictEqual(texts(await threads.read(scope, run.thread_id)), ['a', 'b', 'c', 'd'])
  },
  'lines added at the same time are all there, and those of one call stay in order': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    const calls = Array.from({ length: 40 }, (_, index) => [someLine(run, `${index}a`), someLine(run, `${index}b`)])
    await Promise.all(calls.map((lines) => threads.append(scope, run.thread_id, lines)))
    const read = texts(await threads.read(scope, run.thread_id))
    strictEqual(new Set(read).size, 80)
    for (const lines of calls) strictEqual(read.indexOf(lines[1]?.text ?? '') > read.indexOf(lines[0]?.text ?? ''), true)
  },
  'the summary tells the last run and the number of lines': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    deepStrictEqual(await threads.summary(scope, run.thread_id), { entries: 0 })
    await threads.append(scope, run.thread_id, [someLine(run, 'a'), someLine({ ...run, run_id: 'last' }, 'b')])
    deepStrictEqual(await threads.summary(scope, run.thread_id), { last_run_id: 'last', entries: 2 })
  },
  'any text comes back unchanged, and any name is a name': async ({ ports: { threads }, scope }) => {
    for (const name of [...hostileNames]) {
      const run = { run_id: name, thread_id: name }
      const line = someLine(run, `\u0000 \u2028 😀 ${name}`, { id: name })
      await threads.append(scope, name, [line])
      deepStrictEqual(await threads.read(scope, name), [line])
    }
  },
  'a foreign thread reads as an empty one; the same thread id under two owners is two threads': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    const other = someScope()
    await threads.append(scope, run.thread_id, [someLine(run, 'mine')])
    deepStrictEqual(await threads.read(other, run.thread_id), [])
    deepStrictEqual(await threads.summary(other, run.thread_id), { entries: 0 })
    await threads.append(other, run.thread_id, [someLine(run, 'theirs')])
    deepStrictEqual(texts(await threads.read(scope, run.thread_id)), ['mine'])
    deepStrictEqual(texts(await threads.read({ owner: { ...other.owner, tenant: 't' } }, run.thread_id)), [])
  },
  'changing what went in or came out changes nothing that is stored': async ({ ports: { threads }, scope }) => {
    const run = someRun()
    const line = someLine(run, 'a')
    const kept = { ...line }
    await threads.append(scope, run.thread_id, [line])
    spoil(line)
    const read = await threads.read(scope, run.thread_id)
    spoil(read)
    read.length = 0
    deepStrictEqual(await threads.read(scope, run.thread_id), [kept])
  },
}
