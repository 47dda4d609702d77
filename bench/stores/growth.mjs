// (r) Whether a store with many runs is slower than an empty one, and how many bytes a run takes.
import { prose } from '../lib/data.mjs'
import { short, table } from '../lib/table.mjs'
import { databaseBytes, fileBytes, withStore } from './open-stores.mjs'

const scope = { owner: { id: 'bench' } }
const answer = prose(1_000)
/** Runs that are written at the same time. */
const width = 64

export async function growth({ quick, progress, report }) {
  const marks = quick ? [1_000, 2_000, 5_000] : [1_000, 10_000, 100_000]
  console.log('\n(r) Growth: finished runs of 12 events and 2 KB of state, each in a conversation of ten; times at each number of stored runs')
  for (const name of ['sqlite', 'postgres']) {
    const lines = await withStore(name, (store) => grow(store, { name, marks, progress, report }))
    console.log(name)
    console.log(table(['a run', 'a page of events', 'a conversation', 'abandoned runs', 'bytes a run'], lines))
  }
}

async function grow(store, { name, marks, progress, report }) {
  const lines = []
  let stored = 0
  let first
  for (const mark of marks) {
    const start = performance.now()
    const from = stored
    await Promise.all(
      Array.from({ length: width }, async () => {
        while (stored < mark) await writeRun(store.ports, stored++)
      }),
    )
    const found = {
      run: ((performance.now() - start) / (mark - from)) * width,
      ...(await readTimes(store.ports, mark)),
      bytes: (store.file ? fileBytes(store.file) : await databaseBytes(store.url, 'pf')) / mark,
    }
    first ??= found
    progress(`stores: ${name}, ${mark} runs`)
    report({ section: 'stores', what: 'growth', store: name, runs: mark, ms: found })
    lines.push({
      name: `${mark} runs`,
      cells: [...['run', 'page', 'thread', 'abandoned'].map((key) => cell(found[key], first[key])), `${Math.round(found.bytes)}`],
    })
  }
  return lines
}

const cell = (ms, first) => `${short(ms)} ms (${short(ms / first)})`

/** A run as the planner writes one: its beginning with the question, a flush of text, and the end with state and answer. */
async function writeRun({ storage }, index) {
  const run = { run_id: `run-${index}`, thread_id: `thread-${Math.floor(index / 10)}` }
  const envelope = { ...run, ts: Date.now() }
  const { lease } = await storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 60_000 })
  const entry = (role, text) => ({ id: `${role}-${index}`, role, run_id: run.run_id, text, ts: envelope.ts })
  const state = (expect_version) => ({ expect_version, value: { version: 1, answer, step: expect_version, more: answer } })
  const text = (part) => ({ type: 'state_snapshot', ...envelope, state: part })
  await storage.commit(scope, { run, lease, events: [text('start')], state: state(0), thread: [entry('user', 'A question?')] })
  await storage.commit(scope, { run, lease, events: Array.from({ length: 10 }, (_, at) => text(answer.slice(at * 100, at * 100 + 100))) })
  const finish = { type: 'finish', ...envelope, reason: 'answer', payload: { raw_answer: answer } }
  await storage.commit(scope, { run, lease, events: [finish], state: state(1), thread: [entry('assistant', answer)] })
}

async function readTimes({ storage, events, threads }, stored) {
  const some = Array.from({ length: 50 }, (_, index) => Math.floor((index * stored) / 50))
  const readAll = async (index) => {
    for await (const event of events.read(scope, `run-${index}`, 0)) if (event.type === 'finish') return
  }
  return {
    page: await medianMs(some, readAll),
    thread: await medianMs(some, (index) => threads.read(scope, `thread-${Math.floor(index / 10)}`)),
    abandoned: await medianMs(some, () => storage.abandoned(100)),
  }
}

async function medianMs(values, work) {
  const times = []
  for (const value of values) {
    const start = performance.now()
    await work(value)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]
}
