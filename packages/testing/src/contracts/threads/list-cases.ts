import { deepStrictEqual, fail, ok, rejects, strictEqual } from 'node:assert/strict'
import type { Scope, ThreadQuery, ThreadStore } from '@pf/core'
import { hostileNames, spoil } from '../support/hostile.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someLine, someRun } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Writes a thread with one message of the user. */
async function writeThread(threads: ThreadStore, scope: Scope, { thread_id, text }: { thread_id: string; text: string }): Promise<void> {
  await threads.append(scope, thread_id, [someLine(someRun(thread_id), text)])
}

/** Maximum number of pages, which no case exceeds. A store whose pages do not end must fail instead of blocking the test. */
const maxPages = 100

/** Returns the ids of all listed threads, read page by page. */
async function listed(threads: ThreadStore, scope: Scope, query: ThreadQuery = {}): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { threads: found, next } = await threads.list(scope, { ...query, ...(cursor === undefined ? {} : { cursor }) })
    ids.push(...found.map(({ thread_id }) => thread_id))
    if (next === undefined) return ids
    cursor = next
  }
  return fail('the pages come to an end')
}

/** Waits until the next write has a later time. */
const nextTime = () => new Promise((resolve) => setTimeout(resolve, 5))

const isInvalid = (pointer: string) => (error: unknown) => {
  const { code, fields } = error as { code?: unknown; fields?: { issues?: { pointer: string }[] } }
  return code === 'invalid_input' && fields?.issues?.[0]?.pointer === pointer
}

/** Cases of the list of an owner's threads: order, pages, titles, search. */
export const listCases: CaseTable = {
  'an owner without threads has an empty list': async ({ ports: { threads }, scope }) => {
    deepStrictEqual(await threads.list(scope), { threads: [] })
  },
  'threads are listed by their last entry, the newest first, each once': async ({ ports: { threads }, scope }) => {
    for (const thread_id of ['a', 'b', 'c']) await writeThread(threads, scope, { thread_id, text: thread_id })
    deepStrictEqual(await listed(threads, scope), ['c', 'b', 'a'])
    // Times are in whole milliseconds. Threads that are written in the same millisecond keep the order of their first entries.
    await nextTime()
    await threads.append(scope, 'a', [someLine(someRun('a'), 'an answer', { role: 'assistant' })])
    deepStrictEqual(await listed(threads, scope), ['a', 'c', 'b'])
    const [first] = (await threads.list(scope)).threads
    ok(first && first.created <= first.updated && Math.abs(Date.now() - first.updated) < 600_000, 'times are in milliseconds since the epoch')
  },
  'pages of every size hold every thread once, in order': async ({ ports: { threads }, scope }) => {
    const ids = Array.from({ length: 7 }, (_, index) => `thread ${index}`)
    for (const thread_id of ids) await writeThread(threads, scope, { thread_id, text: thread_id })
    for (const limit of [1, 2, 3, 6, 7, 8, 100]) deepStrictEqual(await listed(threads, scope, { limit }), ids.toReversed())
    strictEqual((await threads.list(scope, { limit: 7 })).next, undefined)
  },
  'a thread that is written while pages are read does not hide another one': async ({ ports: { threads }, scope }) => {
    for (const thread_id of ['a', 'b', 'c', 'd']) await writeThread(threads, scope, { thread_id, text: thread_id })
    const first = await threads.list(scope, { limit: 2 })
    await nextTime()
    await writeThread(threads, scope, { thread_id: 'd', text: 'again' })
    await writeThread(threads, scope, { thread_id: 'e', text: 'new' })
    const second = await threads.list(scope, { limit: 2, ...(first.next === undefined ? {} : { cursor: first.next }) })
    deepStrictEqual(
      second.threads.map(({ thread_id }) => thread_id),
      ['b', 'a'],
    )
  },
  'a default page is bounded': async ({ ports: { threads }, scope }) => {
    await Promise.all(Array.from({ length: 31 }, (_, index) => writeThread(threads, scope, { thread_id: `${index}`, text: 'x' })))
    strictEqual((await threads.list(scope)).threads.length, 30)
    strictEqual((await listed(threads, scope)).length, 31)
  },
  'the title is the first message of the user on one line, shortened at a word, and a retry or a later message does not change it': async ({
    ports: { threads },
    scope,
  }) => {
    const titleOf = async (thread_id: string) => (await threads.list(scope, { limit: 100 })).threads.find((thread) => thread.thread_id === thread_id)?.title
    const run = someRun('t')
    await threads.append(scope, 't', [someLine(run, 'the question', { id: 'u' })])
    await threads.append(scope, 't', [someLine(run, 'asked again', { id: 'u' }), someLine(run, 'an answer', { role: 'assistant' }), someLine(run, 'more')])
    strictEqual(await titleOf('t'), 'the question')
    await writeThread(threads, scope, { thread_id: 'lines', text: '  one\n\ttwo\u0000  three\u2028four  ' })
    strictEqual(await titleOf('lines'), 'one two three four')
    await writeThread(threads, scope, { thread_id: 'long', text: 'word '.repeat(100_000) })
    strictEqual(await titleOf('long'), `${'word '.repeat(15)}word…`)
    await writeThread(threads, scope, { thread_id: 'pairs', text: '😀'.repeat(500) })
    const pairs = (await titleOf('pairs')) ?? ''
    ok(pairs.length <= 80 && pairs.endsWith('…') && pairs.isWellFormed(), 'a character is not cut')
  },
  'a thread is listed from a message of the user that is not unlisted; an empty one gives it no title until the next': async ({
    ports: { threads },
    scope,
  }) => {
    const run = someRun('t')
    await threads.append(scope, 't', [someLine(run, 'draft it', { unlisted: true }), someLine(run, 'done', { role: 'assistant' })])
    deepStrictEqual(await listed(threads, scope), [])
    strictEqual(await threads.rename(scope, 't', 'x'), undefined)
    await threads.append(scope, 't', [someLine(run, '')])
    strictEqual((await threads.list(scope)).threads[0]?.title, '')
    await threads.append(scope, 't', [someLine(run, 'now')])
    strictEqual((await threads.list(scope)).threads[0]?.title, 'now')
  },
  'a commit lists its thread as well': async ({ ports: { storage, threads }, scope }) => {
    const { run, commit } = await openRun(storage, scope)
    await commit({ thread: [someLine(run, 'asked')] })
    const [before] = (await threads.list(scope)).threads
    deepStrictEqual([before?.thread_id, before?.title], [run.thread_id, 'asked'])
    await nextTime()
    await commit({ thread: [someLine(run, 'answered', { role: 'assistant' })] })
    const [after] = (await threads.list(scope)).threads
    ok(before && after && after.updated > before.updated, 'the time is that of the last entry')
    await commit({})
    deepStrictEqual((await threads.list(scope)).threads, [after])
  },
  'search finds titles and messages of user and assistant, whatever case, width and white space, and no results of tools': async ({
    ports: { threads },
    scope,
  }) => {
    const run = someRun('t')
    await threads.append(scope, 't', [
      someLine(run, 'Wie groß ist ÄRGER?'),
      someLine(run, 'A “quoted”\n answer: 100%_done \\o/', { role: 'assistant' }),
      someLine(run, 'secret observation', { role: 'tool' }),
    ])
    await writeThread(threads, scope, { thread_id: 'other', text: 'Something else' })
    for (const search of ['ärger', 'wie  GROß', 'ＡＮＳＷＥＲ', '”   answer', '100%_', '\\o/']) deepStrictEqual(await listed(threads, scope, { search }), ['t'])
    for (const search of ['secret', '100%x', 'wie%groß', 'a_swer']) deepStrictEqual(await listed(threads, scope, { search }), [])
    deepStrictEqual(await listed(threads, scope, { search: ' \n ' }), ['other', 't'])
    await threads.rename(scope, 'other', 'Größe')
    deepStrictEqual(await listed(threads, scope, { search: 'GRÖßE' }), ['other'])
    deepStrictEqual(await listed(threads, scope, { search: 'someTHING' }), ['other'])
  },
  'search goes through pages, too': async ({ ports: { threads }, scope }) => {
    for (let index = 0; index < 9; index += 1) await writeThread(threads, scope, { thread_id: `${index}`, text: index % 2 === 0 ? 'even' : 'odd' })
    deepStrictEqual(await listed(threads, scope, { search: 'EVEN', limit: 2 }), ['8', '6', '4', '2', '0'])
  },
  'a query of the wrong shape is refused with the place': async ({ ports: { threads }, scope }) => {
    for (const limit of [0, -1, 1.5, 101, Number.NaN, '5' as unknown as number]) await rejects(threads.list(scope, { limit }), isInvalid('/limit'))
    for (const cursor of ['', 'x', '1', '1.', '-1.2', '1.2.3', `${'9'.repeat(16)}.1`, "1.1' OR 1=1", 7 as unknown as string])
      await rejects(threads.list(scope, { cursor }), isInvalid('/cursor'))
    for (const search of ['x'.repeat(201), 7 as unknown as string]) await rejects(threads.list(scope, { search }), isInvalid('/search'))
  },
  'a renamed thread keeps its place and its new title, which is one line of at most 200 characters': async ({ ports: { threads }, scope }) => {
    for (const thread_id of ['a', 'b']) await writeThread(threads, scope, { thread_id, text: thread_id })
    const before = (await threads.list(scope)).threads[1]
    ok(before)
    await nextTime()
    deepStrictEqual(await threads.rename(scope, 'a', ' New\n\u0000 name '), { ...before, title: 'New name' })
    await threads.append(scope, 'b', [])
    deepStrictEqual((await threads.list(scope)).threads[1], { ...before, title: 'New name' })
    await threads.append(scope, 'a', [someLine(someRun('a'), 'next')])
    strictEqual((await threads.list(scope)).threads.find(({ thread_id }) => thread_id === 'a')?.title, 'New name')
    strictEqual((await threads.rename(scope, 'a', 'x'.repeat(200)))?.title.length, 200)
    for (const title of ['', ' \n', 'x'.repeat(201), 5 as unknown as string, undefined as unknown as string])
      await rejects(threads.rename(scope, 'a', title), isInvalid('/title'))
    strictEqual(await threads.rename(scope, 'no such thread', 'x'), undefined)
  },
  'any name is a name, and no half of a pair is stored as a title': async ({ ports: { threads }, scope }) => {
    for (const thread_id of hostileNames) {
      await writeThread(threads, scope, { thread_id, text: `\ud800 ${thread_id}` })
      const record = (await threads.list(scope, { limit: 1, search: thread_id.slice(0, 200) })).threads.find((thread) => thread.thread_id === thread_id)
      ok(record?.title.isWellFormed(), `found by ${JSON.stringify(thread_id).slice(0, 40)}`)
      strictEqual((await threads.rename(scope, thread_id, thread_id.trim().slice(0, 200) || 'blank'))?.thread_id, thread_id)
    }
    deepStrictEqual(new Set(await listed(threads, scope)), new Set(hostileNames))
  },
  'owners and tenants see and rename their own threads only': async ({ ports: { threads }, scope }) => {
    const other = someScope()
    const tenant: Scope = { owner: { ...scope.owner, tenant: 't' } }
    await writeThread(threads, scope, { thread_id: 'shared id', text: 'mine' })
    await writeThread(threads, other, { thread_id: 'shared id', text: 'theirs' })
    for (const [one, title] of [
      [scope, 'mine'],
      [other, 'theirs'],
    ] as const)
      deepStrictEqual(
        (await threads.list(one)).threads.map((thread) => thread.title),
        [title],
      )
    deepStrictEqual(await listed(threads, tenant), [])
    deepStrictEqual(await listed(threads, scope, { search: 'theirs' }), [])
    strictEqual(await threads.rename(tenant, 'shared id', 'x'), undefined)
    await threads.rename(other, 'shared id', 'renamed')
    strictEqual((await threads.list(scope)).threads[0]?.title, 'mine')
  },
  'changing what came out changes nothing that is stored': async ({ ports: { threads }, scope }) => {
    await writeThread(threads, scope, { thread_id: 't', text: 'title' })
    const page = await threads.list(scope)
    const kept = structuredClone(page)
    spoil(page)
    spoil(await threads.rename(scope, 't', 'title'))
    deepStrictEqual(await threads.list(scope), kept)
  },
}
